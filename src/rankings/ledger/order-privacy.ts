import { randomInt } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KstMonth, kstDayOf, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { localWrites, type WriterOptions, writeInTurn } from '../../store/sqlite/catalog-writes.ts';
import { sqliteSnapshot, sqliteWriter } from '../../store/sqlite/sql-statements.ts';
import { readListedMonths } from '../lists/lists-file.ts';
import { readTallyProgress } from '../run/run-record.ts';
import { isMonthDue } from '../schedule.ts';
import { type BuyerKey, ERASED_BUYER_MIN, ensureBuyerKey, keyedBuyer } from './buyer-reference.ts';
import { listMonths, OF_MONTH, rangeOfMonth } from './month-lines.ts';

/** Order lines of months that are closed and published. */
export interface OldOrders {
  readonly lines: number;
  /** Ascending; empty when there is nothing to delete. */
  readonly months: readonly KstMonth[];
}

/** How long a step waits for an import to end. */
const WAIT_MS = 600_000;

/** What an operator may do about the buyers in the ledger (docs/accounts.md#privacy). */
export function createOrderPrivacy(
  options: WriterOptions & { readonly listsPath: string; readonly buyerKey: BuyerKey },
) {
  const { db, listsPath, clock, buyerKey, writes = localWrites } = options;
  const write = <T>(work: () => T | Promise<T>) => writeInTurn(writes, db, work, { waitMs: WAIT_MS });
  const ofBuyer = (buyer: string, work: (db: DatabaseSync, stored: number) => number) =>
    write(async () => {
      await ensureBuyerKey(sqliteWriter(db), buyerKey);
      return work(db, keyedBuyer(buyerKey, buyer));
    });
  const listOld = (keptMonths: number) =>
    listOldMonths(db, readListedMonths(listsPath), clock.nowMs(), keptMonths);
  return {
    /** How many order lines a buyer has, by the reference that the shop's feeds give. */
    countLines: (buyer: string) => ofBuyer(buyer, (own, stored) => countLines(own, 'buyer = ?', stored)),
    /**
     * Replaces the buyer by random numbers, another one in each month, and returns how many lines that were. No list
     * changes: within a month the lines still belong to one buyer.
     */
    eraseBuyer: (buyer: string) => ofBuyer(buyer, eraseBuyer),
    /** Order lines that `deleteOrders` would delete. */
    async findOldOrders(keptMonths: number): Promise<OldOrders> {
      const months = await listOld(keptMonths);
      return {
        months,
        lines: months.reduce((sum, month) => sum + countLines(db, OF_MONTH, ...rangeOfMonth(month)), 0),
      };
    },
    /**
     * Deletes orders with their lines and cancellations, except for those of the latest `keptMonths` months and the month
     * under way, and those of months that are open or whose list is not complete. A closed month in which nothing counted has
     * no list; its orders go once they lie there for 30 days. Published lists stay. Works in small steps: one that is
     * interrupted is continued by the next call.
     */
    async deleteOrders(keptMonths: number): Promise<OldOrders> {
      const months = await listOld(keptMonths);
      let lines = 0;
      for (const month of months) lines += await deleteMonth(db, month, clock.nowMs(), write);
      return { months, lines };
    },
  };
}

function countLines(db: DatabaseSync, where: string, ...values: SQLInputValue[]): number {
  return Number(db.prepare(`SELECT count(*) AS lines FROM sale WHERE ${where}`).get(...values)?.lines);
}

function eraseBuyer(db: DatabaseSync, buyer: number): number {
  const soldAt = db.prepare('SELECT DISTINCT sold_at_ms FROM sale WHERE buyer = ?').all(buyer);
  const months = new Set(soldAt.map((row) => kstMonthOfDay(kstDayOf(Number(row.sold_at_ms)))));
  const excluded = db.prepare(
    `UPDATE exclusion SET buyer = ${ERASED_BUYER_MIN} + 2 * ?1 WHERE month = ?2 AND buyer = ?3`,
  );
  let lines = 0;
  for (const month of months) {
    const other = randomInt(2 ** 47);
    const erased = db
      .prepare(`UPDATE sale SET buyer = ${ERASED_BUYER_MIN} + 2 * ?5 WHERE buyer = ?6 AND ${OF_MONTH}`)
      .run(...rangeOfMonth(month), other, buyer);
    lines += Number(erased.changes);
    // Who was left out of the month stays left out of it.
    excluded.run(other, month, buyer);
  }
  // What imports changed holds their order lines as they came.
  if (lines > 0) db.exec(FORGET_KEPT_LINES);
  return lines;
}

const FORGET_KEPT_LINES = `
  DELETE FROM undo
  WHERE cause = 'import' AND number IN (SELECT import_id FROM import_log WHERE order_lines > 0)`;

/** How long lines that count nothing wait for their items: a shop may send its history before its catalogue. */
const UNCOUNTED_MS = 30 * 86_400_000;

/**
 * Months older than the kept ones whose list is published and complete, or in which a tally found nothing to count, and whose
 * lines are still there.
 */
async function listOldMonths(
  db: DatabaseSync,
  listed: ReadonlySet<KstMonth>,
  nowMs: number,
  keptMonths: number,
): Promise<KstMonth[]> {
  const reader = sqliteSnapshot(db);
  const { tallied } = await readTallyProgress(reader);
  const end = kstMonthOfDay(kstDayOf(nowMs)) - keptMonths;
  const old = (await listMonths(reader)).filter(({ month, ledgerRevision, receivedAtMs, counted }) => {
    const untilDay = kstMonthFirstDay(month + 1) - 1;
    const from = counted ?? tallied;
    if (month >= end || from === null) return false;
    if (isMonthDue(month, from, { nowMs, untilDay, ledgerRevision })) return false;
    const isDone = counted === null ? receivedAtMs <= nowMs - UNCOUNTED_MS : listed.has(month);
    return isDone && countLines(db, OF_MONTH, ...rangeOfMonth(month)) > 0;
  });
  return old.map(({ month }) => month);
}

/** Orders a transaction: the thread that answers does this, too. */
const ORDERS_A_STEP = 200;

/**
 * Returns how many lines were deleted. The first step marks the month, so that it's never counted from what is left. Lines
 * that come later are late, and go with the next deletion.
 */
async function deleteMonth(
  db: DatabaseSync,
  month: KstMonth,
  nowMs: number,
  write: (work: () => number) => Promise<number>,
): Promise<number> {
  const range = rangeOfMonth(month);
  const mark = db.prepare('UPDATE sale_month SET deleted_at_ms = ? WHERE month = ?');
  const some = db.prepare(`SELECT DISTINCT order_no FROM sale WHERE ${OF_MONTH} LIMIT ${ORDERS_A_STEP}`);
  const ofSome = 'order_no IN (SELECT value FROM json_each(?5))';
  const deleteLines = db.prepare(`DELETE FROM sale WHERE ${ofSome} AND ${OF_MONTH}`);
  // What is left of orders without lines; those with lines of another month stay.
  const forget = ['sale_return', 'sale_order'].map((table) =>
    db.prepare(
      `DELETE FROM ${table} WHERE ${ofSome} AND order_no NOT IN (SELECT order_no FROM sale WHERE ${ofSome})`,
    ),
  );
  let lines = 0;
  for (;;) {
    const deleted = await write(() => {
      const orders = JSON.stringify(some.all(...range).map(({ order_no }) => order_no));
      const { changes } = deleteLines.run(...range, orders);
      for (const one of forget) one.run(...range, orders);
      mark.run(nowMs, month);
      return Number(changes);
    });
    if (deleted === 0) return lines;
    lines += deleted;
    await nextTurn();
  }
}
