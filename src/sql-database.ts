import type { Clock } from './clock.ts';

export type SqlScalar = string | number | boolean | null | Buffer;

/**
 * A parameter's value. A list, which has bytes only on PostgreSQL, is used as a set, `account_id = ANY ($1)`, or as a table, `FROM unnest($1::text[]) AS k (isbn13)`.
 * Several lists of equal length are the columns of one table, `FROM unnest($1::bigint[], $2::bigint[]) AS k (order_no, line_no)`.
 */
export type SqlValue = SqlScalar | readonly SqlScalar[];

/**
 * Runs statements in the SQL that SQLite and PostgreSQL share: `RETURNING`, upserts, common table expressions that read, row
 * values. Parameters are numbered `$1`, `$2`, ... A row is a plain object. Its booleans are 0 and 1 in SQLite, so readers pass
 * them through `Boolean`; its bytes are a Uint8Array. `count(*)` is a number; cast every other aggregate.
 */
export interface Reader {
  /** The rows of one statement. Throws StoreUnavailableError and UniqueViolationError. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface InsertedRows {
  /** The table with its alias for `conflict`: `usage_day AS c`. */
  readonly into: string;
  /** Columns with types: `account_id bigint, calls text`. */
  readonly columns: string;
  /** Rows with distinct keys. */
  readonly rows: readonly (readonly SqlScalar[])[];
  /** The clause at the end of the statement: `ON CONFLICT DO NOTHING RETURNING word_key`. */
  readonly conflict?: string;
}

/** A consistent snapshot of all tables. */
export interface Snapshot extends Reader {
  /** The rows of a SELECT of any size, in chunks read by a cursor. */
  rows<Row extends object>(text: string, values?: readonly SqlValue[]): AsyncIterable<readonly Row[]>;
  /**
   * Calls `each` for every row of a SELECT whose columns are numbers, with NaN for NULL, without an object per row. An exception
   * in `each` ends the reading.
   */
  visit(text: string, values: readonly SqlValue[], each: (...numbers: number[]) => void): Promise<void>;
}

/** A transaction in progress. Rows that it reads without a lock may be changed by others before it ends. */
export interface Writer extends Reader {
  /** Locks the rows of a SELECT from one table: nobody else changes or locks them until the transaction ends. */
  queryLocked<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Takes a named lock until the transaction ends, for rows that may not exist yet. */
  lockName(name: string): Promise<void>;
  /** Inserts rows with few statements. Returns the rows of RETURNING. */
  insert<Row extends object>(rows: InsertedRows): Promise<Row[]>;
}

/** A transaction on its own connection that may await files. It is rolled back if its scope ends without a commit. */
export interface LongTransaction extends Writer, Snapshot, AsyncDisposable {
  commit(): Promise<void>;
  /** Rolls back. `last` then runs in another transaction, whose changes stay. */
  rollback(last?: (writer: Writer) => Promise<void>): Promise<void>;
  /**
   * Commits, then commits `work` on another database of the same store; on PostgreSQL both are one transaction. With SQLite, a
   * process that dies between the two leaves the other file unchanged.
   */
  commitWith(other: SqlDatabase, work: (writer: Writer) => Promise<void>): Promise<void>;
}

/** Work for one transaction at a time, over all processes: writing to the catalogue, making lists, loading the demo. */
export type LockName = 'catalogue' | 'ranking' | 'first start';

export interface BeginOptions {
  /** Released when the transaction ends. */
  readonly lock: LockName;
  /** Aborts waiting for the lock with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the lock before CatalogBusyError is thrown. */
  readonly waitMs: number;
  /** Runs in its own transaction as soon as the lock is held: others see its changes meanwhile. */
  readonly first?: (writer: Writer) => Promise<void>;
}

export interface TransactionOptions {
  /** Timeout of each statement, on engines with timeouts; that of `query` by default. */
  readonly timeoutMs?: number;
  /** How long to wait for other writers to the catalogue before CatalogBusyError is thrown. */
  readonly waitMs?: number;
}

/** A database of the store. Each engine has a driver for everything that differs. */
export interface SqlDatabase extends Reader {
  /**
   * Runs `work` in one transaction, which is rolled back if it throws. `work` may run again, so it must await only the
   * transaction's own statements; in SQLite anything else ends it with an error.
   */
  transaction<T>(work: (writer: Writer) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Gives `work` a snapshot for as long as it runs. Only migrations have to wait for it. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  begin(options: BeginOptions): Promise<LongTransaction>;
  /** Whether anyone holds a lock now. */
  isLocked(lock: LockName): Promise<boolean>;
  /** SQL for the database's clock, Unix ms: equal for all processes. */
  readonly nowMs: string;
  /** Call it after deleting personal data: erases what the engine's files still contain of it, as far as readers allow. */
  eraseDeleted(): Promise<void>;
  deleteStale(): Promise<void>;
}

/** What stores of state are made with. */
export interface SqlOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** The actor in the audit log: a part of the system or `account:<number>`, never a name or an address. */
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

/** The catalogue couldn't be written for some seconds, because of a running import. */
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

/** `($1, $2), ($3, $4), ...`: a VALUES list for the concatenated values of rows. */
export function valuesList(rows: number, columns: number): string {
  const row = (at: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${at * columns + column + 1}`).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

/**
 * A condition of a WHERE clause; each `$` in it is replaced by the number of the next value. If a value is undefined, the
 * condition is left out.
 */
type Condition = readonly [condition: string, ...values: (SqlValue | undefined)[]];

/**
 * A WHERE clause of all conditions that have values, with numbered parameters; empty without any. Leaving conditions out lets the
 * others use their indexes.
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

/** Replaces `= ANY ($1)` by `= $1` where the only parameter is a list of one value: both engines read lists slowly. */
export function withoutLoneList<Value>(
  text: string,
  values: readonly Value[],
): readonly [text: string, values: readonly Value[]] {
  const [list] = values;
  const isLone = values.length === 1 && Array.isArray(list) && list.length === 1 && text.includes(FIRST_LIST);
  return isLone ? [text.replaceAll(FIRST_LIST, '= $1'), list] : [text, values];
}

const FIRST_LIST = '= ANY ($1)';

/** The names of columns that are given with their types. */
export function columnNames(columns: string): readonly string[] {
  return columns.split(', ').map((column) => column.split(' ', 1)[0] ?? '');
}
