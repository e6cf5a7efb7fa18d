import type { Clock } from './clock.ts';

export type SqlScalar = string | number | boolean | null | Buffer;

/**
 * A parameter's value. A list is used as a set, `account_id = ANY ($1)`, or as a column, `FROM unnest($1::bigint[], $2::bigint[])
 * AS k (order_no, line_no)`, where all lists have equal length. Lists of bytes work on PostgreSQL only.
 */
export type SqlValue = SqlScalar | readonly SqlScalar[];

/**
 * Runs statements in the SQL that SQLite and PostgreSQL share. Parameters are `$1`, `$2`, … SQLite returns booleans as 0 and 1,
 * and bytes as Uint8Array. `count(*)` is a number; cast the result of any other aggregate. Throws StoreUnavailableError and
 * UniqueViolationError.
 */
export interface Reader {
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface InsertedRows {
  /** The table with the alias that `conflict` uses: `usage_day AS c`. */
  readonly into: string;
  /** Column names with types: `account_id bigint, calls text`. */
  readonly columns: string;
  readonly rows: readonly (readonly SqlScalar[])[];
  readonly conflict?: string;
}

export interface Snapshot extends Reader {
  /** The rows of a SELECT of any size, in chunks. */
  rows<Row extends object>(text: string, values?: readonly SqlValue[]): AsyncIterable<readonly Row[]>;
  /** Calls `each` with the numbers of every row, NaN for NULL. If `each` throws, reading ends. */
  visit(text: string, values: readonly SqlValue[], each: (...numbers: number[]) => void): Promise<void>;
}

/** A transaction in progress. Others can change rows that it has read but not locked. */
export interface Writer extends Reader {
  /** Locks the rows of a SELECT from one table until the transaction ends. */
  queryLocked<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Takes a named lock until the transaction ends. Protects rows that may not exist yet. */
  lockName(name: string): Promise<void>;
  insert<Row extends object>(rows: InsertedRows): Promise<Row[]>;
}

/** A transaction on its own connection, which may await files. Rolled back if its scope ends without `commit`. */
export interface LongTransaction extends Writer, Snapshot, AsyncDisposable {
  commit(): Promise<void>;
  rollback(last?: (writer: Writer) => Promise<void>): Promise<void>;
  /**
   * Commits, then commits `work` on another database of the store. With PostgreSQL, both are one transaction. With SQLite, a
   * process that dies between the commits leaves the other database unchanged.
   */
  commitWith(other: SqlDatabase, work: (writer: Writer) => Promise<void>): Promise<void>;
}

export type LockName = 'catalogue' | 'ranking' | 'first start';

export interface BeginOptions {
  readonly lock: LockName;
  readonly signal?: AbortSignal | undefined;
  /** The maximum wait for the lock, after which CatalogBusyError is thrown. */
  readonly waitMs: number;
  /** Runs in its own transaction, which is committed once the lock is held and before the long transaction begins. */
  readonly first?: (writer: Writer) => Promise<void>;
}

export interface TransactionOptions {
  /** Limits each statement, on PostgreSQL only. */
  readonly timeoutMs?: number;
  /** The maximum wait for other writers of the catalogue, after which CatalogBusyError is thrown. */
  readonly waitMs?: number;
}

/** A database of the store. Two drivers, for SQLite and PostgreSQL, hide the differences. */
export interface SqlDatabase extends Reader {
  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws. `work` may be repeated, and must await only statements
   * of this transaction: anything else makes SQLite's transaction fail.
   */
  transaction<T>(work: (writer: Writer) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` on a snapshot. Only migrations wait for its end. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  begin(options: BeginOptions): Promise<LongTransaction>;
  isLocked(lock: LockName): Promise<boolean>;
  /** An SQL expression: the database's clock in Unix ms, the same for all processes. */
  readonly nowMs: string;
  /** Overwrites deleted personal data that remains in the files, unless a reader still needs it. */
  eraseDeleted(): Promise<void>;
  deleteStale(): Promise<void>;
}

export interface SqlOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** The actor in the audit log: a part of the system or `account:<number>`, never a name or an address. */
  readonly actor?: string;
}

/**
 * The store can't be reached or is too slow (503 UPSTREAM_UNAVAILABLE). The statement isn't retried, because it may have been
 * executed.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}

/** The store's state or the configuration doesn't permit its use. The message tells the operator what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused';
}

export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

export class UniqueViolationError extends Error {
  override name = 'UniqueViolationError';
}

const SQLITE_FULL = 13;
/** A disk quota, or the maximum size of a file, is reached. */
const SQLITE_IOERR_WRITE = 778;
const POSTGRES_DISK_FULL = '53100';

export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = 'errcode' in cause ? Number(cause.errcode) : 0;
  if ((code & 0xff) === SQLITE_FULL || code === SQLITE_IOERR_WRITE) return true;
  return 'code' in cause && cause.code === POSTGRES_DISK_FULL;
}

export async function findsRow(
  { query }: Reader,
  text: string,
  values: readonly SqlValue[],
): Promise<boolean> {
  return (await query(text, values)).length > 0;
}

export function valuesList(rows: number, columns: number): string {
  const row = (at: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${at * columns + column + 1}`).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

type Condition = readonly [condition: string, ...values: (SqlValue | undefined)[]];

/** A WHERE clause of those conditions whose values are all defined. An unused condition would keep the database from an index. */
export function whereOf(conditions: readonly Condition[]): { where: string; values: readonly SqlValue[] } {
  const asked = conditions.filter((condition) => !condition.includes(undefined));
  let number = 0;
  const numbered = asked.map(([condition]) => condition.replaceAll('$', () => `$${++number}`));
  return {
    where: numbered.length === 0 ? '' : `WHERE ${numbered.join(' AND ')}`,
    values: asked.flatMap(([, ...values]) => values.filter((value) => value !== undefined)),
  };
}

/** Replaces `= ANY ($1)` by `= $1` if the only value is a list of one. Both databases are slower with lists. */
export function withoutLoneList<Value>(
  text: string,
  values: readonly Value[],
): readonly [text: string, values: readonly Value[]] {
  const [list] = values;
  const isLone = values.length === 1 && Array.isArray(list) && list.length === 1 && text.includes(FIRST_LIST);
  return isLone ? [text.replaceAll(FIRST_LIST, '= $1'), list] : [text, values];
}

const FIRST_LIST = '= ANY ($1)';

/** The names in `order_no bigint, line_no integer`. */
export function columnNames(columns: string): readonly string[] {
  return columns.split(', ').map((column) => column.split(' ', 1)[0] ?? '');
}
