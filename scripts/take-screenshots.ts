// node scripts/run.mjs scripts/take-screenshots.ts [PORT] - takes the pictures in docs/screenshots again: the demo
// catalogue on an empty data folder, an account that signs up, and Chromium. The port (8080) is seen in some of them.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from 'playwright-core';
import { createRandom } from '../demo/random.ts';
import { formatKstMonth, kstDayOf, kstMonthOfDay, systemClock } from '../src/clock.ts';
import { launchChromium, openPage, type PageOptions, visit } from '../test/browser/browser.ts';
import { issueKey, signUp } from '../test/browser/journey.ts';
import { runSeoga, type ServerProcess, startServer } from '../test/support/server-process.ts';
import { tempDir } from '../test/support/temp-dir.ts';

const PICTURE_MAX_BYTES = 150_000;
const PERSON = { email: 'dev@bookclub.example', name: '책모임' };
const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly language: 'ko-KR' | 'en-GB';
  readonly scheme: 'light' | 'dark';
  readonly isPhone?: boolean;
  /** What is done on the page before, and what has to be there. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const light = { scheme: 'light' } as const;
const dark = { scheme: 'dark' } as const;
const PICTURES: readonly Picture[] = [
  { name: 'landing-ko-light', path: '/', language: 'ko-KR', ...light, prepare: shelf },
  { name: 'landing-en-dark', path: '/', language: 'en-GB', ...dark, prepare: shelf },
  { name: 'landing-ko-mobile', path: '/', language: 'ko-KR', ...light, isPhone: true, prepare: shelf },
  { name: 'docs-en-mobile-dark', path: '/docs', language: 'en-GB', ...dark, isPhone: true },
  { name: 'endpoint-en-light', path: '/docs/endpoints/bestsellerMonthly', language: 'en-GB', ...light },
  { name: 'errors-ko-dark', path: '/docs/errors', language: 'ko-KR', ...dark },
];
const OWN_PICTURES: readonly Picture[] = [
  { name: 'key-en-light', path: '/portal/key', language: 'en-GB', ...light },
  { name: 'usage-ko-light', path: '/portal/usage', language: 'ko-KR', ...light, prepare: chart },
  {
    name: 'usage-en-mobile-dark',
    path: '/portal/usage',
    language: 'en-GB',
    ...dark,
    isPhone: true,
    prepare: chart,
  },
  { name: 'test-tool-en-dark', path: '/portal/test', language: 'en-GB', ...dark, prepare: runTest },
  { name: 'explorer-ko-light', path: '/portal/explorer', language: 'ko-KR', ...light, prepare: shelf },
  {
    name: 'product-ko-dark',
    path: '/portal/explorer?list=steady',
    language: 'ko-KR',
    ...dark,
    prepare: openProduct,
  },
];
const CONSOLE_PICTURES: readonly Picture[] = [
  { name: 'console-en-light', path: '/portal/console', language: 'en-GB', ...light, prepare: minutes },
  {
    name: 'desk-ko-dark',
    path: '/portal/console/shop?field=deal',
    language: 'ko-KR',
    ...dark,
    prepare: rows,
  },
  { name: 'orders-en-light', path: '/portal/explorer', language: 'en-GB', ...light, prepare: openWhy },
  { name: 'exclude-ko-light', path: '/portal/explorer', language: 'ko-KR', ...light, prepare: openExclusion },
];

const cleanups: (() => void | Promise<void>)[] = [];
try {
  const cleanup = { after: (clean: () => void | Promise<void>) => cleanups.push(clean) };
  const dataDir = tempDir(cleanup);
  // By itself, because a start has to be quick.
  const demo = await runSeoga(dataDir, ['demo']);
  if (demo.code !== 0) throw new Error(demo.stderr);
  const environment = { SEOGA_DEMO: '1', PORT: process.argv[2] ?? '8080' };
  const server = await startServer(cleanup, { dataDir, environment });
  const browser = await launchChromium(cleanup);
  const open = (picture: Omit<PageOptions, 'address'>) =>
    openPage(browser, { address: server.address, ...picture });
  const cookies = await prepareAccount(server, await open({ language: 'en-GB' }));
  const take = async (picture: Picture) => {
    const { language, scheme, isPhone = false } = picture;
    const { page, context } = await open({ language, scheme, width: isPhone ? 360 : 1280 });
    if (!PICTURES.includes(picture)) await context.addCookies(cookies);
    await takePicture(page, picture);
    await context.close();
  };
  for (const picture of [...PICTURES, ...OWN_PICTURES]) await take(picture);
  await server.seoga(['account', 'update', '--account', PERSON.email, '--operator', 'on']);
  for (const picture of CONSOLE_PICTURES) await take(picture);
} finally {
  for (const clean of cleanups.reverse()) await clean();
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Signs up, gets a key, enrols, and has been calling for three months. */
async function prepareAccount(
  server: ServerProcess,
  { page, context }: { readonly page: Page; readonly context: BrowserContext },
): Promise<Cookies> {
  await signUp(page, server, PERSON);
  const key = await issueKey(page, '책모임 추천 서가');
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByText('You are enrolled').waitFor();
  inventUsage(server);
  const calls = [
    '/v1/category/bestsellerMonthly?categoryId=001&sex=F&age=30',
    '/v1/goods/itemList?query=%EC%97%AC%ED%96%89',
    '/v1/category/bestseller',
    '/v1/category/bestsellerRealtime?categoryId=001',
    '/v1/category/list',
  ];
  for (const call of calls) await fetch(`${server.address}${call}`, { headers: { 'X-Api-Key': key } });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Invented counts of earlier days, more on working days, which no call of today can make. */
function inventUsage(server: ServerProcess): void {
  const db = new DatabaseSync(join(server.dataDir, 'accounts.db'));
  const random = createRandom(7);
  const insert = db.prepare(`
    INSERT INTO usage_day (account_id, day, endpoint, status_class, calls)
    SELECT account_id, ?, ?, ?, ? FROM account WHERE email = ?
  `);
  const today = kstDayOf(systemClock.nowMs());
  for (let ago = 1; ago < 90; ago++) {
    const base = (90 - ago) * 2 + ((today - ago) % 7 < 2 ? 60 : 180);
    for (const [endpoint, share] of Object.entries({ bestsellerMonthly: 5, itemList: 3, itemDetail: 2 })) {
      insert.run(today - ago, endpoint, 2, (base + random.below(60)) * share, PERSON.email);
      insert.run(today - ago, endpoint, 4, 1 + random.below(base >> 3) * share, PERSON.email);
    }
  }
  db.close();
}

async function takePicture(page: Page, { name, path, isPhone = false, prepare }: Picture): Promise<void> {
  await page.setViewportSize(isPhone ? { width: 360, height: 760 } : { width: 1280, height: 940 });
  await visit(page, path);
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  const { size } = statSync(file);
  if (size > PICTURE_MAX_BYTES) throw new Error(`${name}.png has ${size} bytes, which is too many`);
  console.log(`${name}.png ${Math.ceil(size / 1000)} kB`);
}

/** Covers are there. */
async function shelf(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
}

async function chart(page: Page): Promise<void> {
  await page.locator('[data-count="5"]').waitFor();
  await page.locator('[aria-labelledby=chart] svg').first().waitFor();
}

async function runTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('tab', { name: 'Covers' }).click();
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
}

async function openProduct(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('link').click();
  await page.locator('#ranks').waitFor();
}

/** The orders of last month's best seller. */
async function openOrders(page: Page): Promise<void> {
  const best = page.getByRole('tabpanel').getByRole('listitem').first().getByRole('link').first();
  const itemId = (await best.getAttribute('href'))?.split('/').at(-1) ?? '';
  const month = formatKstMonth(kstMonthOfDay(kstDayOf(systemClock.nowMs())) - 1);
  await visit(page, `/portal/console/orders?item=${itemId}&month=${month}`);
  await rows(page);
}

async function openWhy(page: Page): Promise<void> {
  await openOrders(page);
  await page.evaluate('scrollTo(0, 440)');
}

async function openExclusion(page: Page): Promise<void> {
  await openOrders(page);
  await page.locator('main code').first().click();
  await page.locator('main button').filter({ hasText: '이 구매자 빼기' }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
}

async function minutes(page: Page): Promise<void> {
  await page.locator('[data-figure=lastHour]').waitFor();
}

async function rows(page: Page): Promise<void> {
  await page.locator('main tbody tr').first().waitFor();
}
