import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { insertAuditLine } from '../../base/audit-line.ts';
import {
  type Clock,
  formatKstMonth,
  type KstMonth,
  kstDayOf,
  kstMonthFirstDay,
  kstMonthOfDay,
} from '../../clock.ts';
import type { Reader, SqlDatabase, SqlValue, Writer } from '../../sql-database.ts';
import { readTallyProgress } from '../run/run-record.ts';
import { isMonthDue } from '../schedule.ts';
import { type BuyerKey, ERASED_BUYER_MIN, ensureBuyerKey, keyedBuyer } from './buyer-reference.ts';
import { monthOfSale } from './ledger-months.ts';
import { listMonths, OF_MONTH, rangeOfMonth } from './month-lines.ts';

interface OrderPrivacyOptions {
  readonly catalog: SqlDatabase;
  readonly lists: Reader;
  readonly clock: Clock;
  readonly buyerKey: BuyerKey;
}

const WAIT_MS = 600_000;
const PATIENT = { waitMs: WAIT_MS, timeoutMs: WAIT_MS };

/** What operators can do with stored buyers (docs/accounts.md#privacy). */
export function createOrderPrivacy({ catalog, lists, clock, buyerKey }: OrderPrivacyOptions) {
  const ofBuyer = (buyer: string, work: (sql: Writer, stored: number) => Promise<number>) =>
    catalog.transaction(async (sql) => {
      await ensureBuyerKey(sql, buyerKey);
      return work(sql, keyedBuyer(buyerKey, buyer));
    }, PATIENT);
  const tell = (sql: Writer, actor: string, action: string, detail: object) =>
    insertAuditLine(sql, 'catalogue_audit', { atMs: clock.nowMs(), actor, action, target: 'orders', detail });
  /** Order lines that `deleteOrders` would delete. */
  const findOldOrders = (keptMonths: number) =>
    // In a snapshot, because the time limit of other statements is too short for counting the lines of months.
    catalog.snapshot((snapshot) => findOldMonths(snapshot, lists, clock.nowMs(), keptMonths));
  return {
    countLines: (buyer: string) => ofBuyer(buyer, (sql, stored) => countLines(sql, 'buyer = $1', [stored])),
    /** Replaces a buyer by random numbers, one in each month, so no list changes. Returns the number of lines. */
    eraseBuyer: (buyer: string, by: string) =>
      ofBuyer(buyer, async (sql, stored) => {
        const lines = await eraseBuyer(sql, stored);
        if (lines > 0) await tell(sql, by, 'orders.buyer-erased', { lines });
        return lines;
      }),
    findOldOrders,
    /**
     * Deletes orders with their lines and cancellations (docs/lists.md#retention), in small transactions. Published lists don't
     * change. The first transaction adds an audit line about all orders; after an interruption, the next call deletes the rest
     * and adds an audit line about these.
     */
    async deleteOrders(keptMonths: number) {
      const old = await findOldOrders(keptMonths);
      const detail = { lines: old.lines, until: formatKstMonth(old.months.at(-1) ?? 0) };
      let isTold = false;
      for (const month of old.months) {
        let deleted: number;
        do {
          deleted = await catalog.transaction(async (sql) => {
            if (!isTold) await tell(sql, 'system', 'orders.deleted', detail);
            return deleteSome(sql, month, clock.nowMs());
          }, PATIENT);
          isTold = true;
          await setImmediate();
        } while (deleted > 0);
      }
      return old;
    },
  };
}

async function countLines({ query }: Reader, where: string, values: readonly SqlValue[]): Promise<number> {
  const [row] = await query<{ lines: number }>(`SELECT count(*) AS lines FROM sale WHERE ${where}`, values);
  return row?.lines ?? 0;
}

async function eraseBuyer({ query }: Writer, buyer: number): Promise<number> {
  const select = 'SELECT DISTINCT sold_at_ms AS "soldAtMs" FROM sale WHERE buyer = $1';
  const sold = await query<{ soldAtMs: number }>(select, [buyer]);
  let lines = 0;
  for (const month of new Set(sold.map(({ soldAtMs }) => monthOfSale(soldAtMs)))) {
    const other = ERASED_BUYER_MIN + 2 * randomInt(2 ** 47);
    const erased = await query(
      `UPDATE sale SET buyer = $5 WHERE buyer = $6 AND ${OF_MONTH} RETURNING 1 AS line`,
      [...rangeOfMonth(month), other, buyer],
    );
    lines += erased.length;
    // Exclusions stay, with the new number: a later count of the month must leave out the same lines.
    await query('UPDATE exclusion SET buyer = $1 WHERE month = $2 AND buyer = $3', [other, month, buyer]);
  }
  // Undo records of imports may contain the old number.
  if (lines > 0) await query(DELETE_UNDO_OF_LINES);
  return lines;
}

const DELETE_UNDO_OF_LINES = `
  DELETE FROM undo
  WHERE cause = 'import' AND number IN (SELECT import_id FROM import_log WHERE order_lines > 0)`;

/** How long a month without counted copies keeps its lines: a shop may send its orders before its catalogue. */
const UNCOUNTED_MS = 30 * 86_400_000;

/** Months older than `keptMonths` that have a complete list, or no list and no new lines for UNCOUNTED_MS. */
async function findOldMonths(catalog: Reader, lists: Reader, nowMs: number, keptMonths: number) {
  const { tallied } = await readTallyProgress(catalog);
  const listed = await lists.query<{ period: KstMonth }>(`SELECT period FROM edition WHERE kind = 'monthly'`);
  const listedMonths = new Set(listed.map(({ period }) => period));
  const end = kstMonthOfDay(kstDayOf(nowMs)) - keptMonths;
  const old = { months: [] as KstMonth[], lines: 0 };
  for (const { month, ledgerRevision, receivedAtMs, counted } of await listMonths(catalog)) {
    const untilDay = kstMonthFirstDay(month + 1) - 1;
    const from = counted ?? tallied;
    if (month >= end || from === null) continue;
    if (isMonthDue(month, from, { nowMs, untilDay, ledgerRevision })) continue;
    const isDone = counted === null ? receivedAtMs <= nowMs - UNCOUNTED_MS : listedMonths.has(month);
    const lines = isDone ? await countLines(catalog, OF_MONTH, rangeOfMonth(month)) : 0;
    if (lines > 0) old.months.push(month);
    old.lines += lines;
  }
  return old;
}

/** Few, because a transaction may run on the thread that answers requests. */
const ORDERS_A_STEP = 200;

/** Returns the number of deleted lines. Marks the month as deleted, so that it is never counted from the remaining lines. */
async function deleteSome({ query }: Writer, month: KstMonth, nowMs: number): Promise<number> {
  const range = rangeOfMonth(month);
  const some = await query<{ order_no: number }>(
    `SELECT DISTINCT order_no FROM sale WHERE ${OF_MONTH} LIMIT ${ORDERS_A_STEP}`,
    range,
  );
  const orders = some.map(({ order_no }) => order_no);
  const deleted = await query(
    `DELETE FROM sale WHERE order_no = ANY ($5) AND ${OF_MONTH} RETURNING 1 AS line`,
    [...range, orders],
  );
  // The other rows of an order stay while the order has lines of another month.
  for (const table of ['sale_return', 'sale_order'])
    await query(
      `DELETE FROM ${table}
       WHERE order_no = ANY ($1) AND order_no NOT IN (SELECT order_no FROM sale WHERE order_no = ANY ($1))`,
      [orders],
    );
  await query('UPDATE sale_month SET deleted_at_ms = $1 WHERE month = $2', [nowMs, month]);
  return deleted.length;
}
