// node scripts/keep-release.ts NAME - keeps a small data folder of this version, with what it answered, as
// test/releases/NAME.tar.gz. Later versions are tested to serve it (test/bin/upgrade.test.ts). Run it at each release.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatKstDay, formatKstInstant, kstDayOf, systemClock } from '../src/clock.ts';
import { eventually } from '../test/support/eventually.ts';
import { jsonLines } from '../test/support/json-lines.ts';
import { startServer } from '../test/support/server-process.ts';
import { book, writer } from '../test/support/small-shop.ts';
import { tempDir, withCleanup } from '../test/support/temp-dir.ts';

/** No key of this prefix is a real one. */
const KEY_PREFIX = 'kept_release_';
const ITEMS = 40;
const HOUR_MS = 3_600_000;

const [release] = process.argv.slice(2);
if (release === undefined) throw new Error('usage: node scripts/keep-release.ts NAME');
const nowMs = systemClock.nowMs();
const today = kstDayOf(nowMs);

await withCleanup(async (t) => {
  const folder = tempDir(t);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const environment = { SEOGA_KEY_PREFIX: KEY_PREFIX, SEOGA_BASE_URL: 'https://books.example' };
  const server = await startServer(t, { dataDir, environment });
  const imported = await server.seoga(['import', '-'], { input: jsonLines(feed()) });
  if (imported.code !== 0) throw new Error(imported.stderr);
  const [, , , issued] = await server.seogaEach([
    ['rank'],
    ['account', 'create', '--email', 'operator@books.example', '--name', 'Operator', '--operator'],
    ['account', 'create', '--email', 'developer@books.example', '--name', 'Developer'],
    ['key', 'issue', '--account', 'developer@books.example'],
  ]);
  const key = issued?.stdout.trim() ?? '';
  const answers: Record<string, unknown> = {};
  // The lists and the search index of a new store may take a moment.
  for (const path of paths()) answers[path] = await eventually(() => answerOf(server.address + path, key));
  await server.stop();
  const kept = { release, at: formatKstInstant(systemClock.nowMs()), key, keyPrefix: KEY_PREFIX, answers };
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(kept, null, 2)}\n`);
  const archive = resolve(import.meta.dirname, '..', 'test', 'releases', `${release}.tar.gz`);
  execFileSync('tar', ['-C', folder, '-czf', archive, 'data', 'answers.json']);
  console.log(`${archive}: ${Object.keys(answers).length} answers`);
});

/** The data of an answer without what changes from call to call; null when there is none yet. */
async function answerOf(url: string, key: string): Promise<object | null> {
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  const { data } = (await response.json()) as { readonly data: Readonly<Record<string, unknown>> };
  const { meta: _, ...rest } = data;
  return response.status === 200 ? rest : null;
}

function paths(): string[] {
  const closed = formatKstDay(today - 70);
  const open = formatKstDay(today - 1);
  return [
    `/v1/category/bestsellerMonthly?categoryId=001&date=${closed}`,
    `/v1/category/bestsellerMonthly?categoryId=001001&date=${closed}&sex=F&age=30`,
    `/v1/category/bestsellerMonthly?categoryId=001&date=${open}&detail=Y`,
    `/v1/category/bestsellerWeekly?categoryId=001&date=${closed}`,
    `/v1/category/bestsellerDaily?categoryId=001&date=${open}`,
    '/v1/category/bestseller?categoryId=001',
    '/v1/category/bestsellerSteady?categoryId=001',
    '/v1/category/bestsellerDeal?categoryId=001',
    '/v1/category/bestsellerRealtime?categoryId=001',
    '/v1/category/newproduct?categoryId=001&sort=Name',
    '/v1/category/newproductAttention?categoryId=001',
    '/v1/category/list',
    '/v1/goods/itemDetail?searchType=ItemId&query=1001&detail=Y',
    '/v1/goods/author?searchType=ItemId&query=1001',
    '/v1/goods/content?searchType=ItemId&query=1001',
    `/v1/goods/itemList?query=${encodeURIComponent('바다')}`,
  ];
}

/** A shop of forty books whose orders reach back a year, so that every kind of list has entries. */
function feed(): object[] {
  const window = { from: formatKstDay(today - 5), until: formatKstDay(today + 90) };
  return [
    { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    { kind: 'category', categoryId: '001002', categoryName: '역사', parentId: '001' },
    writer,
    ...Array.from({ length: ITEMS }, (_, at) =>
      book(1001 + at, `${at % 2 === 0 ? '바다' : '산'}의 책 ${at + 1}`, {
        authors: [{ authorId: writer.authorId, author: writer.author, authorType: '지음' }],
        publishDate: formatKstDay(today - (at < 10 ? 800 : 20 + at)),
        categoryIds: [at % 3 === 0 ? '001002' : '001001'],
        shopPrice: 10_000 + at * 100,
        salePrice: 9_000 + at * 90,
        ...(at % 5 === 0 ? { deal: { salePrice: 5_000 + at, ...window } } : {}),
        ...(at % 7 === 0 ? { attention: window } : {}),
        registeredAt: formatKstInstant(nowMs - (at < 10 ? 700 : 10) * 24 * HOUR_MS),
        contentDetail: {
          bookIntroduction: `소개 ${at + 1}`,
          bookSummary: null,
          tableOfContents: `1장\n2장 ${at + 1}`,
        },
      }),
    ),
    ...sales(),
    { kind: 'cancel', orderId: 'R-400', lineNo: 1, cancelledAt: formatKstInstant(nowMs - HOUR_MS) },
  ];
}

/** Six titles sell every week of a year, all of them in the last three months, and some in the last hours. */
function sales(): object[] {
  const sold: readonly (readonly [item: number, hoursAgo: number])[] = [
    ...Array.from({ length: 336 }, (_, at) => [at % 6, Math.floor(at / 6) * 168 + (at % 6) + 30] as const),
    ...Array.from({ length: 400 }, (_, at) => [(at * at) % ITEMS, 26 + at * 5] as const),
    ...Array.from({ length: 30 }, (_, at) => [(at * 3) % ITEMS, at / 2 + 1 / 60] as const),
  ];
  return sold.map(([item, hoursAgo], at) => ({
    kind: 'sale',
    orderId: `R-${at}`,
    lineNo: 1,
    itemId: 1001 + item,
    quantity: 1,
    soldAt: formatKstInstant(nowMs - hoursAgo * HOUR_MS),
    sex: at % 2 === 0 ? 'F' : 'M',
    age: 10 + ((at * 7) % 60),
    buyer: `buyer-${at % 97}`,
  }));
}
