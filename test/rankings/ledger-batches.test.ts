import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kstDayOf, kstMonthOfDay } from '../../src/clock.ts';
import type { FeedRecord } from '../../src/ingest/feed-record.ts';
import { createFeedApplier } from '../../src/ingest/feed-store.ts';
import { emptySummary } from '../../src/ingest/import-log.ts';
import type { SqlDatabase, Writer } from '../../src/sql-database.ts';
import type { UndoRecorder } from '../../src/store/undo-log.ts';
import { anItem, record } from '../contracts/catalog/catalog-records.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { fc } from '../support/properties.ts';
import { BUYER_KEY, saleLine } from './ranking-world.ts';

const CLOCK = fixedClock('2026-11-21T12:00:00+09:00');
const [DELETED, CLOSED, ...OPEN] = [
  '2026-07-10T10:00:00+09:00',
  '2026-08-31T23:59:59+09:00',
  '2026-11-05T00:00:00+09:00',
  '2026-11-05T10:00:07+09:00',
  '2026-11-06T09:00:00+09:00',
].map(Date.parse);
const monthOf = (atMs = 0) => kstMonthOfDay(kstDayOf(atMs));
const ISBN = '9788936434595';

const anyTime = fc.constantFrom(DELETED ?? 0, CLOSED ?? 0, ...OPEN, ...OPEN);
const anyLine = {
  orderId: fc.constantFrom('A', 'B', 'C', 'D'),
  lineNo: fc.integer({ min: 1, max: 3 }),
};
const anyBuyer = fc.constantFrom(null, 'kim', 'kim', 'lee');
const anyGoods = fc.constantFrom(
  { itemId: 1, isbn13: null },
  { itemId: 1, isbn13: null },
  { itemId: null, isbn13: ISBN },
  { itemId: 0, isbn13: null, externalId: 'x' },
  { itemId: 0, isbn13: null, externalId: 'y' },
);
const anySale = fc
  .record({
    ...anyLine,
    goods: anyGoods,
    quantity: fc.integer({ min: 1, max: 4 }),
    atMs: anyTime,
    buyer: anyBuyer,
  })
  .map(({ orderId, lineNo, quantity, atMs, buyer, goods: { externalId, ...goods } }): FeedRecord => {
    const age = buyer === 'lee' ? 34 : null;
    const sale = saleLine({ soldAt: '', orderId, lineNo, quantity, soldAtMs: atMs, ...goods, age, buyer });
    return { kind: 'sale', sale, ...(externalId === undefined ? {} : { externalId }) };
  });
const anyCancellation = fc
  .record({
    ...anyLine,
    atMs: anyTime,
    quantity: fc.constantFrom(null, 1, 1, 2, 5),
    isTimeDefault: fc.boolean(),
    goods: fc.option(anyGoods),
    buyer: anyBuyer,
  })
  .map(({ orderId, lineNo, atMs, quantity, isTimeDefault, goods, buyer }): FeedRecord => {
    const copies = quantity === null ? {} : { quantity };
    const cancellation = { orderId, lineNo, cancelledAtMs: atMs, isTimeDefault, ...copies };
    if (goods === null) return { kind: 'cancel', cancellation };
    const { itemId, isbn13, externalId = null } = goods;
    const name = { itemId: externalId === null ? itemId : null, externalId, isbn13 };
    return { kind: 'cancel', cancellation, returned: { name, buyer } };
  });
const anyItem = fc.constantFrom<FeedRecord>(
  record(anItem(1)),
  { kind: 'item', item: anItem(1), name: { itemId: 1, externalId: 'y', isbn13: null } },
  { kind: 'item', item: anItem(0, { isbn13: ISBN }), name: { itemId: null, externalId: 'x', isbn13: ISBN } },
);
const anyFeed = fc.array(fc.oneof(anySale, anySale, anySale, anyCancellation, anyCancellation, anyItem), {
  maxLength: 14,
});

/** A return by a name that an item has been given before it in the same batch. */
const NAMED_MEANWHILE = {
  earlier: [
    {
      kind: 'sale',
      sale: saleLine({ soldAt: '2026-11-05T00:00:00+09:00', orderId: 'A', quantity: 2, buyer: 'kim' }),
    },
  ] satisfies FeedRecord[],
  feed: [
    { kind: 'item', item: anItem(1), name: { itemId: 1, externalId: 'y', isbn13: null } },
    {
      kind: 'cancel',
      cancellation: { orderId: 'R', lineNo: 1, cancelledAtMs: OPEN[2] ?? 0, quantity: 1 },
      returned: { name: { itemId: null, externalId: 'y', isbn13: null }, buyer: 'kim' },
    },
  ] satisfies FeedRecord[],
  at: 0,
  restate: false,
};

type Batches = readonly (readonly FeedRecord[])[];

onBothDatabases('order lines in batches', (adapter, newDatabase) => {
  test(`${adapter}: orders, cancellations and returns do in batches what they do one after the other`, async (t) => {
    const { catalog } = await newDatabase(t);
    await closeMonths(catalog);
    const about = fc.record({ earlier: anyFeed, feed: anyFeed, at: fc.nat(14), restate: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(about, async ({ earlier, feed, at, restate }) => {
        const outcomeOf = (batches: Batches) => importedOnto(catalog, earlier, batches, restate);
        const alone = await outcomeOf(feed.map((record) => [record]));
        assert.deepEqual(await outcomeOf([feed]), alone);
        assert.deepEqual(await outcomeOf([feed.slice(0, at), feed.slice(at)]), alone);
      }),
      { numRuns: adapter === 'SQLite' ? 150 : 25, examples: [[NAMED_MEANWHILE]] },
    );
  });
});

/** One month whose list is published, and one whose lines were deleted after that. */
async function closeMonths(catalog: SqlDatabase): Promise<void> {
  await catalog.transaction(async (writer) => {
    await writer.insert({
      into: 'sale_month',
      columns:
        'month integer, revision bigint, received_at_ms bigint, counted_until integer, counted_revision bigint, deleted_at_ms bigint',
      rows: [
        [monthOf(DELETED), 0, 0, 1, 0, 1],
        [monthOf(CLOSED), 0, 0, 1, 0, null],
      ],
    });
  });
}

async function importedOnto(
  catalog: SqlDatabase,
  earlier: readonly FeedRecord[],
  batches: Batches,
  restate: boolean,
): Promise<object> {
  await using transaction = await catalog.begin({ lock: 'catalogue', waitMs: 10_000 });
  await importBatches(transaction, [earlier], false);
  const told = await importBatches(transaction, batches, restate);
  const tables = [];
  for (const select of TABLES) tables.push(await transaction.query(select));
  return { ...told, tables };
}

async function importBatches(writer: Writer, batches: Batches, restate: boolean) {
  const summary = emptySummary();
  const notes = new Set<string>();
  const undo: UndoRecorder = {
    note: (...change) => notes.add(change.join()),
    async cut() {},
    async end() {},
  };
  const options = { clock: CLOCK, buyerKey: BUYER_KEY, feedSource: '', undo, restate };
  const applier = await createFeedApplier(writer, options, summary);
  const problems: object[] = [];
  let line = 0;
  for (const batch of batches) {
    const found = await applier.apply(batch.map((record) => ({ line: ++line, record })));
    problems.push(...found.problems);
  }
  const last = await applier.finish();
  return { summary, problems, warnings: last.warnings, shares: last.shares, notes: [...notes].sort() };
}

const TABLES = [
  'SELECT * FROM sale_order ORDER BY order_no',
  'SELECT * FROM sale ORDER BY order_no, line_no',
  'SELECT * FROM sale_return ORDER BY order_no, line_no, cancelled_at_ms',
  'SELECT * FROM sale_month ORDER BY month',
  'SELECT name, item_id FROM item_name ORDER BY name',
  'SELECT ledger_revision, has_segments FROM catalog_state',
];
