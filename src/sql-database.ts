import type { Clock } from './clock.ts';

/** A value of a column. */
export type SqlScalar = string | number | boolean | null | Buffer;

/**
 * What a statement can be given. A list stands where one of its values is meant, `account_id = ANY ($1)`, or as a table of them,
 * `FROM unnest($1::text[]) AS k (isbn13)`.
 */
export type SqlValue = SqlScalar | readonly (string | number)[];

/**
 * Runs statements in the SQL that SQLite and PostgreSQL share: `RETURNING`, upserts, common table expressions that read, row values.
 * Values are numbered `$1`, `$2`, ... A row is a plain object. Its booleans are 0 and 1 in SQLite, so readers pass them through
 * `Boolean`; its bytes are a Uint8Array. `count(*)` is a number, every other aggregate is cast.
 */
export interface Queryable {
  /** The rows of one statement. Throws StoreUnavailableError and UniqueViolationError. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface InsertedRows {
  /** The table, and the name that `conflict` has for it: `usage_day AS c`. */
  readonly into: string;
  /** The columns of the rows with their types: `account_id bigint, calls text`. */
  readonly columns: string;
  /** No two have the same key. */
  readonly rows: readonly (readonly SqlScalar[])[];
  /** The end of the statement: `ON CONFLICT DO NOTHING RETURNING word_key`. */
  readonly conflict?: string;
}

/** A transaction under way. What it reads without a lock may be changed by others before it ends. */
export interface Transaction extends Queryable {
  /** The rows of a SELECT from one table. Nobody else changes or locks them until the transaction ends. */
  queryLocked<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Waits until no other transaction holds a name, and holds it to the end: for rows that may not exist yet. */
  lockName(name: string): Promise<void>;
  /** Inserts rows with few statements, however many they are. Returns the rows of RETURNING. */
  insert<Row extends object>(rows: InsertedRows): Promise<Row[]>;
}

/** The database of state (accounts, tokens, mail, search words). Each engine has a driver, which holds everything that differs. */
export interface SqlDatabase extends Queryable {
  /**
   * Runs `work` in one transaction: all of it is kept, or, when it throws, none. `work` may run again, so it must await nothing but
   * the transaction's own statements; in SQLite anything else ends it with an error. Where statements are timed, each may take
   * `timeoutMs`, as long as `query` when left out.
   */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { readonly timeoutMs?: number },
  ): Promise<T>;
  /** An expression for the database's clock, Unix ms: the same for all processes. */
  readonly nowMs: string;
  /** Call it after personal data was deleted: removes what the engine's files still hold of it, as far as readers allow. */
  eraseDeleted(): Promise<void>;
  /** Deletes expired rows of tables that only this engine has. */
  deleteStale(): Promise<void>;
}

/** What stores of state are made with. */
export interface SqlOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** The actor for the audit log: a part of the system or `account:<number>`, never a name or an address. */
  readonly actor?: string;
}

/**
 * The store can't be reached, or didn't respond in time (503 UPSTREAM_UNAVAILABLE). Work in progress may or may not
 * have happened, so nothing is repeated automatically. The cause stays inside the service.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** A store must not be used as it is, or not for what was asked. The message says why and what to do, for the operator. */
export class StoreRefused extends Error {
  override name = 'StoreRefused';
}

/** The catalogue couldn't be written for some seconds because an import is in progress. */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/** A statement would have made a second row where a constraint allows one. */
export class UniqueViolationError extends Error {
  override name = 'UniqueViolationError';
}

/** Whether a SELECT, or a change with RETURNING, has found a row. */
export async function findsRow(
  { query }: Queryable,
  text: string,
  values: readonly SqlValue[],
): Promise<boolean> {
  return (await query(text, values)).length > 0;
}

/** `($1, $2), ($3, $4), ...` for a VALUES list whose rows are given one after the other. */
export function valuesList(rows: number, columns: number): string {
  const row = (at: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${at * columns + column + 1}`).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

/** A condition of a WHERE clause; each `$` in it stands for the next of its values. Without one of them it asks for nothing. */
type Condition = readonly [condition: string, ...values: (SqlScalar | undefined)[]];

/**
 * The WHERE clause of the conditions that ask for something, all of which have to hold, with numbered values; empty
 * without any. Left-out conditions let the others use their indexes.
 */
export function whereOf(conditions: readonly Condition[]): { where: string; values: readonly SqlValue[] } {
  const asked = conditions.filter((condition) => !condition.includes(undefined));
  let number = 0;
  const numbered = asked.map(([condition]) => condition.replaceAll('$', () => `$${++number}`));
  return {
    where: numbered.length === 0 ? '' : `WHERE ${numbered.join(' AND ')}`,
    values: asked.flatMap(([, ...values]) => values.filter((value) => value !== undefined)),
  };
}

/** The names of columns that are given with their types. */
export function columnNames(columns: string): readonly string[] {
  return columns.split(', ').map((column) => column.split(' ', 1)[0] ?? '');
}
