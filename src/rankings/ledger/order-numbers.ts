import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstDayOf } from '../../clock.ts';
import { placeholders, ROWS_A_STATEMENT } from '../../store/sqlite/rows.ts';
import type { SaleLine } from '../sale.ts';

/** Order numbers of one day begin at day * ORDERS_A_DAY. */
export const ORDERS_A_DAY = 2 ** 31;

/** An order as the ledger numbers it. */
export interface KnownOrder {
  readonly orderId: string;
  orderNo: number;
  /** The ledger holds no line of the order with this number or a higher one; Infinity where that is not known. */
  freshLineNo: number;
}

/** Numbers orders: an order's existing number, or a new one that begins with the day of its arrival. */
export function createOrderNumbers(db: DatabaseSync) {
  const statements = prepareOrders(db);
  const nextOfDay = new Map<KstDay, number>();
  const firstNew = new Map<KstDay, number>();
  // Lines of an order follow each other, so remembering one order saves most look-ups.
  let last: KnownOrder | null = null;
  const open = (orderId: string, day: KstDay): KnownOrder => {
    const orderNo = nextOfDay.get(day) ?? firstFreeNumber(statements, day);
    if (!firstNew.has(day)) firstNew.set(day, orderNo);
    nextOfDay.set(day, orderNo + 1);
    return { orderId, orderNo, freshLineNo: 0 };
  };
  return {
    find(orderId: string, day: KstDay): KnownOrder {
      if (last?.orderId === orderId) return last;
      last = open(orderId, day);
      insertOrders(statements, [last]);
      return last;
    },
    /** Lines with their orders. */
    findAll(sales: readonly SaleLine[]) {
      const opened = new Map<string, KnownOrder>();
      const orders = sales.map((sale): readonly [SaleLine, KnownOrder] => {
        const { orderId } = sale;
        if (last?.orderId === orderId) return [sale, last];
        last = opened.get(orderId) ?? open(orderId, kstDayOf(sale.soldAtMs));
        opened.set(orderId, last);
        return [sale, last];
      });
      insertOrders(statements, [...opened.values()]);
      return orders;
    },
    /** The number from which on the orders of a day are new, for each day that has new ones. */
    firstNew,
  };
}

type OrderStatements = ReturnType<typeof prepareOrders>;

function prepareOrders(db: DatabaseSync) {
  // Most orders are new: trying to insert first saves them a look-up.
  const insert = (orders: number) =>
    db.prepare(`
      INSERT INTO sale_order (order_no, order_id)
      VALUES ${placeholders(orders, 2)}
      ON CONFLICT (order_id) DO NOTHING`);
  return {
    findHighest: db.prepare(
      'SELECT max(order_no) AS order_no FROM sale_order WHERE order_no BETWEEN ? AND ?',
    ),
    insertOne: insert(1),
    insertMany: insert(ROWS_A_STATEMENT),
    find: db.prepare('SELECT order_no FROM sale_order WHERE order_id = ?'),
  };
}

function firstFreeNumber({ findHighest }: OrderStatements, day: KstDay): number {
  const first = day * ORDERS_A_DAY;
  const highest = findHighest.get(first, first + ORDERS_A_DAY - 1)?.order_no;
  return typeof highest === 'number' ? highest + 1 : first;
}

/** Adds new orders. Known ones get their existing numbers; those proposed for them stay unused. */
function insertOrders(statements: OrderStatements, orders: readonly KnownOrder[]): void {
  const whole = orders.length - (orders.length % ROWS_A_STATEMENT);
  for (let at = 0; at < whole; at += ROWS_A_STATEMENT) {
    const some = orders.slice(at, at + ROWS_A_STATEMENT);
    const { changes } = statements.insertMany.run(
      ...some.flatMap(({ orderNo, orderId }) => [orderNo, orderId]),
    );
    if (changes < some.length) for (const order of some) takeKnownNumber(statements, order);
  }
  for (const order of orders.slice(whole)) {
    const { changes } = statements.insertOne.run(order.orderNo, order.orderId);
    if (changes === 0) takeKnownNumber(statements, order);
  }
}

function takeKnownNumber({ find }: OrderStatements, order: KnownOrder): void {
  const orderNo = Number(find.get(order.orderId)?.order_no);
  if (orderNo === order.orderNo) return;
  order.orderNo = orderNo;
  order.freshLineNo = Infinity;
}

/**
 * The orders of a day that hold the same lines, as far as one is new and one is older: how many pairs, and the first of each.
 * A date alone is the start of its day in Korea: that two orders share it proves nothing. Orders of one file aren't compared
 * with each other, as several people may buy the same book in the same second.
 */
const ALIKE = `
  WITH span AS (
    SELECT min(sold_at_ms) AS from_ms, max(sold_at_ms) AS until_ms
    FROM sale
    WHERE order_no >= ?2 AND order_no < ?3
  ), near AS (
    SELECT DISTINCT order_no
    FROM sale, span
    WHERE order_no >= ?1 AND order_no < ?3 AND sold_at_ms BETWEEN from_ms AND until_ms
  ), content AS (
    SELECT
      order_no,
      group_concat(
        concat_ws(' ', goods, quantity, sold_at_ms, buyer), ',' ORDER BY goods, quantity, sold_at_ms, buyer
      ) AS lines
    FROM sale
    WHERE order_no IN (SELECT order_no FROM near)
    GROUP BY order_no
    HAVING max((sold_at_ms + 9 * 3600000) % 86400000) > 0
  )
  SELECT
    min(sum(order_no >= ?2), sum(order_no < ?2)) AS pairs,
    min(CASE WHEN order_no >= ?2 THEN order_no END) AS new_no,
    min(order_no) AS older_no
  FROM content
  GROUP BY lines
  HAVING pairs > 0
  ORDER BY older_no`;

const EXAMPLES_MAX = 3;

/** New orders of an import, by the day of their first line. */
export interface OrderRepeats {
  /** Orders that the import adds. */
  readonly orders: number;
  /** Of those, how many have the buyer, items, quantities and times of an order that was there before. */
  readonly repeated: number;
  /** The first ones, each with the order that it looks like. */
  readonly examples: readonly string[];
}

/**
 * Finds new orders that look like older ones under new numbers (docs/feeds.md#brakes). `firstNewOrders` = the number from
 * which on the orders of a day are new, for each day that has new ones.
 */
export function findOrderRepeats(
  db: DatabaseSync,
  firstNewOrders: ReadonlyMap<KstDay, number>,
): OrderRepeats {
  const countNew = db.prepare(
    'SELECT count(*) AS orders FROM sale_order WHERE order_no >= ? AND order_no < ?',
  );
  const alike = db.prepare(ALIKE);
  const orderId = db.prepare('SELECT order_id FROM sale_order WHERE order_no = ?');
  const nameOf = (orderNo: unknown) => JSON.stringify(orderId.get(Number(orderNo))?.order_id);
  let [orders, repeated] = [0, 0];
  const examples: string[] = [];
  for (const [day, firstNew] of firstNewOrders) {
    const first = day * ORDERS_A_DAY;
    const end = first + ORDERS_A_DAY;
    orders += Number(countNew.get(firstNew, end)?.orders);
    if (firstNew === first) continue;
    for (const { pairs, new_no, older_no } of alike.iterate(first, firstNew, end)) {
      repeated += Number(pairs);
      if (examples.length < EXAMPLES_MAX) examples.push(`${nameOf(new_no)} = ${nameOf(older_no)}`);
    }
  }
  return { orders, repeated, examples };
}
