import type { DatabaseSync } from 'node:sqlite';
import { placeholders, ROWS_A_STATEMENT } from '../many-rows.ts';

/**
 * An erased buyer is a random even number from here on, which no reference leads to: 53 bits, doubled, are still exact.
 * Which reference the line had is forgotten, so a line that is sent again counts as the same whatever its buyer.
 */
export const ERASED_BUYER_MIN = 2 ** 53;

/** The copies that returns take back of a row of `sale`, as its column "returned" has them. */
export const RETURNED = `min(sale.quantity, (
  SELECT coalesce(sum(r.quantity), 0)
  FROM sale_return AS r
  WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.late = 0))`;

export type LedgerStatements = ReturnType<typeof prepareLedger>;

/** The statements of the ledger writer. Prepared once per transaction, run millions of times. */
export function prepareLedger(db: DatabaseSync) {
  return {
    findHighestOrder: db.prepare(`
      SELECT max(order_no) AS order_no
      FROM sale_order
      WHERE order_no BETWEEN ? AND ?`),
    // Most orders are new: trying to insert first saves them a look-up.
    insertOrder: db.prepare(`
      INSERT INTO sale_order (order_no, order_id)
      VALUES (?, ?)
      ON CONFLICT (order_id) DO NOTHING`),
    insertOrders: db.prepare(`
      INSERT INTO sale_order (order_no, order_id)
      VALUES ${placeholders(ROWS_A_STATEMENT, 2)}
      ON CONFLICT (order_id) DO NOTHING`),
    findOrder: db.prepare('SELECT order_no FROM sale_order WHERE order_id = ?'),
    // Passing a value costs about as much as storing it: what most lines have in common is passed once or not at all.
    insertFreshSales: db.prepare(`
      INSERT INTO sale (received_at_ms, late, ${FRESH_COLUMNS}, cancelled, returned)
      VALUES ${placeholders(ROWS_A_STATEMENT, FRESH_WIDTH, '?1, ?2, ', ', 0, 0')}`),
    insertSale: db.prepare(`
      INSERT INTO sale (${FRESH_COLUMNS}, received_at_ms, late, cancelled, stray_day, returned)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no) DO NOTHING`),
    findSameSale: db.prepare(`
      SELECT 1
      FROM sale
      WHERE order_no = ? AND line_no = ? AND goods = ? AND quantity = ? AND unit_price IS ?
        AND sold_at_ms = ? AND sex = ? AND age IS ? AND (buyer IS ? OR buyer >= ${ERASED_BUYER_MIN}) AND buyer_type = ?`),
    findSoldAt: db.prepare('SELECT sold_at_ms FROM sale WHERE order_no = ? AND line_no = ?'),
    findCancel: db.prepare('SELECT 1 FROM sale_cancel WHERE order_no = ? AND line_no = ?'),
    insertCancel: db.prepare(`
      INSERT INTO sale_cancel (order_no, line_no, cancelled_at_ms, received_at_ms, late)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no) DO NOTHING`),
    cancelSale: db.prepare('UPDATE sale SET cancelled = 1 WHERE order_no = ? AND line_no = ?'),
    sumReturned: db.prepare(`
      SELECT coalesce(sum(quantity), 0) AS copies
      FROM sale_return
      WHERE order_no = ? AND line_no = ? AND late = 0`),
    insertReturn: db.prepare(`
      INSERT INTO sale_return (order_no, line_no, cancelled_at_ms, quantity, received_at_ms, late)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no, cancelled_at_ms) DO NOTHING`),
    countLateReturn: db.prepare(`
      UPDATE sale_return SET late = 0
      WHERE order_no = ? AND line_no = ? AND cancelled_at_ms = ? AND late = 1`),
    returnCopies: db.prepare(`
      UPDATE sale SET returned = ${RETURNED}
      WHERE order_no = ? AND line_no = ?`),
    findDeleted: db.prepare('SELECT 1 FROM sale_month_deleted WHERE month = ?'),
    findCounted: db.prepare('SELECT 1 FROM sale_month WHERE month = ? AND counted_until IS NOT NULL'),
    growRevision: db.prepare('UPDATE ledger_state SET revision = revision + 1'),
    markMonth: db.prepare(`
      INSERT INTO sale_month (month, revision)
      SELECT ?, revision FROM ledger_state WHERE true
      ON CONFLICT (month) DO UPDATE SET revision = excluded.revision`),
    countLateSale: db.prepare('UPDATE sale SET late = 0 WHERE order_no = ? AND line_no = ? AND late = 1'),
    countLateCancel: db.prepare(
      'UPDATE sale_cancel SET late = 0 WHERE order_no = ? AND line_no = ? AND late = 1',
    ),
    recordRestatement: db.prepare(`
      INSERT INTO restatement (month, item_id, reason, restated_at_ms)
      VALUES (?, NULL, 'import --restate', ?)`),
  };
}

/** Columns of a sale in which fresh ones differ, in the order of their values. */
const FRESH_COLUMNS =
  'order_no, line_no, goods, quantity, unit_price, sold_at_ms, sex, age, buyer, buyer_type';
export const FRESH_WIDTH = 10;
