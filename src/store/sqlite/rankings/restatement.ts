import type { DatabaseSync } from 'node:sqlite';
import type { KstMonth } from '../../../clock.ts';
import type { RestatedLines, Restatement } from '../../../rankings/restatement.ts';
import { type CatalogWrites, localWrites, writeInTurn } from '../catalog-writes.ts';
import { findCountedEdition } from './edition-publisher.ts';
import { isMonthDeleted, OF_MONTH, rangeOfMonth } from './month-lines.ts';

/**
 * Opens a published month for one more count: late lines count from now on, and the excluded items and buyers don't. The next
 * tally publishes it. Null when the month has no list or its lines were deleted; then nothing is changed.
 * Waits for other writers for `waitMs`.
 */
export function restateMonth(
  db: DatabaseSync,
  restatement: Restatement,
  writes: CatalogWrites = localWrites,
  waitMs = 0,
): Promise<RestatedLines | null> {
  const {
    month,
    excludedItemIds,
    excludedBuyers = [],
    reason,
    restatedAtMs,
    withoutLate = false,
  } = restatement;
  const restate = () => {
    if (findCountedEdition(db, 'monthly', month) === null || isMonthDeleted(db, month)) return null;
    const note = db.prepare(`
      INSERT INTO restatement (month, item_id, buyer, reason, restated_at_ms)
      VALUES (?, ?, ?, ?, ?)`);
    for (const itemId of excludedItemIds) note.run(month, itemId, null, reason, restatedAtMs);
    for (const buyer of excludedBuyers) note.run(month, null, buyer, reason, restatedAtMs);
    if (excludedItemIds.length + excludedBuyers.length === 0)
      note.run(month, null, null, reason, restatedAtMs);
    const counted = withoutLate ? { lateLines: 0, lateCancellations: 0 } : countLate(db, month);
    db.exec('UPDATE ledger_state SET revision = revision + 1');
    db.prepare('UPDATE sale_month SET revision = (SELECT revision FROM ledger_state) WHERE month = ?').run(
      month,
    );
    return counted;
  };
  return writeInTurn(writes, db, restate, { waitMs });
}

function countLate(db: DatabaseSync, month: KstMonth): RestatedLines {
  const range = rangeOfMonth(month);
  const lines = db.prepare(`UPDATE sale SET late = 0 WHERE late = 1 AND ${OF_MONTH}`).run(...range);
  db.prepare(`
    UPDATE sale SET cancelled = 1
    WHERE cancelled = 0 AND ${OF_MONTH} AND EXISTS (
      SELECT 1 FROM sale_cancel AS c WHERE c.order_no = sale.order_no AND c.line_no = sale.line_no)`).run(
    ...range,
  );
  const cancellations = db
    .prepare(`
      UPDATE sale_cancel SET late = 0
      WHERE late = 1 AND (order_no, line_no) IN (SELECT order_no, line_no FROM sale WHERE ${OF_MONTH})`)
    .run(...range);
  const returns = db
    .prepare(`
      UPDATE sale_return SET late = 0
      WHERE late = 1 AND (order_no, line_no) IN (SELECT order_no, line_no FROM sale WHERE ${OF_MONTH})`)
    .run(...range);
  db.prepare(`
    UPDATE sale SET returned = min(quantity, (
      SELECT coalesce(sum(r.quantity), 0)
      FROM sale_return AS r
      WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.late = 0))
    WHERE ${OF_MONTH} AND (order_no, line_no) IN (SELECT order_no, line_no FROM sale_return)`).run(...range);
  return {
    lateLines: Number(lines.changes),
    lateCancellations: Number(cancellations.changes) + Number(returns.changes),
  };
}
