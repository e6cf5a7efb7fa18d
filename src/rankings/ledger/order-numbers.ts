import type { KstDay } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';

/** The order numbers of a day begin at day * ORDERS_A_DAY. */
export const ORDERS_A_DAY = 2 ** 31;

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
    firstNew: firstNew as ReadonlyMap<KstDay, number>,
    /**
     * `days` has the ids of orders, each with the day of its first record. Returns the order numbers by id; `opened` has those of
     * new orders.
     */
    async load(days: ReadonlyMap<string, KstDay>) {
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
    /** Whether the import has added an order. */
    isNew: (orderNo: number) => orderNo >= (firstNew.get(Math.floor(orderNo / ORDERS_A_DAY)) ?? Infinity),
  };
}
