import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Browser, formIn, partOf, signedIn } from '../site/site-kit.ts';
import { runSeoga } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { tempDir } from '../support/temp-dir.ts';
import { bringIn, checkFile, feedLines, holdPlaces } from './feed-senders.ts';

/** Each door brings feeds of its own items, so that the rows don't meet each other. */
const DOORS = ['command', 'http', 'console'] as const;
type Door = (typeof DOORS)[number];

/** What a sender is told: an exit code, a status, or the status of a page. */
type Told = Readonly<Record<Door, number>>;

interface Row {
  readonly what: string;
  readonly feed: (firstId: number) => Buffer;
  /** The number of the brake, where it is to be passed. */
  readonly force?: string;
  readonly told: Told;
  /** How the attempt stands in the log; null where it leaves no entry. A check in the console leaves none. */
  readonly logged: Readonly<Record<Door, string | null>>;
  readonly isIn: boolean;
}

const books = (firstId: number, count: number) =>
  Array.from({ length: count }, (_, at) => book(firstId + at, `책 ${firstId + at}`));
const wrong = (count: number) => Array.from({ length: count }, () => ({ kind: 'remove', itemId: 0 }));
const all = <Value>(value: Value) => ({ command: value, http: value, console: value });

const ROWS: readonly Row[] = [
  {
    what: 'a good feed',
    feed: (id) => feedLines(books(id, 20)),
    told: { command: 0, http: 200, console: 200 },
    logged: all('imported'),
    isIn: true,
  },
  {
    what: 'one with a wrong line',
    feed: (id) => feedLines([...books(id, 20), ...wrong(1)]),
    told: { command: 0, http: 200, console: 200 },
    logged: all('imported'),
    isIn: true,
  },
  {
    what: 'one that meets a brake',
    feed: (id) => feedLines([...books(id, 20), ...wrong(5)]),
    told: { command: 3, http: 409, console: 409 },
    logged: all('braked'),
    isIn: false,
  },
  {
    what: 'the same with the word of its sender',
    feed: (id) => feedLines([...books(id, 20), ...wrong(5)]),
    force: '5',
    told: { command: 0, http: 200, console: 200 },
    logged: all('imported'),
    isIn: true,
  },
  {
    what: 'one that breaks off',
    feed: (id) => gzipSync(feedLines(books(id, 20))).subarray(0, -12),
    told: { command: 1, http: 400, console: 400 },
    logged: { command: 'failed', http: 'failed', console: null },
    isIn: false,
  },
  {
    what: 'an empty one',
    feed: () => Buffer.from('\n \n'),
    told: { command: 1, http: 400, console: 400 },
    logged: { command: 'failed', http: 'failed', console: null },
    isIn: false,
  },
];

describe('a feed through each door', () => {
  const app = suiteApp({ environment: { SEOGA_OPS_PUBLIC: '1' } });
  let token = '';
  let operator: Browser;
  before(async () => {
    token = (await app.tokens.issue('erp')) ?? '';
    operator = await signedIn(app, 'shop');
  });

  const SEND: Readonly<Record<Door, (feed: Buffer, force: string | undefined) => Promise<number | null>>> = {
    async command(feed, force) {
      const path = join(tempDir(cleanup), 'shop.jsonl');
      writeFileSync(path, feed);
      const words = ['import', ...(force === undefined ? [] : ['--force']), path];
      return (await runSeoga(app.config.dataDir, words)).code;
    },
    async http(feed, force) {
      const { statusCode } = await app.app.inject({
        ...{ method: 'POST', body: feed },
        url: `/ops/v1/feed${force === undefined ? '' : '?force=1'}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      });
      return statusCode;
    },
    async console(feed, force) {
      const file = { name: 'shop.jsonl', bytes: feed };
      const checked = await checkFile(operator, file);
      if (checked.status !== 200) return checked.status;
      return (await bringIn(operator, file, force)).status;
    },
  };
  const ACTORS = () => ({ command: 'command', http: 'token:erp', console: `account:${operator.accountId}` });
  let cleanup: Parameters<typeof tempDir>[0];
  let firstId = 10_000;

  for (const row of ROWS) {
    for (const door of DOORS) {
      test(`${row.what}: ${door}`, async (t) => {
        cleanup = t;
        firstId += 100;
        const [last] = await app.importLog.list(1);
        assert.equal(await SEND[door](row.feed(firstId), row.force), row.told[door]);
        const { status } = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${firstId}`);
        assert.equal(status, row.isIn ? 200 : 404);
        const [entry] = await app.importLog.list(1);
        const isNew = entry !== undefined && entry.importId !== last?.importId;
        assert.deepEqual(
          isNew ? [entry.outcome, entry.actor] : [null],
          row.logged[door] === null ? [null] : [row.logged[door], ACTORS()[door]],
        );
      });
    }
  }

  test('while all places are taken: http and console are told, and nothing is logged', async () => {
    const release = await holdPlaces(app.feedDoor);
    const [last] = await app.importLog.list(1);
    assert.equal(await SEND.http(feedLines(books(firstId + 100, 1)), undefined), 503);
    assert.equal(await SEND.console(feedLines(books(firstId + 100, 1)), undefined), 409);
    await release();
    assert.equal((await app.importLog.list(1))[0]?.importId, last?.importId);
  });

  test('the audit log names who brought what in', () => {
    const lines = app.readAudit().filter((line) => line.startsWith('feed.imported'));
    assert.equal(lines.length, 9);
  });

  test('a check changes nothing and says what an import would do', async () => {
    const file = { name: 'shop.jsonl', bytes: feedLines([book(20_000, '책'), ...wrong(1)]) };
    const { text } = await checkFile(operator, file);
    assert.ok(formIn(text, 'import'));
    assert.match(partOf(text, 'counts') ?? '', /<td[^>]*>1<\/td>/);
    assert.ok(partOf(text, 'problems') !== null);
    assert.equal((await app.get('/v1/goods/itemDetail?searchType=ItemId&query=20000')).status, 404);
  });
});
