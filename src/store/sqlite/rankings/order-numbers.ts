import { type KstDay, kstDayOf } from '../../../clock.ts';
import type { SaleLine } from '../../../rankings/sale.ts';
import { ROWS_A_STATEMENT } from '../many-rows.ts';
import type { LedgerStatements } from './ledger-statements.ts';

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
export function createOrderNumbers(ledger: LedgerStatements) {
  const nextOfDay = new Map<KstDay, number>();
  const firstNew = new Map<KstDay, number>();
  // Lines of an order follow each other, so remembering one order saves most look-ups.
  let last: KnownOrder | null = null;
  const open = (orderId: string, day: KstDay): KnownOrder => {
    const orderNo = nextOfDay.get(day) ?? firstFreeNumber(ledger, day);
    if (!firstNew.has(day)) firstNew.set(day, orderNo);
    nextOfDay.set(day, orderNo + 1);
    return { orderId, orderNo, freshLineNo: 0 };
  };
  return {
    find(orderId: string, day: KstDay): KnownOrder {
      if (last?.orderId === orderId) return last;
      last = open(orderId, day);
      insertOrders(ledger, [last]);
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
      insertOrders(ledger, [...opened.values()]);
      return orders;
    },
    /** The number from which on the orders of a day are new, for each day that has new ones. */
    firstNew,
  };
}

function firstFreeNumber(ledger: LedgerStatements, day: KstDay): number {
  const first = day * ORDERS_A_DAY;
  const highest = ledger.findHighestOrder.get(first, first + ORDERS_A_DAY - 1)?.order_no;
  return typeof highest === 'number' ? highest + 1 : first;
}

/** Adds new orders. Known ones get their existing numbers; those proposed for them stay unused. */
function insertOrders(ledger: LedgerStatements, orders: readonly KnownOrder[]): void {
  const whole = orders.length - (orders.length % ROWS_A_STATEMENT);
  for (let at = 0; at < whole; at += ROWS_A_STATEMENT) {
    const some = orders.slice(at, at + ROWS_A_STATEMENT);
    const { changes } = ledger.insertOrders.run(
      ...some.flatMap(({ orderNo, orderId }) => [orderNo, orderId]),
    );
    if (changes < some.length) for (const order of some) takeKnownNumber(ledger, order);
  }
  for (const order of orders.slice(whole)) {
    const { changes } = ledger.insertOrder.run(order.orderNo, order.orderId);
    if (changes === 0) takeKnownNumber(ledger, order);
  }
}

function takeKnownNumber(ledger: LedgerStatements, order: KnownOrder): void {
  const orderNo = Number(ledger.findOrder.get(order.orderId)?.order_no);
  if (orderNo === order.orderNo) return;
  order.orderNo = orderNo;
  order.freshLineNo = Infinity;
}
