import type { DatabaseSync } from 'node:sqlite';
import { formatKstMonth, type KstMonth } from '../../../clock.ts';
import type { Exclusion, RecordedExclusion } from '../../../rankings/order-desk.ts';
import type { RestatedLines, Restatement } from '../../../rankings/restatement.ts';
import { type CatalogWrites, localWrites, writeInTurn } from '../catalog-writes.ts';
import { RETURNED } from './ledger-statements.ts';
import { isMonthDeleted, OF_MONTH, rangeOfMonth } from './month-lines.ts';
import { findCounted } from './tally-record.ts';

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
  const { month, excludedItemIds, excludedBuyers = [], reason, restatedAtMs, withoutLate } = restatement;
  const restate = () => {
    if (!canRestate(db, month)) return null;
    if (restatement.dryRun === true) return undone(db, () => countLate(db, month));
    const note = prepareNote(db);
    for (const itemId of excludedItemIds) note.run(month, itemId, null, reason, restatedAtMs);
    for (const buyer of excludedBuyers) note.run(month, null, buyer, reason, restatedAtMs);
    if (excludedItemIds.length + excludedBuyers.length === 0)
      note.run(month, null, null, reason, restatedAtMs);
    const counted = withoutLate === true ? { lateLines: 0, lateCancellations: 0 } : countLate(db, month);
    countAgain(db, month);
    return counted;
  };
  return writeInTurn(writes, db, restate, { waitMs });
}

/** What a change would give, without it. */
function undone<Result>(db: DatabaseSync, change: () => Result): Result {
  db.exec('SAVEPOINT look');
  const result = change();
  db.exec('ROLLBACK TO look');
  return result;
}

/** Ends an exclusion, and opens its month for one more count. Returns it; null as above. */
export function undoExclusion(
  db: DatabaseSync,
  exclusionId: number,
  restatedAtMs: number,
  writes: CatalogWrites,
  waitMs: number,
): Promise<Exclusion | null> {
  const undo = () => {
    const row = db
      .prepare(`
        SELECT month, item_id, CAST(buyer AS REAL) AS buyer
        FROM restatement
        WHERE restatement_id = ? AND coalesce(item_id, buyer) IS NOT NULL`)
      .get(exclusionId);
    if (row === undefined || !canRestate(db, Number(row.month))) return null;
    const [month, itemId] = [Number(row.month), row.item_id === null ? null : Number(row.item_id)];
    // First, so that the number of a row that goes isn't given to another one.
    prepareNote(db).run(month, null, null, '', restatedAtMs);
    db.prepare(`
      DELETE FROM restatement
      WHERE month = ? AND item_id IS ? AND CAST(buyer AS REAL) IS ?`).run(month, itemId, row.buyer ?? null);
    countAgain(db, month);
    return { month, itemId, mark: markOf(row.buyer) };
  };
  return writeInTurn(writes, db, undo, { waitMs });
}

/** Newest first. They are as few as operators have made by hand. */
export function listExclusions(db: DatabaseSync): RecordedExclusion[] {
  return db
    .prepare(`
      SELECT restatement_id, month, coalesce(title, item_id, '') AS title, CAST(buyer AS REAL) AS buyer, reason,
        restated_at_ms
      FROM restatement
      LEFT JOIN item USING (item_id)
      WHERE coalesce(item_id, buyer) IS NOT NULL
      ORDER BY restatement_id DESC`)
    .all()
    .map((row) => ({
      exclusionId: Number(row.restatement_id),
      month: formatKstMonth(Number(row.month)),
      title: String(row.title),
      mark: markOf(row.buyer),
      reason: String(row.reason),
      excludedAtMs: Number(row.restated_at_ms),
    }));
}

/** A buyer as the ledger has it, in digits. Numbers of erased buyers have more bits than other forms keep. */
export function markOf(buyer: unknown): string | null {
  return typeof buyer === 'number' ? BigInt(buyer).toString(16) : null;
}

export function buyerOf(mark: string | null): number | null {
  return mark === null ? null : Number(`0x${mark}`);
}

function canRestate(db: DatabaseSync, month: KstMonth): boolean {
  return findCounted(db, month) !== null && !isMonthDeleted(db, month);
}

function prepareNote(db: DatabaseSync) {
  return db.prepare(`
    INSERT INTO restatement (month, item_id, buyer, reason, restated_at_ms)
    VALUES (?, ?, ?, ?, ?)`);
}

/** Lets the next tally count a month. */
function countAgain(db: DatabaseSync, month: KstMonth): void {
  db.exec('UPDATE ledger_state SET revision = revision + 1');
  db.prepare('UPDATE sale_month SET revision = (SELECT revision FROM ledger_state) WHERE month = ?').run(
    month,
  );
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
  const cancellations = ['sale_cancel', 'sale_return'].map((table) =>
    db
      .prepare(`
        UPDATE ${table} SET late = 0
        WHERE late = 1 AND (order_no, line_no) IN (SELECT order_no, line_no FROM sale WHERE ${OF_MONTH})`)
      .run(...range),
  );
  db.prepare(`
    UPDATE sale SET returned = ${RETURNED}
    WHERE ${OF_MONTH} AND (order_no, line_no) IN (SELECT order_no, line_no FROM sale_return)`).run(...range);
  return {
    lateLines: Number(lines.changes),
    lateCancellations: cancellations.reduce((sum, { changes }) => sum + Number(changes), 0),
  };
}
