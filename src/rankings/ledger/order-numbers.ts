import { type KstDay, kstDayOf, kstDayStartMs } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import type { LedgerRecord } from '../sale.ts';

/** The order numbers of a day begin at day * ORDERS_A_DAY. */
export const ORDERS_A_DAY = 2 ** 31;

const EXAMPLES_MAX = 3;

export type OrderNumbers = ReturnType<typeof createOrderNumbers>;

/** Finds the numbers of orders, and gives each new order the next free number of the day of its first record. */
export function createOrderNumbers(sql: Writer) {
  const nextOfDay = new Map<KstDay, number>();
  /** The lowest number of this import's new orders, by day. */
  const firstNew = new Map<KstDay, number>();

  async function firstFree(day: KstDay): Promise<number> {
    const first = day * ORDERS_A_DAY;
    const [row] = await sql.query<{ highest: number | null }>(
      'SELECT max(order_no) AS highest FROM sale_order WHERE order_no BETWEEN $1 AND $2',
      [first, first + ORDERS_A_DAY - 1],
    );
    const free = row?.highest == null ? first : row.highest + 1;
    firstNew.set(day, free);
    return free;
  }

  return {
    /** The numbers of the records' orders, by order id. `opened` has the numbers of new orders. */
    async load(records: readonly LedgerRecord[]) {
      const days = new Map<string, KstDay>();
      for (const record of records) {
        const { orderId } = record.kind === 'sale' ? record.sale : record.cancellation;
        if (!days.has(orderId)) days.set(orderId, kstDayOf(timeOf(record)));
      }
      const found = await sql.query<{ order_id: string; order_no: number }>(
        'SELECT order_id, order_no FROM sale_order WHERE order_id = ANY ($1)',
        [[...days.keys()]],
      );
      const numbers = new Map(found.map(({ order_id, order_no }) => [order_id, order_no]));
      const rows: (readonly [orderNo: number, orderId: string])[] = [];
      for (const [orderId, day] of days) {
        if (numbers.has(orderId)) continue;
        const orderNo = nextOfDay.get(day) ?? (await firstFree(day));
        nextOfDay.set(day, orderNo + 1);
        numbers.set(orderId, orderNo);
        rows.push([orderNo, orderId]);
      }
      await sql.insert({ into: 'sale_order', columns: 'order_no bigint, order_id text', rows });
      return { numbers, opened: new Set(rows.map(([orderNo]) => orderNo)) };
    },
    isNew: (orderNo: number) => orderNo >= (firstNew.get(Math.floor(orderNo / ORDERS_A_DAY)) ?? Infinity),
    /**
     * Counts the import's new orders, and new orders that have buyer, items, quantities and times of an older order (`repeated`).
     * `examples` are texts such as `"A-9" = "A-1"` (docs/feeds.md#brakes).
     */
    async findRepeats() {
      let orders = 0;
      let repeated = 0;
      const examples: string[] = [];
      for (const [day, firstOfDay] of firstNew) {
        const [first, end] = [day * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY];
        const [counted] = await sql.query<{ orders: number }>(COUNT_ORDERS, [firstOfDay, end]);
        orders += counted?.orders ?? 0;
        if (firstOfDay === first) continue;
        for (const alike of await sql.query<Alike>(SELECT_ALIKE, [first, firstOfDay, end])) {
          repeated += Math.min(alike.newer, alike.older);
          if (examples.length < EXAMPLES_MAX)
            examples.push(`${JSON.stringify(alike.newId)} = ${JSON.stringify(alike.olderId)}`);
        }
      }
      return { orders, repeated, examples };
    },
  };
}

function timeOf(record: LedgerRecord): number {
  return record.kind === 'sale' ? record.sale.soldAtMs : record.cancellation.cancelledAtMs;
}

const COUNT_ORDERS = 'SELECT count(*) AS orders FROM sale_order WHERE order_no >= $1 AND order_no < $2';

type Alike = Readonly<Record<'newer' | 'older', number> & Record<'newId' | 'olderId', string>>;

/**
 * Groups orders by the text of all their lines. Order numbers begin at $1; new orders begin at $2, and the next day's orders at
 * $3. Leaves out orders without a line in the new orders' time span, and orders whose lines are all at the start of a day: their
 * time is a date, which many orders share. New orders aren't compared with each other, because several people may buy the same
 * book in the same second.
 */
const SELECT_ALIKE = `
  SELECT newer, older, n.order_id AS "newId", o.order_id AS "olderId"
  FROM (
    SELECT count(CASE WHEN order_no >= $2 THEN 1 END) AS newer, count(CASE WHEN order_no < $2 THEN 1 END) AS older,
      min(CASE WHEN order_no >= $2 THEN order_no END) AS first_new, min(order_no) AS first_older
    FROM (
      SELECT order_no, string_agg(line, ',' ORDER BY line) AS lines
      FROM (
        SELECT order_no, sold_at_ms, goods || ' ' || quantity || ' ' || sold_at_ms || ' ' || coalesce(CAST(buyer AS text), '') AS line
        FROM sale
        WHERE order_no IN (
          SELECT order_no
          FROM sale
          WHERE order_no >= $1 AND order_no < $3
            AND sold_at_ms >= (SELECT min(sold_at_ms) FROM sale WHERE order_no >= $2 AND order_no < $3)
            AND sold_at_ms <= (SELECT max(sold_at_ms) FROM sale WHERE order_no >= $2 AND order_no < $3))) AS sold
      GROUP BY order_no
      HAVING max((sold_at_ms - (${kstDayStartMs(0)})) % ${kstDayStartMs(1) - kstDayStartMs(0)}) > 0) AS held
    GROUP BY lines) AS alike
  JOIN sale_order AS n ON n.order_no = first_new
  JOIN sale_order AS o ON o.order_no = first_older
  WHERE older > 0
  ORDER BY first_older`;
