import { Readable } from 'node:stream';
import type { Role } from '../../src/accounts/roles.ts';
import { formatKstDay, kstDayOf } from '../../src/clock.ts';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { signedIn } from '../site/site-kit.ts';
import { jsonLines } from '../support/json-lines.ts';
import { freePort } from '../support/server-process.ts';
import { book, sales, smallShop } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

export type SweptShop = Awaited<ReturnType<typeof openSweptShop>>;

/** The real service on a port, with a shop of hostile titles and people of every role. */
export async function openSweptShop(t: Cleanup) {
  const address = `http://127.0.0.1:${await freePort()}`;
  const app = await createTestApp(t, { environment: { SEOGA_BASE_URL: address, SEOGA_DAILY_QUOTA: '7000' } });
  await app.feed(hostileShop(app.clock.nowMs()));
  await app.rank();
  await importByToken(app);
  await app.app.listen({ port: Number(new URL(address).port), host: '127.0.0.1' });
  const signIn = (role: Role) => signedIn(app, role, `${role}@books.example`);
  const reader = await signedIn(app, 'developer', 'reader@books.example');
  await callByKey(app, reader.accountId);
  const operators = { viewer: await signIn('viewer'), support: await signIn('support') };
  const people = { reader, ...operators, shop: await signIn('shop'), owner: await signIn('owner') };
  return {
    app,
    address,
    readerId: reader.accountId,
    /** What signs a browser in: for `BrowserContext.addCookies`. */
    cookieOf(who: keyof typeof people) {
      const [[name = '', value = ''] = []] = people[who].cookies;
      return { name, value, url: address };
    },
  };
}

/** An import with products to undo and a line that is wrong. */
async function importByToken({ feedDoor }: TestApp): Promise<void> {
  const source = { name: `${'가'.repeat(100)}<b>.jsonl`, actor: 'token:erp', bytes: null };
  // A page that asks other servers for pictures is an offence here.
  const drawn = smallShop.slice(0, 6).map((line) => ({ ...line, ...('cover' in line && { cover: null }) }));
  const lines = [...drawn, { kind: 'item', itemId: `<b>${'x'.repeat(80)}` }];
  const feed = { ...source, body: Readable.from([jsonLines(lines)]), bytesMax: 2 ** 20 };
  await feedDoor.take(feed, ({ run }) => run({ reading: RECOGNISE, source, force: true }));
}

/** A key, a few calls of every outcome, and a request for more of them. */
async function callByKey({ app, accounts, quotaRequests, flush }: TestApp, accountId: number): Promise<void> {
  const named = { serviceName: '<b>Shelf</b>', serviceUrl: 'https://shelf.example' };
  const service = { ...named, purpose: 'x'.repeat(300), commercial: true };
  const key = await accounts.issueKey(accountId, service);
  for (const path of [
    '/v1/category/list',
    '/v1/goods/itemDetail?query=1',
    '/v1/category/bestseller?categoryId=001',
  ])
    await app.inject({ url: path, headers: { 'x-api-key': key ?? '' } });
  await flush();
  await quotaRequests.add(accountId, 50_000, `${'가'.repeat(200)} <script>alert(1)</script>`);
}

/** Titles that try to leave their place on a page. */
const HOSTILE_TITLES: readonly string[] = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror=alert(1)>',
  '\u202egnidaer\u202c \u05d0\u05d1\u05d2 \u2066isolate',
  '가'.repeat(500),
  'x'.repeat(500),
  `{{constructor}} " onload="alert(1) ' onload='alert(1)`,
];

/**
 * A shop whose best sellers have hostile titles. They sold yesterday and the day before, so that
 * every list begins with them whenever the tests run: yesterday counts from 00:30 on.
 */
function hostileShop(nowMs: number): object[] {
  const yesterday = formatKstDay(kstDayOf(nowMs) - 1);
  const before = formatKstDay(kstDayOf(nowMs) - 2);
  return [
    { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    ...HOSTILE_TITLES.map((title, index) => book(1001 + index, `${title} 1`, { publishDate: '2024-01-02' })),
    { kind: 'patch', itemId: 1003, contentDetail: { tableOfContents: '1장' } },
    ...Array.from({ length: 8 }, (_, index) => book(2001 + index, `평범한 책 ${index + 1}`)),
    // Hostile titles sell best, the plain books least.
    ...[before, yesterday].flatMap((day) =>
      HOSTILE_TITLES.flatMap((_, index) => sales(day, 1001 + index, ['F34', 'M45', 'F20'])),
    ),
    ...Array.from({ length: 8 }, (_, index) => sales(before, 2001 + index, ['F34'])).flat(),
    // More order lines than a page shows, of a buyer who counts once.
    ...sales(yesterday, 2001, Array(51).fill('F34')),
  ];
}
