import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { cutRecordings } from './changeset.ts';

/** Rows of the statements that write many: more save little, and single rows cost two to three times as much each. */
export const ROWS_A_STATEMENT = 25;

/** A VALUES list: `(?, ?), (?, ?), ...`. `before` and `after` are what else stands in each row. */
export function placeholders(rows: number, columns: number, before = '', after = ''): string {
  const row = `(${before}${Array.from({ length: columns }, () => '?').join(', ')}${after})`;
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
