import type { DatabaseSync } from 'node:sqlite';
import { placeholders, prepareManyRows, ROWS_A_STATEMENT } from '../many-rows.ts';

/**
 * An erased buyer is a random even number from here on, which no reference leads to: 53 bits, doubled, are still exact.
 * Which reference the line had is forgotten, so a line that is sent again counts as the same whatever its buyer.
 */
export const ERASED_BUYER_MIN = 2 ** 53;

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
    insertFreshSales: prepareManyRows(
      db,
      SALE_COLUMNS.split(',').length,
      (values) => `INSERT INTO sale (${SALE_COLUMNS}) VALUES ${values}`,
    ),
    insertSale: db.prepare(`
      INSERT INTO sale (${SALE_COLUMNS})
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no) DO NOTHING`),
    findSameSale: db.prepare(`
      SELECT revision
      FROM sale
      WHERE order_no = ? AND line_no = ? AND goods = ? AND quantity = ? AND unit_price IS ?
        AND sold_at_ms = ? AND sex = ? AND age IS ? AND (buyer IS ? OR buyer >= ${ERASED_BUYER_MIN}) AND buyer_type = ?`),
    findSoldAt: db.prepare('SELECT sold_at_ms FROM sale WHERE order_no = ? AND line_no = ?'),
    findReturn: db.prepare(`
      SELECT revision
      FROM sale_return
      WHERE order_no = ?1 AND line_no = ?2 AND iif(?4 IS NULL, quantity IS NULL, cancelled_at_ms = ?3)`),
    insertReturn: db.prepare(`
      INSERT INTO sale_return (order_no, line_no, cancelled_at_ms, quantity, revision)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no, cancelled_at_ms) DO NOTHING`),
  };
}

const SALE_COLUMNS =
  'order_no, line_no, goods, quantity, unit_price, sold_at_ms, sex, age, buyer, buyer_type, revision, stray_day';
