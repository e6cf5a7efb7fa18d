import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** The rows of a SELECT, whose types are trusted. */
export function rowsOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  // Rows of node:sqlite have no prototype, and so equal no other object.
  return statement.all(...values).map((row) => ({ ...row })) as Row[];
}

export function rowOf<Row extends object>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return rowsOf<Row>(statement, ...values)[0] ?? null;
}
