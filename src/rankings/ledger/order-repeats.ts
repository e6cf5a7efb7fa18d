import { type KstDay, kstDayOf, kstDayStartMs } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** New orders of an import, by the day of their first line. */
export interface OrderRepeats {
  readonly orders: number;
  /** Of those, how many have the buyer, items, quantities and times of an order that was there before. */
  readonly repeated: number;
  /** The first ones, each with the order that it looks like. */
  readonly examples: readonly string[];
}

const EXAMPLES_MAX = 3;

/**
 * Finds new orders that look like older ones under new numbers (docs/feeds.md#brakes). `firstNewOrders` = the number from
 * which on the orders of a day are new, for each day that has new ones.
 */
export async function findOrderRepeats(
  sql: Writer,
  firstNewOrders: ReadonlyMap<KstDay, number>,
): Promise<OrderRepeats> {
  let orders = 0;
  let repeated = 0;
  const pairs: (readonly [newNo: number, olderNo: number])[] = [];
  for (const [day, firstNew] of firstNewOrders) {
    const end = (day + 1) * ORDERS_A_DAY;
    const [row] = await sql.query<{ orders: number }>(
      'SELECT count(*) AS orders FROM sale_order WHERE order_no >= $1 AND order_no < $2',
      [firstNew, end],
    );
    orders += row?.orders ?? 0;
    for (const { newNos, olderNos } of await findAlike(sql, day, firstNew)) {
      repeated += Math.min(newNos.length, olderNos.length);
      pairs.push([newNos[0] ?? 0, olderNos[0] ?? 0]);
    }
  }
  const shown = pairs.slice(0, EXAMPLES_MAX);
  const ids = await sql.query<{ order_no: number; order_id: string }>(
    'SELECT order_no, order_id FROM sale_order WHERE order_no = ANY ($1)',
    [shown.flat()],
  );
  const names = new Map(ids.map(({ order_no, order_id }) => [order_no, JSON.stringify(order_id)]));
  return {
    orders,
    repeated,
    examples: shown.map(([newNo, olderNo]) => `${names.get(newNo)} = ${names.get(olderNo)}`),
  };
}

interface Line {
  readonly order_no: number;
  readonly goods: number;
  readonly quantity: number;
  readonly sold_at_ms: number;
  readonly buyer: number | null;
}

/**
 * The orders of a day that hold the same lines, as far as one is new and one is older. A date alone is the start of its day in Korea:
 * that two orders share it proves nothing. Orders of one file aren't compared with each other, as several people may buy the same
 * book in the same second.
 */
async function findAlike(sql: Writer, day: KstDay, firstNew: number) {
  const first = day * ORDERS_A_DAY;
  if (firstNew === first) return [];
  const end = first + ORDERS_A_DAY;
  const [span] = await sql.query<{ from_ms: number | null; until_ms: number | null }>(
    `SELECT min(sold_at_ms) AS from_ms, max(sold_at_ms) AS until_ms
    FROM sale
    WHERE order_no >= $1 AND order_no < $2`,
    [firstNew, end],
  );
  const lines = await sql.query<Line>(
    `SELECT order_no, goods, quantity, sold_at_ms, CAST(buyer AS double precision) AS buyer
    FROM sale
    WHERE order_no IN (
      SELECT order_no FROM sale WHERE order_no >= $1 AND order_no < $2 AND sold_at_ms BETWEEN $3 AND $4)
    ORDER BY order_no`,
    [first, end, span?.from_ms ?? 0, span?.until_ms ?? 0],
  );
  const orders = [...Map.groupBy(lines, ({ order_no }) => order_no)].filter(
    ([, of]) => !of.every(isDateAlone),
  );
  const pairs = [...Map.groupBy(orders, ([, of]) => contentOf(of)).values()].map((same) => {
    const numbers = same.map(([orderNo]) => orderNo);
    return {
      newNos: numbers.filter((orderNo) => orderNo >= firstNew),
      olderNos: numbers.filter((orderNo) => orderNo < firstNew),
    };
  });
  return pairs
    .filter(({ newNos, olderNos }) => newNos.length > 0 && olderNos.length > 0)
    .sort((a, b) => (a.olderNos[0] ?? 0) - (b.olderNos[0] ?? 0));
}

function isDateAlone({ sold_at_ms }: Line): boolean {
  return sold_at_ms === kstDayStartMs(kstDayOf(sold_at_ms));
}

function contentOf(lines: readonly Line[]): string {
  const texts = lines.map(
    ({ goods, quantity, sold_at_ms, buyer }) => `${goods} ${quantity} ${sold_at_ms} ${buyer}`,
  );
  return texts.sort().join();
}
