import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { cutRecordings } from './changeset.ts';
import { type ChangeKeeper, keepsNothing } from './kept-changes.ts';

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

export type Row = readonly SQLInputValue[];

/** Reads and writes whole rows of a table, whose key is its first columns. `kept` keeps what they replace. */
export function createRowWriter(db: DatabaseSync, table: string, kept: ChangeKeeper = keepsNothing) {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  const key = columns.filter(({ pk }) => pk !== 0).map(({ name }) => `${name} = ?`);
  const find = db.prepare(`SELECT * FROM ${table} WHERE ${key.join(' AND ')}`);
  find.setReturnArrays(true);
  const put = db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key.join(' AND ')}`);
  const findRow = (row: Row): Row | null => {
    const found: unknown = find.get(...row.slice(0, key.length));
    return Array.isArray(found) ? found : null;
  };
  const note = (row: Row, before: Row | null, after: Row | null) => {
    const shown = key.length === 1 ? row[0] : row.slice(0, key.length);
    kept.note(table, JSON.stringify(shown), before && JSON.stringify(before), after && JSON.stringify(after));
  };
  return {
    /** The row with the key of another one, or null. */
    find: findRow,
    /** Writes a row unless it is there already, value for value. `before` is the row with its key until then. */
    put(row: Row): { readonly outcome: 'added' | 'changed' | 'unchanged'; readonly before: Row | null } {
      const before = findRow(row);
      if (before !== null && row.every((value, at) => value === before[at]))
        return { outcome: 'unchanged', before };
      put.run(...row);
      note(row, before, row);
      return { outcome: before === null ? 'added' : 'changed', before };
    },
    /** Removes the row with the key of another one. Whether there was such a row. */
    remove(row: Row): boolean {
      const before = findRow(row);
      if (before === null) return false;
      remove.run(...row.slice(0, key.length));
      note(row, before, null);
      return true;
    },
  };
}

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
