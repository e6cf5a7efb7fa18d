import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { DayWindow, Deal } from '../../catalog/item.ts';

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

/** The days from one column to another; null where there are none. */
export function windowOf(from: unknown, until: unknown): DayWindow | null {
  return from === null ? null : { from: Number(from), until: Number(until) };
}

/** The deal that three columns hold, or null. */
export function dealOf(salePrice: unknown, from: unknown, until: unknown): Deal | null {
  const window = windowOf(from, until);
  return window && { salePrice: Number(salePrice), ...window };
}
