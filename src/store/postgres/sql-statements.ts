import pg from 'pg';
import {
  columnNames,
  type InsertedRows,
  type Snapshot,
  type SqlValue,
  type Writer,
} from '../../sql-database.ts';
import { type Connection, within } from './pool.ts';

export interface TimedReader {
  /**
   * `timeoutMs` replaces the usual timeout, but not a transaction's. Statements are unnamed, for pgbouncer. After a
   * StoreUnavailableError, the outcome is unknown.
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[], timeoutMs?: number): Promise<Row[]>;
}

const ROWS_A_STATEMENT = 1_000;

export function snapshotOn(connection: Connection, timeoutMs: number): Snapshot {
  return {
    query: (text, values = []) => connection.ask(text, values, timeoutMs),
    rows: (text, values = []) => readRows(connection, text, values, timeoutMs),
    visit: (text, values, each) => visitRows(connection, text, values, each, timeoutMs),
  };
}

export function withLocks({ query }: Pick<TimedReader, 'query'>): TimedReader & Writer {
  return {
    query,
    // Unlike FOR UPDATE, this lock permits rows with a foreign key to the locked row.
    queryLocked: (text, values) => query(`${text} FOR NO KEY UPDATE`, values),
    async lockName(name) {
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    },
    async insert<Row extends object>({ into, columns, rows, conflict = '' }: InsertedRows) {
      const lists = columns
        .split(', ')
        .map((column, at) => `$${at + 1}::${column.slice(column.indexOf(' ') + 1)}[]`);
      const text = `INSERT INTO ${into} (${columnNames(columns).join(', ')}) SELECT * FROM unnest(${lists.join(', ')}) ${conflict}`;
      const returned: Row[] = [];
      for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
        const some = rows.slice(at, at + ROWS_A_STATEMENT);
        returned.push(
          ...(await query<Row>(
            text,
            lists.map((_, column) => some.map((row) => row[column] ?? null)),
          )),
        );
      }
      return returned;
    },
  };
}

export async function runTransaction<T>(
  connection: Connection,
  timeoutMs: number,
  begin: string,
  work: (transaction: TimedReader & Writer) => Promise<T>,
): Promise<T> {
  const ask = (text: string) => connection.ask(text, [], timeoutMs);
  await ask(begin);
  try {
    const result = await work(withLocks(snapshotOn(connection, timeoutMs)));
    await ask('COMMIT');
    return result;
  } catch (error) {
    if (connection.isUsable) await ask('ROLLBACK').catch(() => connection.destroy());
    throw error;
  }
}

/** Longer than FROZEN_MS and SILENT_MS (database.ts), after which the server ends a frozen process's transaction. */
const LOCK_WAIT_MS = 30_000;

/** Limits the rest of a transaction, so that a paused process doesn't keep rows locked. */
export function boundsOf(timeoutMs: number, idleMs: number): string {
  return `SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)};
    SET LOCAL lock_timeout = ${Math.ceil(Math.min(timeoutMs, LOCK_WAIT_MS))};
    SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(Math.min(timeoutMs, idleMs))}`;
}

const PORTION_ROWS = 2_000;

async function* readRows<Row extends object>(
  connection: Connection,
  text: string,
  values: readonly SqlValue[],
  timeoutMs: number,
): AsyncGenerator<readonly Row[]> {
  const name = `cursor_${++cursors}`;
  await connection.ask(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values, timeoutMs);
  for (;;) {
    const rows = await connection.ask<Row>(`FETCH ${PORTION_ROWS} FROM ${name}`, [], timeoutMs);
    if (rows.length > 0) yield rows;
    if (rows.length < PORTION_ROWS) break;
  }
  await connection.ask(`CLOSE ${name}`, [], timeoutMs);
}

let cursors = 0;

/** Calls `each` for every row of a SELECT of numbers. Reads by binary COPY, which costs a fraction of usual rows. */
async function visitRows(
  connection: Connection,
  text: string,
  values: readonly SqlValue[],
  each: (...numbers: number[]) => void,
  timeoutMs: number,
): Promise<void> {
  const select = withLiterals(text, values);
  const { fields } = await within(
    timeoutMs,
    () => connection.abandon(),
    connection.query(`SELECT * FROM (${select}) AS visited LIMIT 0`),
  );
  const readers = fields.map(({ name, dataTypeID }) => {
    const reader = READERS[dataTypeID];
    if (reader === undefined) throw new TypeError(`the column ${name} is no number`);
    return reader;
  });
  const reading = Promise.withResolvers<void>();
  const copy = new CopyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, copiedRows(readers, each), reading);
  connection.query(copy);
  await within(timeoutMs, () => connection.abandon(), reading.promise);
}

type ReadNumber = (bytes: Buffer, at: number) => number;

const READERS: Readonly<Record<number, ReadNumber>> = {
  [pg.types.builtins.INT8]: (bytes, at) => bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4),
  [pg.types.builtins.INT4]: (bytes, at) => bytes.readInt32BE(at),
  [pg.types.builtins.INT2]: (bytes, at) => bytes.readInt16BE(at),
  [pg.types.builtins.FLOAT8]: (bytes, at) => bytes.readDoubleBE(at),
};

const HEADER_BYTES = 19;

/** Parses rows of binary COPY: the number of columns (-1 = end), then the length (-1 = NULL) and bytes of each column. */
function copiedRows(
  readers: readonly ReadNumber[],
  each: (...numbers: number[]) => void,
): (message: Buffer) => void {
  let start = HEADER_BYTES;
  const numbers = readers.map(() => 0);
  return (message) => {
    let at = start;
    start = 0;
    while (at < message.length && message.readInt16BE(at) >= 0) {
      at += 2;
      for (let column = 0; column < readers.length; column++) {
        const length = message.readInt32BE(at);
        at += 4;
        numbers[column] = length < 0 ? Number.NaN : (readers[column]?.(message, at) ?? Number.NaN);
        if (length > 0) at += length;
      }
      each(...numbers);
    }
  };
}

class CopyOut implements pg.Submittable {
  readonly #text: string;
  readonly #take: (rows: Buffer) => void;
  readonly #done: PromiseWithResolvers<void>;
  #failure: unknown = null;

  constructor(text: string, take: (rows: Buffer) => void, done: PromiseWithResolvers<void>) {
    this.#text = text;
    this.#take = take;
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#failure !== null) return;
    try {
      this.#take(chunk);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleError(error: unknown): void {
    this.#failure ??= error;
    this.#done.reject(this.#failure);
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#done.resolve();
    else this.#done.reject(this.#failure);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(): void {}
}

/** COPY takes no parameters. */
function withLiterals(text: string, values: readonly SqlValue[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, number) => literalOf(values[Number(number) - 1] ?? null));
}

function literalOf(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return `(${value})`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
}
