import type { Clock } from './clock.ts';

/** A value of a column. */
export type SqlScalar = string | number | boolean | null | Buffer;

/**
 * What a statement can be given. A list stands where one of its values is meant, `account_id = ANY ($1)`, or as a table of them,
 * `FROM unnest($1::text[]) AS k (isbn13)`. Several of one length are the columns of one table,
 * `FROM unnest($1::bigint[], $2::bigint[]) AS k (order_no, line_no)`.
 */
export type SqlValue = SqlScalar | readonly (string | number)[];

/**
 * Runs statements in the SQL that SQLite and PostgreSQL share: `RETURNING`, upserts, common table expressions that read, row values.
 * Values are numbered `$1`, `$2`, ... A row is a plain object. Its booleans are 0 and 1 in SQLite, so readers pass them through
 * `Boolean`; its bytes are a Uint8Array. `count(*)` is a number, every other aggregate is cast.
 */
export interface Reader {
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

/** One state of all tables, for as long as its reader takes. */
export interface Snapshot extends Reader {
  /** The rows of a SELECT of any size, in portions of a cursor. */
  rows<Row extends object>(text: string, values?: readonly SqlValue[]): AsyncIterable<readonly Row[]>;
  /**
   * Calls `each` for every row of a SELECT whose columns are numbers, with NaN for NULL. Millions of rows cost no objects. It must
   * throw nothing away by itself: an error of `each` ends the reading.
   */
  visit(text: string, values: readonly SqlValue[], each: (...numbers: number[]) => void): Promise<void>;
}

/** A transaction under way. What it reads without a lock may be changed by others before it ends. */
export interface Writer extends Reader {
  /** The rows of a SELECT from one table. Nobody else changes or locks them until the transaction ends. */
  queryLocked<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Waits until no other transaction holds a name, and holds it to the end: for rows that may not exist yet. */
  lockName(name: string): Promise<void>;
  /** Inserts rows with few statements, however many they are. Returns the rows of RETURNING. */
  insert<Row extends object>(rows: InsertedRows): Promise<Row[]>;
}

/** A transaction that may wait for files, on a connection of its own. It is rolled back where its scope ends without a commit. */
export interface LongTransaction extends Writer, Snapshot, AsyncDisposable {
  commit(): Promise<void>;
  /** Forgets everything. `last` then runs in a transaction of its own: what others see afterwards. */
  rollback(last?: (writer: Writer) => Promise<void>): Promise<void>;
  /**
   * Commits together with `work` on another database of the same store. Where these are two files, this one is first: a process that
   * dies in between leaves the other one as it was.
   */
  commitWith(other: SqlDatabase, work: (writer: Writer) => Promise<void>): Promise<void>;
}

/** What one transaction at a time may do, over all processes: write to the catalogue, make lists, load the demo. */
export type LockName = 'catalogue' | 'ranking' | 'first start';

export interface BeginOptions {
  /** Held until the transaction ends, however it ends. */
  readonly lock: LockName;
  /** Ends the wait for the lock; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the lock. Then CatalogBusyError is thrown. */
  readonly waitMs: number;
  /** Whether a damaged file is put aside, and another one begun in its place. Only a file of the lists is looked through for it. */
  readonly replacesDamaged?: boolean;
  /** Runs in a transaction of its own, as soon as the lock is held: what others see meanwhile. */
  readonly first?: (writer: Writer) => Promise<void>;
}

export interface TransactionOptions {
  /** Where statements are timed, how long each may take; as long as `query` when left out. */
  readonly timeoutMs?: number;
  /** How long to wait for others who write to the catalogue. Then CatalogBusyError is thrown. */
  readonly waitMs?: number;
}

/** A database of the store. Each engine has a driver, which holds everything that differs. */
export interface SqlDatabase extends Reader {
  /**
   * Runs `work` in one transaction: all of it is kept, or, when it throws, none. `work` may run again, so it must await nothing but
   * the transaction's own statements; in SQLite anything else ends it with an error.
   */
  transaction<T>(work: (writer: Writer) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Lets `work` read one state, however long that takes. It holds up nobody but migrations. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  begin(options: BeginOptions): Promise<LongTransaction>;
  /** Whether somebody holds a lock now. */
  isLocked(lock: LockName): Promise<boolean>;
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
  { query }: Reader,
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
type Condition = readonly [condition: string, ...values: (SqlValue | undefined)[]];

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
