import type { DatabaseSync } from 'node:sqlite';
import { formatKstMonth, type KstMonth } from '../../../clock.ts';
import type { Exclusion, RecordedExclusion } from '../../../rankings/order-desk.ts';
import type { RestatedLines, Restatement } from '../../../rankings/restatement.ts';
import { type CatalogWrites, localWrites, writeInTurn } from '../catalog-writes.ts';
import { cutoffOf, inTime, isMonthDeleted, OF_MONTH, rangeOfMonth } from './month-lines.ts';
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
    const counted = withoutLate === true ? { lateLines: 0, lateCancellations: 0 } : countLate(db, month);
    if (restatement.dryRun === true) return counted;
    const note = prepareNote(db);
    for (const itemId of excludedItemIds) note.run(month, itemId, null, reason, restatedAtMs);
    for (const buyer of excludedBuyers) note.run(month, null, buyer, reason, restatedAtMs);
    if (excludedItemIds.length + excludedBuyers.length === 0)
      note.run(month, null, null, reason, restatedAtMs);
    if (withoutLate !== true) db.prepare('UPDATE sale_month SET cutoff = NULL WHERE month = ?').run(month);
    countAgain(db, month);
    return counted;
  };
  return writeInTurn(writes, db, restate, { waitMs });
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

/** What came for a month after its cutoff. */
function countLate(db: DatabaseSync, month: KstMonth): RestatedLines {
  const count = (table: string, where: string) => {
    const late = db.prepare(
      `SELECT count(*) AS rows FROM ${table} WHERE NOT ${inTime(cutoffOf('?5'))} AND ${where}`,
    );
    return Number(late.get(...rangeOfMonth(month), month)?.rows);
  };
  return {
    lateLines: count('sale', OF_MONTH),
    lateCancellations: count(
      'sale_return',
      `(order_no, line_no) IN (SELECT order_no, line_no FROM sale WHERE ${OF_MONTH})`,
    ),
  };
}
