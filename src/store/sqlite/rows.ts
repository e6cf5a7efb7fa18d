import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** The rows of a SELECT that names its columns as the fields of `Row`: what the store holds is trusted. */
export function rowsOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  // Without a prototype they would equal no other object.
  return statement.all(...values).map((row) => ({ ...row })) as Row[];
}

/** The first of these rows, or null. */
export function rowOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return rowsOf<Row>(statement, ...values)[0] ?? null;
}

/** Rows of the statements that write many: more save little, and single rows cost two to three times as much each. */
export const ROWS_A_STATEMENT = 25;

/** A VALUES list: `(?, ?), (?, ?), ...`. */
export function placeholders(rows: number, columns: number): string {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  return Array.from({ length: rows }, () => row).join(', ');
}
