import type { Cancellation, LedgerRecord } from '../sale.ts';
import type { StoredReturn, StoredSale } from './ledger-rows.ts';

/** An order line that a batch names, whether it is there or not. */
export interface LineEntry {
  readonly orderNo: number;
  readonly lineNo: number;
  /** Null while there is no such line. */
  sale: StoredSale | null;
  /** What was taken back of it, by its time. */
  readonly returns: Map<number, StoredReturn>;
  /** What took all of it back. */
  cancelled: StoredReturn | null;
}

interface OrderEntry {
  readonly orderNo: number;
  readonly lines: Map<number, LineEntry>;
}

export type LedgerEntries = ReturnType<typeof createLedgerEntries>;

/** The part of the ledger that a batch names: orders by their ids, those that were there before it by their numbers, too. */
export function createLedgerEntries(
  opened: readonly (readonly [orderNo: number, orderId: string])[],
  known: ReadonlyMap<string, number>,
) {
  const byId = new Map<string, OrderEntry>();
  const byNo = new Map<number, OrderEntry>();
  for (const [orderNo, orderId] of opened) byId.set(orderId, { orderNo, lines: new Map() });
  for (const [orderId, orderNo] of known) {
    const order = { orderNo, lines: new Map() };
    byId.set(orderId, order);
    byNo.set(orderNo, order);
  }

  /** The entry of a row, also of an order that no record names. */
  function entryOf({ order_no, line_no }: Pick<StoredSale, 'order_no' | 'line_no'>): LineEntry {
    const order = byNo.get(order_no) ?? { orderNo: order_no, lines: new Map() };
    byNo.set(order_no, order);
    return lineIn(order, line_no);
  }

  return {
    /** The order line that a record names. */
    lineOf(record: LedgerRecord): LineEntry {
      const { orderId, lineNo } = record.kind === 'sale' ? record.sale : record.cancellation;
      const order = byId.get(orderId);
      if (order === undefined) throw new Error(`order ${JSON.stringify(orderId)} was not loaded`);
      return lineIn(order, lineNo);
    },
    /** The lines of an order that the batch knows of. */
    linesOf: (orderId: string): LineEntry[] => [...(byId.get(orderId)?.lines.values() ?? [])],
    /** Whether the order of a line was there before the batch. */
    isOrderKnown: ({ orderNo }: LineEntry): boolean => byNo.has(orderNo),
    addSale(row: StoredSale): LineEntry {
      const entry = entryOf(row);
      entry.sale = row;
      return entry;
    },
    addReturns(rows: readonly StoredReturn[]): void {
      for (const row of rows) addReturn(entryOf(row), row);
    },
  };
}

function lineIn({ orderNo, lines }: OrderEntry, lineNo: number): LineEntry {
  const known = lines.get(lineNo);
  if (known !== undefined) return known;
  const entry = { orderNo, lineNo, sale: null, returns: new Map(), cancelled: null };
  lines.set(lineNo, entry);
  return entry;
}

export function addReturn(entry: LineEntry, row: StoredReturn): void {
  entry.returns.set(row.cancelled_at_ms, row);
  if (row.quantity === null) entry.cancelled = row;
}

/** The copies of a line that are still sold; less than 0 where more came back. */
export function copiesLeft({ sale, returns }: LineEntry): number {
  const copies = sale?.quantity ?? 0;
  return [...returns.values()].reduce((left, { quantity }) => left - (quantity ?? copies), copies);
}

/** The time by which a return is known. The time of receipt is another one each time that the same feed comes in. */
export function returnedAtMs({ cancelledAtMs, isTimeDefault = false }: Cancellation): number {
  return isTimeDefault ? 0 : cancelledAtMs;
}

/** Of a line in both tables. */
export function keyOf({ orderNo, lineNo }: Pick<LineEntry, 'orderNo' | 'lineNo'>): readonly number[] {
  return [orderNo, lineNo];
}
