import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** The rows of a SELECT whose column names are the fields of `Row`. Types are trusted, not checked. */
export function rowsOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  // Copied, because rows of node:sqlite have no prototype and so equal no other object.
  return statement.all(...values).map((row) => ({ ...row })) as Row[];
}

/** The first row, or null. */
export function rowOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return rowsOf<Row>(statement, ...values)[0] ?? null;
}
