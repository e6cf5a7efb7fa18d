/** Fields of a cancellation that the row of an order has, too. */
const SHARED_FIELDS = [
  'orderId',
  'lineNo',
  'itemId',
  'externalId',
  'isbn13',
  'isbn10',
  'cancelledAt',
] as const;

type Row = Readonly<Record<string, unknown>>;

/**
 * What a row of an order table is (docs/feeds.md#orders-in-tables): a sale, the cancellation of its line, or, with a
 * negative quantity, a return of so many copies. Null for a row that its status says to skip.
 */
export function orderRecord(row: Row): Row | null {
  const { kind, quantity } = row;
  if (kind === 'skip') return null;
  if (kind !== 'sale' && kind !== 'cancel') return row;
  if (typeof quantity === 'number' && quantity < 0) {
    return {
      ...fieldsOf(row, [...SHARED_FIELDS, 'buyer']),
      kind: 'cancel',
      quantity: -quantity,
      ...(row.cancelledAt === undefined ? fieldsOf({ cancelledAt: row.soldAt }, ['cancelledAt']) : {}),
    };
  }
  if (kind === 'sale') {
    const { cancelledAt: _cancelledAt, ...sale } = row;
    return sale;
  }
  // The quantity of a cancelled order line is what was ordered: all of it.
  return 'soldAt' in row ? { ...fieldsOf(row, SHARED_FIELDS), kind } : row;
}

function fieldsOf(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}
