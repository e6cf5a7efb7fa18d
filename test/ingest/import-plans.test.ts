import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createFeedApplier } from '../../src/ingest/apply/feed-applier.ts';
import type { FeedRecord } from '../../src/ingest/feed-record.ts';
import { emptySummary } from '../../src/ingest/import-log.ts';
import { transaction } from '../../src/store/sqlite/database.ts';
import { keepsNothing } from '../../src/store/sqlite/kept-changes.ts';
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
      const setting = { clock, buyerKey: BUYER_KEY, feedSource: 'token', kept: keepsNothing };
      const applier = createFeedApplier(db, setting, emptySummary());
      const apply = (line: number, ...records: readonly FeedRecord[]) => {
        const { problems, warnings } = applier.apply(records.map((record) => ({ line, record })));
        assert.deepEqual([problems, warnings], [[], []]);
      };
      // Backwards, so that no item is known to be new by its number.
      for (let at = LINES; at > 0; at--) {
        const isbn13 = String(9_788_900_000_000 + at);
        const name = { itemId: null, externalId: at % 2 === 0 ? `rec-${at}` : null, isbn13 };
        const [orderId, itemId] = [`${at}`, at];
        apply(at, { kind: 'item', item: searchItem(at, { title: `${title} ${at}`, isbn13 }), name });
        apply(at, { kind: 'item', item: searchItem(1000 + at, { title }) });
        apply(at, { kind: 'patch', name, fields: { salePrice: at } });
        const sale = saleLine({ soldAt: '2026-11-20T12:00:00+09:00', itemId, orderId });
        const cancellation = { orderId, lineNo: 1, cancelledAtMs: clock.nowMs() };
        apply(at, { kind: 'sale', sale }, { kind: 'cancel', cancellation });
      }
      const removals = Array.from(
        { length: LINES },
        (_, at) => ({ kind: 'remove', itemId: 1001 + at }) as const,
      );
      if (title === '처음') apply(0, ...removals);
    });
  }
  const often = runOften(runs);
  assert.equal(often.filter(isOfSearch).length, 2);
  for (const part of [/isbn13 = \?/, /item_name/, /DELETE FROM item /, /INTO sale /, /INTO sale_return/])
    assert.match(often.join('\n'), part);
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
