import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstDayOf, kstDayStartMs } from '../../../clock.ts';
import type { OrderRepeats } from '../../../ingest/feed-store.ts';
import type { SaleLine } from '../../../rankings/sale.ts';
import { grown, lowerBound } from '../../../typed-arrays.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** What an order is compared by, of each of its lines. */
interface ComparedLine extends Pick<SaleLine, 'quantity' | 'soldAtMs'> {
  /** As the ledger stores it; null = not known. */
  readonly buyer: number | null;
}

const EXAMPLES_MAX = 3;

/**
 * Finds new orders that look like older ones under new numbers (docs/feeds.md#brakes). `firstNewOf` = the number from which on
 * the orders of a day are new; undefined where none is.
 */
export function createOrderRepeats(db: DatabaseSync, firstNewOf: (day: KstDay) => number | undefined) {
  const days = new Map<KstDay, DayOfOrders>();
  const nameOf = (orderNo: number) =>
    JSON.stringify(db.prepare('SELECT order_id FROM sale_order WHERE order_no = ?').get(orderNo)?.order_id);
  return {
    /** A line that was added; those of orders that the ledger knew before are passed over. */
    add(orderNo: number, goods: number, line: ComparedLine): void {
      const day = Math.floor(orderNo / ORDERS_A_DAY);
      const firstNew = firstNewOf(day);
      if (firstNew === undefined || orderNo < firstNew) return;
      let orders = days.get(day);
      if (orders === undefined) {
        orders = createDayOfOrders(firstNew);
        days.set(day, orders);
      }
      orders.add(orderNo, goods, line);
    },
    /** Reads the older orders of each day that has new ones. */
    find(): OrderRepeats {
      let [orders, repeated] = [0, 0];
      const examples: string[] = [];
      for (const [day, ofDay] of days) {
        const pairs: (readonly [number, number])[] = [];
        orders += ofDay.count();
        repeated += countRepeats(ofDay, (windowMs) => olderOrders(db, day, ofDay.firstNew, windowMs), pairs);
        for (const [newNo, otherNo] of pairs)
          if (examples.length < EXAMPLES_MAX) examples.push(`${nameOf(newNo)} = ${nameOf(otherNo)}`);
      }
      return { orders, repeated, examples };
    },
  };
}

type DayOfOrders = ReturnType<typeof createDayOfOrders>;

/** The signatures of a day's new orders, by number: 8 bytes an order, so that a file may hold millions. */
function createDayOfOrders(firstNew: number) {
  let signatures = new Float64Array(16);
  let [fromMs, untilMs] = [Infinity, -Infinity];
  return {
    firstNew,
    add(orderNo: number, goods: number, line: ComparedLine): void {
      const at = orderNo - firstNew;
      if (at >= signatures.length) signatures = grown(signatures, (at + 1) * 2);
      signatures[at] = withLine(signatures[at] ?? 0, goods, line);
      fromMs = Math.min(fromMs, line.soldAtMs);
      untilMs = Math.max(untilMs, line.soldAtMs);
    },
    count: () => signatures.reduce((count, signature) => count + (signature === 0 ? 0 : 1), 0),
    timed: () => signatures.filter(isTimed).sort(),
    windowMs: () => [fromMs, untilMs] as const,
    /** The number of the first order with this signature. */
    numberOf: (signature: number) => firstNew + signatures.indexOf(signature),
  };
}

/**
 * How many of the orders have an older one with their signature; some of them in `pairs`. Orders of one file aren't compared with
 * each other: several people may buy the same book in the same second.
 */
function countRepeats(
  orders: DayOfOrders,
  older: (windowMs: readonly [number, number]) => Iterable<readonly [number, number]>,
  pairs: (readonly [number, number])[],
): number {
  const sorted = orders.timed();
  if (sorted.length === 0) return 0;
  /** At the first of the orders that look alike: how many of them an older one was found for. */
  const found = new Uint32Array(sorted.length);
  let count = 0;
  for (const [orderNo, signature] of older(orders.windowMs())) {
    const first = lowerBound(sorted, signature);
    const before = found[first] ?? 0;
    if (sorted[first + before] !== signature) continue;
    found[first] = before + 1;
    count++;
    if (pairs.length < EXAMPLES_MAX) pairs.push([orders.numberOf(signature), orderNo]);
  }
  return count;
}

/** Numbers and signatures of a day's older orders with a line sold within the window, both ends included. */
function* olderOrders(
  db: DatabaseSync,
  day: KstDay,
  firstNew: number,
  [fromMs, untilMs]: readonly [number, number],
): Generator<readonly [number, number]> {
  const firstOfDay = day * ORDERS_A_DAY;
  if (firstNew === firstOfDay) return;
  const lines = db.prepare(`
    SELECT order_no, goods, quantity, sold_at_ms, CAST(buyer AS REAL) AS buyer
    FROM sale
    WHERE order_no IN (
      SELECT order_no FROM sale WHERE order_no >= ? AND order_no < ? AND sold_at_ms BETWEEN ? AND ?)
    ORDER BY order_no`);
  let [orderNo, signature] = [-1, 0];
  for (const line of lines.iterate(firstOfDay, firstNew, fromMs, untilMs)) {
    const nextNo = Number(line.order_no);
    if (nextNo !== orderNo) {
      if (isTimed(signature)) yield [orderNo, signature];
      [orderNo, signature] = [nextNo, 0];
    }
    signature = withLine(signature, Number(line.goods), {
      quantity: Number(line.quantity),
      soldAtMs: Number(line.sold_at_ms),
      buyer: line.buyer === null ? null : Number(line.buyer),
    });
  }
  if (isTimed(signature)) yield [orderNo, signature];
}

const HASHES = 2 ** 52;

/**
 * The signature of an order with one line more, in whatever order lines come: the sum of their hashes of 52 bits, doubled,
 * and one more where a line has a time of day. 0 = no line.
 */
function withLine(signature: number, goods: number, line: ComparedLine): number {
  const sum = (Math.floor(signature / 2) + hashOf(goods, line)) % HASHES;
  const hasTime = line.soldAtMs !== kstDayStartMs(kstDayOf(line.soldAtMs));
  return sum * 2 + (hasTime || isTimed(signature) ? 1 : 0);
}

/** A date alone is the start of its day: that two orders share it proves nothing. */
function isTimed(signature: number): boolean {
  return signature % 2 === 1;
}

function hashOf(goods: number, { quantity, soldAtMs, buyer }: ComparedLine): number {
  let [low, high] = [0x9e3779b9, 0x85ebca6b];
  for (const word of [
    goods,
    Math.floor(goods / 2 ** 32),
    quantity,
    soldAtMs,
    Math.floor(soldAtMs / 2 ** 32),
    buyer ?? -1,
    Math.floor((buyer ?? -1) / 2 ** 32),
  ]) {
    low = Math.imul(low ^ word, 0x85ebca77);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0xc2b2ae3d) + low;
    high ^= high >>> 13;
  }
  low = Math.imul(low ^ (high >>> 16), 0x27d4eb2f);
  high = Math.imul(high ^ (low >>> 15), 0x165667b1);
  return ((high ^ (high >>> 16)) & 0xfffff) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0);
}
