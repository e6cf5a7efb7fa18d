import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { cutRecordings } from './changeset.ts';

/** The rows of a SELECT that names its columns as the fields of `Row`: what the store holds is trusted. */
export function rowsOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  // Without a prototype they would equal no other object.
  return statement.all(...values).map((row) => ({ ...row })) as Row[];
}

/** The first of these rows, or null. */
export function rowOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return rowsOf<Row>(statement, ...values)[0] ?? null;
}

/** All categories as CategoryNode. */
export const SELECT_CATEGORIES = `
  SELECT category_id AS "categoryId", category_name AS "categoryName", parent_id AS "parentId"
  FROM category
  ORDER BY category_id`;

/** Rows of the statements that write many: more save little, and single rows cost two to three times as much each. */
export const ROWS_A_STATEMENT = 25;

/** A VALUES list: `(?, ?), (?, ?), ...`. */
export function placeholders(rows: number, columns: number): string {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  return Array.from({ length: rows }, () => row).join(', ');
}

/**
 * Prepares what writes rows of so many columns, ROWS_A_STATEMENT at once and the rest one by one. `textOf` makes the
 * statement of a VALUES list. Gives back what the statement returns.
 */
export function prepareManyRows(db: DatabaseSync, columns: number, textOf: (values: string) => string) {
  const many = db.prepare(textOf(placeholders(ROWS_A_STATEMENT, columns)));
  const one = db.prepare(textOf(placeholders(1, columns)));
  return (rows: Iterable<readonly SQLInputValue[]>): Record<string, SQLOutputValue>[] => {
    const returned: Record<string, SQLOutputValue>[] = [];
    let waiting: (readonly SQLInputValue[])[] = [];
    for (const row of rows) {
      if (waiting.push(row) < ROWS_A_STATEMENT) continue;
      returned.push(...many.all(...waiting.flat()));
      cutRecordings(db);
      waiting = [];
    }
    for (const row of waiting) returned.push(...one.all(...row));
    return returned;
  };
}

/**
 * Rows that one statement passes to a function of ours. Node frees their values only when the statement ends: millions in
 * one statement held 170 bytes each, which the process kept.
 */
const VISITED_A_STATEMENT = 20_000;

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
    FROM (SELECT ${names} FROM ${from} WHERE item_id > ? ORDER BY item_id LIMIT ${VISITED_A_STATEMENT})`);
  while (page.get(last)?.item_count === VISITED_A_STATEMENT);
}
