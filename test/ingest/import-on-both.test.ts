import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { createImportLog } from '../../src/ingest/import-log.ts';
import { undoImport } from '../../src/ingest/import-undo.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { BUYER_KEY } from '../rankings/ranking-world.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { book } from '../support/small-shop.ts';
import { exported } from './feed-kit.ts';

const CLOCK = fixedClock('2026-11-21T12:00:00+09:00');
const SOLD = { kind: 'sale', lineNo: 1, quantity: 2, soldAt: '2026-11-20T10:00:00+09:00', buyer: 'kim' };
const FIRST = [
  { kind: 'category', categoryId: '001', categoryName: '소설' },
  { kind: 'author', authorId: 7, author: '한강' },
  book(1, '하나', { isbn13: '9788936434595' }),
  book(2, '둘', { externalId: 'rec-2' }),
  { ...SOLD, orderId: 'A', itemId: 1 },
  { ...SOLD, orderId: 'B', isbn13: '9788936434595', buyer: null },
  { ...SOLD, orderId: 'C', externalId: 'to come' },
];
const SECOND = [
  { kind: 'patch', itemId: 1, title: '새 하나' },
  { kind: 'remove', itemId: 2 },
  { ...SOLD, orderId: 'A', itemId: 2 },
  { ...SOLD, orderId: 'D', itemId: 2 },
  { kind: 'cancel', orderId: 'B', lineNo: 1 },
  {
    ...{ kind: 'cancel', orderId: 'R', lineNo: 1, quantity: 1, itemId: 1, buyer: 'kim' },
    cancelledAt: '2026-11-21T10:00:00+09:00',
  },
];

/** What an import, its undo, their log and an export of it all tell. */
async function tell(catalog: SqlDatabase): Promise<object> {
  const store = createFeedStore({ catalog, clock: CLOCK, buyerKey: BUYER_KEY });
  const log = createImportLog(catalog);
  const bring = (records: readonly object[], name: string) =>
    importFeed({
      ...{ store, input: Readable.from([jsonLines(records)]), clock: CLOCK, strict: false, dryRun: false },
      ...{ force: true, source: { name, actor: 'token:erp', bytes: null } },
    });
  const undo = async (importId: number) => {
    const request = { importId, actor: 'account:1', force: false, dryRun: false };
    const undone = await undoImport({ catalog, clock: CLOCK }, request);
    assert.ok(undone.kind === 'undone');
    assert.deepEqual(undone.orders, { lines: 1, openMonths: ['2026-11'], closedMonths: [] });
    return undone;
  };
  const first = await bring(FIRST, 'first');
  const before = await exported(catalog);
  const reports = [first, await bring(SECOND, 'second')];
  const after = await exported(catalog);
  const undone = await undo(2);
  assert.deepEqual(await exported(catalog), before);
  const again = await undo(3);
  assert.deepEqual(await exported(catalog), after, 'the undo of an undo');
  const third = await undo(4);
  assert.deepEqual(await exported(catalog), before);
  const good = await log.listGoodFeeds();
  assert.deepEqual(good, [{ source: 'token:erp', name: 'second', endedAtMs: CLOCK.nowMs() }]);
  return { reports, before, after, undone, again, third, entries: await log.list(9) };
}

let told: object | null = null;

onBothDatabases('imports', (adapter, newDatabase) => {
  test(`${adapter}: an import, its undo, their log and an export say the same on every database`, async (t) => {
    const { catalog } = await newDatabase(t);
    const here = await tell(catalog);
    told ??= here;
    assert.deepEqual(here, told);
  });

  test(`${adapter}: input that breaks off while a batch is being written leaves nothing`, async (t) => {
    const { catalog } = await newDatabase(t);
    const books = Array.from({ length: 2_000 }, (_, at) => book(1 + at, `책 ${at}`));
    const input = Readable.from(
      (function* () {
        yield jsonLines(books);
        throw new Error('broken off');
      })(),
    );
    const store = createFeedStore({ catalog, clock: CLOCK, buyerKey: BUYER_KEY });
    const feed = { store, input, clock: CLOCK, strict: false, dryRun: false };
    await assert.rejects(importFeed(feed), /broken off/);
    const left = `
      SELECT (SELECT count(*) FROM item) AS items, (SELECT count(*) FROM search_item) AS numbered,
        (SELECT count(*) FROM change_token) AS commits`;
    assert.deepEqual(await catalog.query(left), [{ items: 0, numbered: 0, commits: 0 }]);
  });
});
