import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/**
 * Rows that one statement passes to a function of ours. Node frees their values only when the statement ends: millions in
 * one statement held 170 bytes each, which the process kept.
 */
const ROWS_A_STATEMENT = 20_000;

export interface VisitedItems {
  /** A table with the column item_id, and how it is read. */
  readonly from: string;
  /** The columns after item_id. */
  readonly columns: readonly string[];
}

/**
 * Calls `visit` for every row, by ascending item number. An aggregate function, because rows made into objects take several
 * times as long.
 */
export function visitItems(
  db: DatabaseSync,
  { from, columns }: VisitedItems,
  visit: (itemId: number, ...values: SQLOutputValue[]) => void,
): void {
  let last = 0;
  db.aggregate('visit_item', {
    varargs: true,
    start: 0,
    step(count: number, itemId, ...values) {
      last = Number(itemId);
      visit(last, ...values);
      return count + 1;
    },
    result: (count: number) => count,
  });
  const names = ['item_id', ...columns].join(', ');
  const page = db.prepare(`
    SELECT visit_item(${names}) AS item_count
    FROM (SELECT ${names} FROM ${from} WHERE item_id > ? ORDER BY item_id LIMIT ${ROWS_A_STATEMENT})`);
  while (page.get(last)?.item_count === ROWS_A_STATEMENT);
}
