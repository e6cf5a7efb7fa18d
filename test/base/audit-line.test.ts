import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { AuditTable } from '../../src/base/audit-line.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { parseKstMonth } from '../../src/clock.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { undoImport } from '../../src/ingest/import-undo.ts';
import { createFeedMappings } from '../../src/ingest/mapping.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { restateMonth, undoExclusion } from '../../src/rankings/ledger/restatement.ts';
import { createRunRequests } from '../../src/rankings/run/ranking-admin.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { BUYER_KEY } from '../rankings/ranking-world.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { book } from '../support/small-shop.ts';

// A change of the catalogue or of settings and its line in the audit log are one transaction: a kill leaves both or neither.

const clock = fixedClock('2026-11-21T12:00:00+09:00');
const by = 'account:7';
const MONTH = parseKstMonth('2026-08') ?? 0;
const SALE = { kind: 'sale', lineNo: 1, quantity: 1, soldAt: '2026-08-20T10:00:00+09:00', itemId: 1 };

/** What operators and the service do with a catalogue, each with its line, in an order in which each finds something to do. */
const CATALOGUE_CHANGES: readonly (readonly [line: string, change: (shop: Shop) => Promise<unknown>])[] = [
  ['feed.imported feed {"name":"a.jsonl","bytes":9,"lines":4}', ({ catalog }) => bring(catalog)],
  [
    'item.decided item:1 {"withheld":true,"decision":1}',
    ({ overrides }) => overrides.decide(new Map([[1, { withheld: true }]]), { by }),
  ],
  [
    'item.follows-feed item:1 {"field":"withheld","decision":2}',
    ({ overrides }) => overrides.decide(new Map([[1, { withheld: undefined }]]), { by }),
  ],
  ['item.taken-back item:1 {"takenBack":2,"decision":3}', ({ overrides }) => overrides.takeBack(2, by, 1)],
  [
    'items.decided items {"action":"feature","items":2,"decision":4}',
    ({ overrides }) => {
      const attention = { from: 20_000, until: 20_001 };
      const both = [1, 2].map((itemId) => [itemId, { attention }] as const);
      return overrides.decide(new Map(both), { by, bulk: { action: 'feature' } });
    },
  ],
  [
    'items.taken-back items {"takenBack":4,"items":2,"decision":5}',
    ({ overrides }) => overrides.takeBack(4, by),
  ],
  [
    'rankings.restated rankings {"month":"2026-08","items":[1],"buyers":1}',
    ({ catalog }) => {
      const leftOut = [
        { itemId: 1, mark: null },
        { itemId: null, mark: 'ab' },
      ];
      const asked = {
        month: MONTH,
        leftOut,
        reason: 'x',
        restatedAtMs: clock.nowMs(),
        withoutLate: true,
        by,
      };
      return catalog.transaction((sql) => restateMonth(sql, asked));
    },
  ],
  [
    'rankings.exclusion-undone rankings {"month":"2026-08","buyers":1}',
    async ({ catalog }) => {
      const [last] = await catalog.query<{ id: number }>('SELECT max(exclusion_id) AS id FROM exclusion');
      return catalog.transaction((sql) => undoExclusion(sql, last?.id ?? 0, { by, atMs: clock.nowMs() }));
    },
  ],
  [
    'feed.undone feed {"import":2,"forced":true}',
    ({ catalog }) => undoImport({ catalog, clock }, { importId: 2, actor: by, force: true, dryRun: false }),
  ],
  ['feed.imported feed {"name":"a.jsonl","bytes":9,"lines":4}', ({ catalog }) => bring(catalog)],
  ['orders.buyer-erased orders {"lines":1}', ({ privacy }) => privacy.eraseBuyer('kim', by)],
];

interface Shop {
  readonly catalog: SqlDatabase;
  readonly overrides: ReturnType<typeof createItemOverrides>;
  readonly privacy: ReturnType<typeof createOrderPrivacy>;
}

const LINES = jsonLines([
  book(1, '하나'),
  book(2, '둘'),
  { ...SALE, orderId: 'A', buyer: 'kim' },
  { ...SALE, orderId: 'B', buyer: 'lee' },
]);

function bring(catalog: SqlDatabase) {
  const store = createFeedStore({ catalog, clock, buyerKey: BUYER_KEY });
  const source = { name: 'a.jsonl', actor: by, bytes: 9 };
  return importFeed({ store, source, input: Readable.from([LINES]), clock, strict: true, dryRun: false });
}

/** What these changes write, but for the attempts in the import log. Numbers of buyers may be larger than JavaScript's. */
const CATALOGUE = [
  ...['item', 'item_override', 'item_decision', 'undo', 'sale_month'],
  "(SELECT order_no, line_no, buyer || '' AS buyer FROM sale) AS s",
  "(SELECT exclusion_id, item_id, buyer || '' AS buyer FROM exclusion) AS e",
  '(SELECT revision, ledger_revision FROM catalog_state) AS c',
];

async function rowsOf(database: SqlDatabase, sources: readonly string[]) {
  const rows: object[][] = [];
  for (const source of sources) rows.push(await database.query(`SELECT * FROM ${source}`));
  return rows;
}

/** Tries a change while its line can't be written, and again when it can. Returns the line as `action target detail`. */
async function linesOf(
  database: SqlDatabase,
  audit: AuditTable,
  sources: readonly string[],
  change: () => Promise<unknown>,
): Promise<readonly string[]> {
  const run = (text: string) => database.transaction((sql) => sql.query(text));
  const before = await rowsOf(database, sources);
  await run(`ALTER TABLE ${audit} RENAME TO away`);
  await assert.rejects(change(), /audit/);
  assert.deepEqual(await rowsOf(database, sources), before);
  await run(`ALTER TABLE away RENAME TO ${audit}`);
  const select = `SELECT at_ms, actor, action || ' ' || target || ' ' || detail AS line FROM ${audit} ORDER BY audit_id`;
  const old = (await database.query(select)).length;
  await change();
  assert.notDeepEqual(await rowsOf(database, sources), before);
  const added = (await database.query<{ at_ms: number; actor: string; line: string }>(select)).slice(old);
  for (const { at_ms, actor } of added) assert.deepEqual([at_ms, actor], [clock.nowMs(), by]);
  return added.map(({ line }) => line);
}

onBothDatabases('changes and their audit lines', (adapter, newDatabase) => {
  test(`${adapter}: a change of the catalogue is committed with its line, or not at all`, async (t) => {
    const { catalog, lists } = await newDatabase(t);
    const shop = {
      catalog,
      overrides: createItemOverrides({ catalog, clock }),
      privacy: createOrderPrivacy({ catalog, lists, clock, buyerKey: BUYER_KEY }),
    };
    for (const [line, change] of CATALOGUE_CHANGES) {
      assert.deepEqual(await linesOf(catalog, 'catalogue_audit', CATALOGUE, () => change(shop)), [line]);
      // The month of the orders is published, so that it can be restated.
      await catalog.transaction((sql) => sql.query('UPDATE sale_month SET counted_until = 20700'));
    }
  });
});

onBothDatabases('settings and their audit lines', (adapter, newDatabase) => {
  test(`${adapter}: a change of a setting is committed with its line, or not at all`, async (t) => {
    const { database } = await newDatabase(t);
    const mappings = createFeedMappings({ database, clock });
    const runs = createRunRequests({ database, clock });
    for (const [line, table, change] of [
      ['feed.mapping-kept feed {"name":"a"}', 'feed_mapping', () => mappings.keep('a', '{}', by)],
      ['feed.mapping-removed feed {"name":"a"}', 'feed_mapping', () => mappings.remove('a', by)],
      ['rankings.asked rankings {"kind":"tally"}', 'run_request', () => runs.request('tally', by)],
    ] as const)
      assert.deepEqual(await linesOf(database, 'audit', [table], change), [line]);
  });
});
