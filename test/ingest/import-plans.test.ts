import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createItemWriter } from '../../src/catalog/item-writer.ts';
import { createFeedApplier } from '../../src/ingest/apply/feed-applier.ts';
import { emptySummary } from '../../src/ingest/import-log.ts';
import { createLedgerWriter } from '../../src/rankings/ledger/ledger-writer.ts';
import { transaction } from '../../src/store/sqlite/database.ts';
import { BUYER_KEY, saleLine } from '../rankings/ranking-world.ts';
import { openCatalog } from '../search/runtime/search-fixture.ts';
import { searchItem } from '../search/search-item.ts';
import { fixedClock } from '../support/fixed-clock.ts';

/** Lines of each kind that a feed of this test has. */
const LINES = 40;

test('no statement that an import runs for each line reads a whole table or index', (t) => {
  const { db } = openCatalog(t);
  const runs = countRuns(db);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  for (const title of ['처음', '다음', '다음']) {
    transaction(db, () => {
      const items = createItemWriter(db);
      const ledger = createLedgerWriter(db, clock, { buyerKey: BUYER_KEY });
      // Backwards, so that no item is known to be new by its number.
      for (let itemId = LINES; itemId > 0; itemId--) {
        const item = searchItem(itemId, { title: `${title} ${itemId}` });
        items.put(item, false);
        ledger.addSales([saleLine({ soldAt: '2026-11-20T12:00:00+09:00', itemId, orderId: `${itemId}` })]);
        ledger.addCancellation({ orderId: `${itemId}`, lineNo: 1, cancelledAtMs: clock.nowMs() });
      }
      items.tellSearch();
      for (let itemId = 1; itemId <= LINES; itemId++) if (title === '처음') items.remove(itemId);
      items.tellSearch();
    });
  }
  const often = runOften(runs);
  assert.ok(often.length > 5, `${often.length} statements`);
  assert.equal(often.filter(isOfSearch).length, 2);
  assert.deepEqual(scansOf(db, often), []);
});

test('nor does one that checks a line, names its item or keeps it for an undo', (t) => {
  const { db } = openCatalog(t);
  const runs = countRuns(db);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  for (const title of ['처음', '다음']) {
    transaction(db, () => {
      const options = { clock, buyerKey: BUYER_KEY, feedSource: 'token' };
      const applier = createFeedApplier(db, options, emptySummary());
      for (let at = LINES; at > 0; at--) {
        const isbn13 = String(9_788_900_000_000 + at);
        const name = { itemId: null, externalId: at % 2 === 0 ? `rec-${at}` : null, isbn13 };
        const item = searchItem(at, { title: `${title} ${at}`, isbn13 });
        const patch = { kind: 'patch', name, fields: { salePrice: at } } as const;
        for (const record of [{ kind: 'item', item, name } as const, patch])
          assert.deepEqual(applier.apply([{ line: at, record }]), { refused: [], warnings: [] });
      }
    });
  }
  const often = runOften(runs);
  assert.ok(often.some((sql) => /isbn13 = \?/.test(sql)) && often.some((sql) => /item_name/.test(sql)));
  assert.deepEqual(scansOf(db, often), []);
});

/** Of the statements for many items one run is worth many. */
function runOften(runs: ReadonlyMap<string, number>): readonly string[] {
  return [...runs].filter(([sql, count]) => count >= LINES || isOfSearch(sql)).map(([sql]) => sql);
}

/** The steps of their plans that read a whole table or index. */
function scansOf(db: DatabaseSync, statements: readonly string[]): readonly string[] {
  return statements.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row.detail))
      .filter((detail) => /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES|\()/.test(detail))
      .map((detail) => `${detail}: ${sql}`),
  );
}

/** The words of items and the numbers of their changes, for one item and for many. */
function isOfSearch(sql: string): boolean {
  return /INSERT INTO search_item/.test(sql);
}

/** How often each statement was run that is prepared from now on. */
function countRuns(db: DatabaseSync): Map<string, number> {
  const runs = new Map<string, number>();
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    const statement = prepare(sql);
    for (const name of ['run', 'get', 'all'] as const) {
      const call = statement[name].bind(statement) as (...values: unknown[]) => unknown;
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          runs.set(sql, (runs.get(sql) ?? 0) + 1);
          return call(...values);
        },
      });
    }
    return statement;
  };
  return runs;
}
