import type { Clock } from './clock.ts';

export type SqlScalar = string | number | boolean | null | Buffer;

/**
 * A parameter's value. A list is used as a set, `account_id = ANY ($1)`, or as a column of a table; several lists of equal
 * length are columns of one table, `FROM unnest($1::bigint[], $2::bigint[]) AS k (order_no, line_no)`. Only PostgreSQL has
 * lists of bytes.
 */
export type SqlValue = SqlScalar | readonly SqlScalar[];

/**
 * Runs statements in the SQL that SQLite and PostgreSQL share: `RETURNING`, upserts, common table expressions that read, row
 * values. Parameters are `$1`, `$2`, ... A row is a plain object. SQLite returns booleans as 0 and 1, so readers pass them
 * through `Boolean`; bytes are a Uint8Array. `count(*)` is a number; cast every other aggregate.
 */
export interface Reader {
  /** The rows of one statement. Throws StoreUnavailableError and UniqueViolationError. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface InsertedRows {
  /** The table with the alias that `conflict` uses: `usage_day AS c`. */
  readonly into: string;
  /** Columns with types: `account_id bigint, calls text`. */
  readonly columns: string;
  /** Rows with distinct keys. */
  readonly rows: readonly (readonly SqlScalar[])[];
  /** The end of the statement: `ON CONFLICT DO NOTHING RETURNING word_key`. */
  readonly conflict?: string;
}

/** A consistent snapshot of all tables. */
export interface Snapshot extends Reader {
  /** The rows of a SELECT of any size, in chunks that a cursor reads. */
  rows<Row extends object>(text: string, values?: readonly SqlValue[]): AsyncIterable<readonly Row[]>;
  /**
   * Calls `each` with the columns of every row of a SELECT, which must be numbers; NaN stands for NULL. Makes no object per
   * row. An exception in `each` ends the reading.
   */
  visit(text: string, values: readonly SqlValue[], each: (...numbers: number[]) => void): Promise<void>;
}

/** A transaction in progress. Until it ends, other transactions can change the rows that it has read without a lock. */
export interface Writer extends Reader {
  /** Locks the rows of a SELECT from one table: until the transaction ends, no other one changes or locks them. */
  queryLocked<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Takes a lock by its name until the transaction ends; for rows that may not exist yet. */
  lockName(name: string): Promise<void>;
  /** Inserts rows, many with each statement. Returns the rows of RETURNING. */
  insert<Row extends object>(rows: InsertedRows): Promise<Row[]>;
}

/** A transaction on its own connection, which may wait for files. It is rolled back if its scope ends without `commit`. */
export interface LongTransaction extends Writer, Snapshot, AsyncDisposable {
  commit(): Promise<void>;
  /** Rolls back, then commits the changes of `last` in another transaction. */
  rollback(last?: (writer: Writer) => Promise<void>): Promise<void>;
  /**
   * Commits, then commits `work` on another database of the same store. On PostgreSQL both are one transaction; with SQLite, a
   * process that dies in between leaves the other database unchanged.
   */
  commitWith(other: SqlDatabase, work: (writer: Writer) => Promise<void>): Promise<void>;
}

/** What only one transaction at a time may do, over all processes: write to the catalogue, make lists, load the demo. */
export type LockName = 'catalogue' | 'ranking' | 'first start';

export interface BeginOptions {
  /** The lock to wait for; released when the transaction ends. */
  readonly lock: LockName;
  /** Aborts the wait for the lock, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the lock before CatalogBusyError is thrown. */
  readonly waitMs: number;
  /** Runs in a transaction of its own once the lock is held; others see its changes at once. */
  readonly first?: (writer: Writer) => Promise<void>;
}

export interface TransactionOptions {
  /** Timeout of each statement, on PostgreSQL only; by default that of `query`. */
  readonly timeoutMs?: number;
  /** How long to wait for other transactions that write to the catalogue before CatalogBusyError is thrown. */
  readonly waitMs?: number;
}

/** A database of the store. The drivers of SQLite and PostgreSQL hide everything in which the two differ. */
export interface SqlDatabase extends Reader {
  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws. `work` may run again, so it must await only statements
   * of its transaction; in SQLite, the transaction fails if `work` awaits anything else.
   */
  transaction<T>(work: (writer: Writer) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` on a snapshot. Only migrations have to wait until it ends. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  begin(options: BeginOptions): Promise<LongTransaction>;
  /** Whether any process holds a lock now. */
  isLocked(lock: LockName): Promise<boolean>;
  /** An SQL expression for the database's clock in Unix ms, which is the same for all processes. */
  readonly nowMs: string;
  /** Call it after deleting personal data: erases what remains in the engine's files, unless a reader still needs it. */
  eraseDeleted(): Promise<void>;
  deleteStale(): Promise<void>;
}

/** Options that many stores have in common. */
export interface SqlOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** The actor in the audit log: a part of the system or `account:<number>`; no name, no email address. */
  readonly actor?: string;
}

/**
 * The store can't be reached, or didn't respond in time (503 UPSTREAM_UNAVAILABLE). A statement that was sent may have been
 * executed, so nothing is repeated automatically. `cause` isn't shown to callers.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** A store can't be used in its state, or not for this purpose. The message tells the operator why and what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused';
}

/** A running import kept a write to the catalogue waiting for too long. */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/** A statement violated a UNIQUE constraint or a primary key. */
export class UniqueViolationError extends Error {
  override name = 'UniqueViolationError';
}

export async function findsRow(
  { query }: Reader,
  text: string,
  values: readonly SqlValue[],
): Promise<boolean> {
  return (await query(text, values)).length > 0;
}

/** `($1, $2), ($3, $4), ...`: a VALUES list with a parameter for each value of each row. */
export function valuesList(rows: number, columns: number): string {
  const row = (at: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${at * columns + column + 1}`).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

/** A condition of a WHERE clause and a value for each `$` in it. If a value is undefined, the condition is left out. */
type Condition = readonly [condition: string, ...values: (SqlValue | undefined)[]];

/**
 * A WHERE clause of the conditions whose values are given, with numbered parameters; empty if there is none. Without the other
 * conditions, the database can use the indexes of the given ones.
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

/** Replaces `= ANY ($1)` by `= $1` if the only parameter is a list with one value: both databases read lists slowly. */
export function withoutLoneList<Value>(
  text: string,
  values: readonly Value[],
): readonly [text: string, values: readonly Value[]] {
  const [list] = values;
  const isLone = values.length === 1 && Array.isArray(list) && list.length === 1 && text.includes(FIRST_LIST);
  return isLone ? [text.replaceAll(FIRST_LIST, '= $1'), list] : [text, values];
}

const FIRST_LIST = '= ANY ($1)';

/** The names in a list of columns with types. */
export function columnNames(columns: string): readonly string[] {
  return columns.split(', ').map((column) => column.split(' ', 1)[0] ?? '');
}
