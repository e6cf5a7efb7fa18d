import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Browser, signedIn } from '../site/site-kit.ts';
import { runSeoga } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { bringIn, checkFile, feedLines, holdPlaces } from './feed-senders.ts';

/** Each door brings feeds of its own items, so that the rows don't meet each other. */
const DOORS = ['command', 'http', 'console'] as const;
type Door = (typeof DOORS)[number];

const books = (firstId: number, count: number) =>
  Array.from({ length: count }, (_, at) => book(firstId + at, `책 ${firstId + at}`));
const wrong = (count: number) => Array.from({ length: count }, () => ({ kind: 'remove', itemId: 0 }));

/** What a sender is told: an exit code, a status, and the status of a page. */
const TAKEN = { command: 0, http: 200, console: 200 };
const BRAKED = { command: 3, http: 409, console: 409 };
const WRONG = { command: 1, http: 400, console: 400 };

const withWrong = (count: number) => (firstId: number) => feedLines([...books(firstId, 20), ...wrong(count)]);
const broken = (firstId: number) => gzipSync(withWrong(0)(firstId)).subarray(0, -12);

/** Feeds from an item on, and how the log has each attempt; `force` is the number of the brake, where it is to be passed. */
const ROWS: readonly (readonly [
  what: string,
  feed: (firstId: number) => Buffer,
  told: Readonly<Record<Door, number>>,
  outcome: string,
  force?: string,
])[] = [
  ['a good feed', withWrong(0), TAKEN, 'imported'],
  ['one with a wrong line', withWrong(1), TAKEN, 'imported'],
  ['one that meets a brake', withWrong(5), BRAKED, 'braked'],
  ['the same with the word of its sender', withWrong(5), TAKEN, 'imported', '5'],
  ['one that breaks off', broken, WRONG, 'failed'],
  ['an empty one', () => Buffer.from('\n \n'), WRONG, 'failed'],
];

describe('a feed through each door', () => {
  const app = suiteApp({ environment: { SEOGA_OPS_PUBLIC: '1' } });
  let token = '';
  let operator: Browser;
  before(async () => {
    token = (await app.tokens.issue('erp')) ?? '';
    operator = await signedIn(app, 'shop');
    const mapping = '{"columns":{"번호":"itemId","가격":"salePrice"},"kind":"patch"}';
    await app.feedMappings.keep('도서', mapping, 'account:1');
  });

  const send = async (body: Buffer, query = '', headers: Record<string, string> = {}) => {
    const response = await app.app.inject({
      ...{ method: 'POST', url: `/ops/v1/feed${query}`, body },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain', ...headers },
    });
    return { status: response.statusCode, retry: response.headers['retry-after'], text: response.payload };
  };
  const feed = (itemId: number) => feedLines([book(itemId, `책 ${itemId}`)]);

  const SEND: Readonly<Record<Door, (feed: Buffer, force: string | undefined) => Promise<number | null>>> = {
    async command(feed, force) {
      const words = ['import', ...(force === undefined ? [] : ['--force']), '-'];
      return (await runSeoga(app.config.dataDir, words, {}, feed)).code;
    },
    http: async (feed, force) => (await send(feed, force === undefined ? '' : '?force=1')).status,
    async console(feed, force) {
      const file = { name: 'shop.jsonl', bytes: feed };
      const checked = await checkFile(operator, file);
      if (checked.status !== 200) return checked.status;
      return (await bringIn(operator, file, force)).status;
    },
  };
  const ACTORS = () => ({ command: 'command', http: 'token:erp', console: `account:${operator.accountId}` });
  let firstId = 10_000;

  for (const [what, feed, told, outcome, force] of ROWS) {
    for (const door of DOORS) {
      test(`${what}: ${door}`, async () => {
        firstId += 100;
        const [last] = await app.importLog.list(1);
        assert.equal(await SEND[door](feed(firstId), force), told[door]);
        const { status } = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${firstId}`);
        assert.equal(status, outcome === 'imported' ? 200 : 404);
        const [entry] = await app.importLog.list(1);
        // The check of a file in the console leaves no entry.
        if (outcome === 'failed' && door === 'console') assert.equal(entry?.importId, last?.importId);
        else assert.deepEqual([entry?.outcome, entry?.actor], [outcome, ACTORS()[door]]);
      });
    }
  }

  test('the audit log names who brought what in', () => {
    const lines = app.readAudit().filter((line) => line.startsWith('feed.imported'));
    assert.equal(lines.length, 9);
  });

  // What one door alone has: POST /ops/v1/feed.
  test('401 without an active token, 405 for another method, 400 for what the address may not say, 413 beyond 50 MB', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${token}`])
      assert.equal((await send(feed(1), '', { authorization })).status, 401);
    const wrong = 'dry=1 dryRun=yes full=1&full=1 format=pdf encoding=latin9 map=books delimiter=||';
    for (const query of wrong.split(' ')) assert.equal((await send(feed(1), `?${query}`)).status, 400, query);
    const large = { 'content-length': String(50 * 1024 * 1024 + 1) };
    assert.equal((await send(feed(1), '', large)).status, 413);
    assert.equal((await send(feed(1), '', { 'idempotency-key': 'k'.repeat(201) })).status, 400);
  });

  test('a kept mapping is chosen by name, and the parameters say how the file is read', async () => {
    assert.equal((await send(feed(2001))).status, 200);
    const table = gzipSync('번호;가격\n2001;5000\n');
    const query = `?map=${encodeURIComponent('도서')}&format=csv&delimiter=%3B&encoding=utf-8`;
    const { status, text } = await send(table, query);
    const { counts, unit } = JSON.parse(text);
    assert.deepEqual([status, counts.patch.changed, unit], [200, 1, 'row'], text);
    const [entry] = await app.importLog.list(1);
    assert.deepEqual([entry?.actor, entry?.readAs?.mapping], ['token:erp', '도서']);
  });

  test('a full feed removes what its own token named before, and nothing of others', async () => {
    const shop = Array.from({ length: 19 }, (_, at) => book(2100 + at, `책 ${at}`));
    const own = { authorization: `bearer ${await app.tokens.issue('publisher')}` };
    assert.equal((await send(feedLines(shop), '', own)).status, 200);
    for (const query of ['?full=1&force=1&dryRun=1', '?full=1&force=1']) {
      const { status, text } = await send(feedLines(shop.slice(1)), query, own);
      assert.deepEqual([status, JSON.parse(text).counts.remove.changed], [200, 1], text);
    }
    assert.equal((await app.get('/v1/goods/itemDetail?searchType=ItemId&query=1001')).status, 200);
  });

  test('a key gives the first response again, and 422 for another body or other parameters', async () => {
    const key = { 'idempotency-key': 'k' };
    const checked = await send(feed(2201), '?dryRun=1', key);
    assert.deepEqual([checked.status, JSON.parse(checked.text).imported], [200, false]);
    assert.equal((await send(feed(2201), '', key)).status, 422);
    assert.equal((await send(feed(2202), '?dryRun=1', key)).status, 422);
    assert.deepEqual(await send(feed(2201), '?dryRun=1', key), checked);
    const night = { 'idempotency-key': 'n' };
    const both = await Promise.all([2201, 2202].map((itemId) => send(feed(itemId), '', night)));
    const statuses = both.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 422], 'also while the first is under way');
  });

  test('while all places are taken, http and console are told, and nothing is logged; the same key may be used again', async () => {
    const release = await holdPlaces(app.feedDoor);
    const [last] = await app.importLog.list(1);
    const busy = await send(feed(2301), '', { 'idempotency-key': 'later' });
    assert.deepEqual([busy.status, busy.retry], [503, '30']);
    assert.equal(await SEND.console(feed(2301), undefined), 409);
    await release();
    assert.equal((await app.importLog.list(1))[0]?.importId, last?.importId);
    assert.equal((await send(feed(2302), '', { 'idempotency-key': 'later' })).status, 200);
  });
});
