import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { nameOfNumber } from '../../src/catalog/item-names.ts';
import type { FeedRecord } from '../../src/ingest/feed-record.ts';
import { createFeedApplier } from '../../src/ingest/feed-store.ts';
import { emptySummary } from '../../src/ingest/import-log.ts';
import { preparedStatements, type StatementOf, sqliteWriter } from '../../src/store/sqlite/sql-statements.ts';
import { recordsNothing } from '../../src/store/undo-log.ts';
import { record } from '../contracts/catalog/catalog-records.ts';
import { BUYER_KEY, saleLine } from '../rankings/ranking-world.ts';
import { openCatalog } from '../search/runtime/search-fixture.ts';
import { searchItem } from '../search/search-item.ts';
import { fixedClock } from '../support/fixed-clock.ts';

/** Lines of each kind that a feed of this test has. */
const LINES = 40;

test('no statement that an import runs for each batch reads a whole table or index', async (t) => {
  const { db } = openCatalog(t);
  const [prepared, runs] = [preparedStatements(db), new Map<string, number>()];
  const counted: StatementOf = (...of) => {
    const found = prepared(...of);
    const sql = found.statement.sourceSQL;
    runs.set(sql, (runs.get(sql) ?? 0) + 1);
    return found;
  };
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  for (const title of ['처음', '다음', '다음']) {
    db.exec('BEGIN');
    const setting = { clock, buyerKey: BUYER_KEY, feedSource: 'token', undo: recordsNothing };
    const applier = await createFeedApplier(sqliteWriter(db, counted), setting, emptySummary());
    const apply = async (line: number, ...records: readonly FeedRecord[]) => {
      const { problems, warnings } = await applier.apply(records.map((record) => ({ line, record })));
      assert.deepEqual([problems, warnings], [[], []]);
    };
    // Backwards, so that no item is known to be new by its number.
    for (let at = LINES; at > 0; at--) {
      const isbn13 = String(9_788_900_000_000 + at);
      const name = { itemId: null, externalId: at % 2 === 0 ? `rec-${at}` : null, isbn13 };
      const [orderId, itemId] = [`${at}`, at];
      const item = searchItem(at, { title: `${title} ${at}`, isbn13 });
      await apply(at, { kind: 'item', item, name }, record(searchItem(1000 + at, { title })));
      await apply(at, { kind: 'patch', name, fields: { salePrice: at } });
      const sale = saleLine({ soldAt: '2026-11-20T12:00:00+09:00', itemId, orderId });
      const cancellation = { orderId, lineNo: 1, cancelledAtMs: clock.nowMs() };
      await apply(at, { kind: 'sale', sale }, { kind: 'cancel', cancellation });
    }
    for (let at = 1; title === '처음' && at <= LINES; at++)
      await apply(0, { kind: 'remove', name: nameOfNumber(1000 + at) });
    await applier.written();
    db.exec('COMMIT');
  }
  const often = [...runs].filter(([, count]) => count >= LINES).map(([sql]) => sql);
  for (const part of [
    /FROM item WHERE isbn13 (IN|=)/,
    /FROM item_name/,
    /FROM item WHERE item_id IN/,
    /DELETE FROM item /,
    /INTO search_item/,
    /INTO sale /,
    /INTO sale_return/,
  ])
    assert.match(often.join('\n'), part);
  assert.deepEqual(scansOf(db, often), []);
});

/** The steps of their plans that read a whole table or index. */
function scansOf(db: DatabaseSync, statements: readonly string[]): readonly string[] {
  return statements.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row.detail))
      .filter((detail) => /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES|json_each|\()/.test(detail))
      .map((detail) => `${detail}: ${sql}`),
  );
}
