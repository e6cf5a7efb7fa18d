import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  columnNames,
  type InsertedRows,
  type Snapshot,
  type SqlScalar,
  type SqlValue,
  type Writer,
  withoutLoneList,
} from '../../sql-database.ts';

const STATEMENTS_MAX = 500;

export function sqliteWriter(db: DatabaseSync, statementOf = preparedStatements(db)): Writer {
  const query = async <Row extends object>(text: string, values?: readonly SqlValue[]) =>
    rowsOfStatement<Row>(statementOf, text, values);
  return {
    query,
    queryLocked: query,
    lockName: async () => {},
    insert: async <Row extends object>(rows: InsertedRows) => insertRows<Row>(statementOf, rows),
  };
}

export function sqliteSnapshot(db: DatabaseSync, statementOf = preparedStatements(db)): Snapshot {
  return {
    query: async <Row extends object>(text: string, values?: readonly SqlValue[]) =>
      rowsOfStatement<Row>(statementOf, text, values),
    async *rows<Row extends object>(text: string, values: readonly SqlValue[] = []) {
      // A new statement: running a cached statement again would restart its rows.
      let portion: Row[] = [];
      const { statement, names } = prepare(db, text);
      for (const row of statement.iterate(...boundValues(text, values))) {
        if (portion.push(rowObject(names, row)) < PORTION_ROWS) continue;
        yield portion;
        portion = [];
      }
      if (portion.length > 0) yield portion;
    },
    visit: async (text, values, each) => visitRows(db, text, values, each),
  };
}

const PORTION_ROWS = 2_000;

/** A row is returned after so many visits, because Node frees the numbers passed to the function only then. */
const VISITED_A_ROW = 20_000;

/**
 * Passes each row to an SQL function in JavaScript, because making objects of rows takes several times as long. The LIMIT keeps
 * SQLite from calling the function before it has sorted and filtered.
 */
function visitRows(
  db: DatabaseSync,
  text: string,
  values: readonly SqlValue[],
  each: (...numbers: number[]) => void,
): void {
  let visited = 0;
  db.function('visit_row', { varargs: true }, (...numbers) => {
    for (let at = 0; at < numbers.length; at++) numbers[at] ??= Number.NaN;
    each(...(numbers as number[]));
    visited += 1;
    return visited % VISITED_A_ROW === 0 ? 1 : 0;
  });
  const names = prepare(db, text).names.map((name) => `"${name}"`);
  const pauses = db.prepare(`
    SELECT 1 FROM (SELECT * FROM (${inSqliteWords(text)}) LIMIT -1) WHERE visit_row(${names.join(', ')}) = 1`);
  for (const _ of pauses.iterate(...boundValues(text, values)));
}

export type StatementOf = ReturnType<typeof preparedStatements>;

export function preparedStatements(db: DatabaseSync) {
  const statements = new Map<string, Prepared>();
  return (key: string, textOf = () => key): Prepared => {
    const known = statements.get(key);
    if (known !== undefined) return known;
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    const prepared = prepare(db, textOf());
    statements.set(key, prepared);
    return prepared;
  };
}

/** The statement returns arrays. Making objects of them takes half as long as copying the objects of node:sqlite. */
interface Prepared {
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

function prepare(db: DatabaseSync, text: string): Prepared {
  const statement = db.prepare(inSqliteWords(text));
  statement.setReturnArrays(true);
  return { statement, names: statement.columns().map(({ name }) => name) };
}

function rowObject<Row extends object>(names: readonly string[], values: unknown): Row {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = (values as readonly unknown[])[at];
  return row as Row;
}

export function rowsOfStatement<Row extends object>(
  statementOf: StatementOf,
  text: string,
  values: readonly SqlValue[] = [],
): Row[] {
  const [asked, given] = withoutLoneList(text, values);
  return allRows(statementOf(asked), boundValues(asked, given));
}

function allRows<Row extends object>(
  { statement, names }: Prepared,
  values: readonly SQLInputValue[],
): Row[] {
  return statement.all(...values).map((row) => rowObject<Row>(names, row));
}

/** SQLite gets lists as JSON, instead of `= ANY ($1)` and `unnest($1, …)`. */
const ANY = /= ANY \((\$\d+)\)/g;
const LIST = /unnest\((\$\d+)::\w+\[\]\) AS (\w+) \((\w+)\)/g;
const LISTS = /unnest\(\$(\d+)::\w+\[\]((?:, \$\d+::\w+\[\])+)\) AS (\w+) \(([\w, ]+)\)/g;

function inSqliteWords(text: string): string {
  return text
    .replaceAll(ANY, 'IN (SELECT value FROM json_each($1))')
    .replaceAll(LIST, '(SELECT value AS $3 FROM json_each($1)) AS $2')
    .replaceAll(LISTS, (_, first: string, others: string, table: string, columns: string) => {
      const values = columns.split(', ').map((column, at) => `value ->> ${at} AS ${column}`);
      const unused = numbersIn(others).map((number) => `$${number} IS NULL`);
      return `(SELECT ${values.join(', ')} FROM json_each($${first}) WHERE ${unused.join(' AND ')}) AS ${table}`;
    })
    .replaceAll(/\$(\d+)/g, '?$1');
}

function numbersIn(lists: string): readonly number[] {
  return Array.from(lists.matchAll(/\$(\d+)/g), ([, number]) => Number(number));
}

function boundValues(text: string, values: readonly SqlValue[]): Exclude<SqlScalar, boolean>[] {
  if (!text.includes('[], $')) return values.map(boundValue);
  const bound = [...values];
  for (const [, first = '', others = ''] of text.matchAll(LISTS)) {
    const columns = [Number(first), ...numbersIn(others)].map((number) => values[number - 1] as string[]);
    bound[Number(first) - 1] = JSON.stringify(columns[0]?.map((_, row) => columns.map((list) => list[row])));
    for (const number of numbersIn(others)) bound[number - 1] = null;
  }
  return bound.map(boundValue);
}

function boundValue(value: SqlValue): Exclude<SqlScalar, boolean> {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
    ? JSON.stringify(value)
    : value;
}

/** Rows per INSERT. More rows save little; single rows cost two to three times as much each. */
const ROWS_A_STATEMENT = 25;

/**
 * Inserts several rows with each statement; JSON would take half as long again. Uses `?`, because node:sqlite searches numbered
 * parameters one by one.
 */
function insertRows<Row extends object>(
  statementOf: StatementOf,
  { into, columns, rows, conflict = '' }: InsertedRows,
): Row[] {
  if (rows.length === 0) return [];
  const insert = (count: number) =>
    statementOf(`${count} into ${into} ${columns} ${conflict}`, () => {
      const names = columnNames(columns);
      const row = `(${names.map(() => '?').join(', ')})`;
      const values = Array.from({ length: count }, () => row).join(', ');
      return `INSERT INTO ${into} (${names.join(', ')}) VALUES ${values} ${conflict}`;
    });
  const many = rows.length < ROWS_A_STATEMENT ? null : insert(ROWS_A_STATEMENT);
  const returned: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const isMany = many !== null && rows.length - at >= ROWS_A_STATEMENT;
    const until = at + (isMany ? ROWS_A_STATEMENT : 1);
    const values: Exclude<SqlScalar, boolean>[] = [];
    for (; at < until; at++) for (const value of rows[at] ?? []) values.push(boundValue(value));
    for (const row of allRows<Row>(isMany ? many : insert(1), values)) returned.push(row);
  }
  return returned;
}
