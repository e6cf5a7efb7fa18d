import { ITEM_STATUSES } from '../../catalog/item.ts';
import { message } from '../../messages/messages.ts';
import type { Mapping } from '../mapping.ts';
import { shorten, show } from '../reason.ts';
import { TABLE_FIELDS } from '../record-fields.ts';
import { refuseFile } from '../text/input.ts';
import { CANCEL_WORD } from './shop-columns.ts';

const CANCEL_FIELDS = [...TABLE_FIELDS.cancel.keys()];
/** The fields that say which order line is cancelled, and when. */
const LINE_FIELDS = CANCEL_FIELDS.filter((field) => field !== 'quantity' && field !== 'buyer');

type Row = Readonly<Record<string, unknown>>;

/**
 * The record of an order table's row (docs/feeds.md#orders-in-tables): a sale, the cancellation of its line, or, with a negative
 * quantity, a return of that many copies. If order numbers restart each day, as in tills, a cancellation is a return with a
 * number of its own. Null for a row that its status says to skip.
 */
export function orderRecord(row: Row, isOfDay: boolean): Row | null {
  const { kind, quantity } = row;
  if (kind === 'skip') return null;
  if (kind !== 'sale' && kind !== 'cancel') return row;
  if (typeof quantity === 'number' && (quantity < 0 || (isOfDay && kind === 'cancel'))) {
    const cancelled = fieldsOf({ cancelledAt: row.soldAt, ...row }, CANCEL_FIELDS);
    return { ...cancelled, kind: 'cancel', quantity: Math.abs(quantity) };
  }
  if (kind === 'sale') {
    const { cancelledAt: _cancelledAt, ...sale } = row;
    return sale;
  }
  // The quantity of a cancelled line is the ordered one, so all of it is cancelled.
  return 'soldAt' in row ? { ...fieldsOf(row, LINE_FIELDS), kind } : row;
}

function fieldsOf(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** Statuses from several columns, the weakest first: a cancellation overrides a sale, 판매중지 overrides 판매중. */
const STRENGTHS: Readonly<Record<string, readonly unknown[]>> = {
  kind: [undefined, 'sale', 'skip', 'cancel'],
  itemStatus: [undefined, ...ITEM_STATUSES],
};

/** The stronger of two statuses; undefined for other fields. An unknown word is the strongest. */
export function strongerStatus(field: string, one: unknown, other: unknown): unknown {
  const order = STRENGTHS[field];
  if (order === undefined) return undefined;
  const strengthOf = (status: unknown) => (order.includes(status) ? order.indexOf(status) : order.length);
  return strengthOf(one) > strengthOf(other) ? one : other;
}

/** Maximum number of orders in a file without line numbers, because each order takes memory. */
const ORDERS_MAX = 1_000_000;

/** Numbers the lines of each order from 1 on, in the order of the rows. */
export function createLineNumbers(): (orderId: string) => number {
  const counts = new Map<string, number>();
  return (orderId) => {
    const lineNo = (counts.get(orderId) ?? 0) + 1;
    if (counts.size >= ORDERS_MAX && lineNo === 1)
      refuseFile(message('feeds.tooManyOrders', { max: ORDERS_MAX }));
    counts.set(orderId, lineNo);
    return lineNo;
  };
}

/** Longer texts are notes, not statuses. */
const CANCEL_LENGTH_MAX = 20;

/**
 * Throws UnreadableInputError if a column that the mapping doesn't mention says that copies came back: the row would be counted
 * as a sale. A column mapped to nothing (`[]`) is exempt.
 */
export function createStatusWatch(
  names: readonly string[],
  { columns, skip }: Mapping,
): (cells: readonly string[], row: number) => void {
  const isAnswered = (name: string) => Object.hasOwn(columns, name) || Object.hasOwn(skip, name);
  const open = [...names.entries()].filter(([, name]) => !isAnswered(name));
  return (cells, row) => {
    for (const [at, name] of open) {
      const cell = cells[at]?.trim() ?? '';
      if (cell.length > CANCEL_LENGTH_MAX || !CANCEL_WORD.test(cell)) continue;
      const shown = { column: shorten(name), row, shown: show(cell) };
      refuseFile(message('feeds.statusUnanswered', shown));
    }
  };
}
