import { connect as connectSocket, Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import { asStoreError, STATE, stateOf } from './store-errors.ts';

/** What a statement can be given. Arrays become arrays of PostgreSQL. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Buffer
  | readonly (string | number | boolean | null | Buffer)[];

const GOODBYE_MS = 500;
/** The kernel asks an idle peer whether it still lives, so that routers do not forget the connection. */
const KEEP_ALIVE_MS = 10_000;

/** How the server words it that a commit was not waited for any longer: it is on the primary, and perhaps nowhere else. */
const UNCONFIRMED = 'SyncRepWaitForLSN';

/** One connection of the driver that gives up in time. */
export class Connection extends pg.Client {
  readonly #address: DatabaseAddress;
  readonly #socket: Socket;
  readonly #gone = Promise.withResolvers<void>();
  /** Resolves once the socket is closed. */
  readonly gone = this.#gone.promise;
  #isUsable = true;
  #isUnconfirmed = false;
  #lostBy: unknown = null;

  constructor(address: DatabaseAddress) {
    const socket = new Socket();
    const { sslMode, ...where } = address;
    super({
      ...where,
      ssl: sslMode === 'disable' ? false : { rejectUnauthorized: sslMode === 'verify-full' },
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'seoga',
      types: { getTypeParser },
    });
    this.#address = address;
    this.#socket = socket;
    // Without a listener the driver's event for a lost idle connection would end the process.
    this.on('error', (error) => {
      this.#lostBy ??= error;
      this.destroy();
    });
    this.on('end', () => this.destroy());
    this.on('notice', ({ routine }) => {
      if (routine === UNCONFIRMED) this.#isUnconfirmed = true;
    });
    // The goodbye has been sent; a dead server doesn't answer it.
    socket.once('finish', () => setTimeout(() => socket.destroy(), GOODBYE_MS).unref());
  }

  /** Whether nothing has gone wrong so far that ends a connection. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Fails with StoreUnavailableError where the server takes no writes. */
  async check(timeoutMs: number): Promise<void> {
    const [row] = await this.ask<{ is_standby: boolean; takes_writes: boolean }>(
      `SELECT pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only') = 'off' AS takes_writes`,
      [],
      timeoutMs,
    );
    if (row?.is_standby === true) throw new StoreUnavailableError('the server is a standby');
    if (row?.takes_writes !== true) throw new StoreUnavailableError('the database takes no writes');
  }

  /**
   * Runs one unnamed statement, or without values several. Resolves with the rows of the last one. After `timeoutMs` without an
   * answer the statement is abandoned and the call fails with StoreUnavailableError.
   */
  async ask<Row extends object>(
    text: string,
    values: readonly SqlValue[],
    timeoutMs: number,
  ): Promise<Row[]> {
    if (!this.#isUsable)
      throw asStoreError(
        this.#lostBy ?? new StoreUnavailableError('the connection to the database is closed'),
      );
    const call = values.length === 0 ? this.query<Row>(text) : this.query<Row>(text, values.map(withoutNul));
    const result = await within(timeoutMs, () => this.abandon(), call).catch((error) => {
      // What comes after it only says that the connection is lost.
      if (stateOf(error) === STATE.idleTooLong) this.#lostBy ??= error;
      throw stateOf(error) === null && this.#lostBy !== null ? asStoreError(this.#lostBy) : error;
    });
    if (this.#isUnconfirmed) {
      this.destroy();
      throw new StoreUnavailableError('no standby has confirmed the commit');
    }
    // Several statements answer with several results, which the driver's types do not know of.
    return Array.isArray(result) ? [] : result.rows;
  }

  /** Closes at once: the server finds out by itself. */
  destroy(): void {
    this.#isUsable = false;
    this.#socket.destroy();
    this.#gone.resolve();
  }

  /**
   * Tells the server to end the statement that is under way, then closes. Its outcome stays unknown; otherwise it would go on without
   * us, and keep one of the server's connections.
   */
  abandon(): void {
    this.#isUsable = false;
    cancel(this.#address, this, () => this.destroy());
  }
}

/**
 * The outcome of a call, unless it takes too long: then `giveUp` runs and the outcome stays unknown. Not before everything that
 * arrived in time was read: while this process was busy, the answer may have come.
 */
export async function within<T>(timeoutMs: number, giveUp: () => void, call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  let turn: NodeJS.Immediate | undefined;
  // Timers run before sockets are read, immediates after.
  const timer = setTimeout(() => {
    turn = setImmediate(() => {
      giveUp();
      late.reject(new StoreUnavailableError(`the database did not answer within ${Math.ceil(timeoutMs)} ms`));
    });
  }, timeoutMs);
  try {
    return await Promise.race([call, late.promise]);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    clearTimeout(timer);
    clearImmediate(turn);
    // The driver rejects the abandoned call later, when nobody listens any more.
    call.catch(() => {});
  }
}

/** The protocol's number for a request to cancel, which has a connection of its own. */
const CANCEL_REQUEST = 80_877_102;
const CANCEL_MS = 500;

/** Asks the server to end a client's statement; calls `done` when that was sent, or after a moment. */
function cancel({ host, port }: DatabaseAddress, client: pg.Client, done: () => void): void {
  const packet = Buffer.alloc(16);
  const { processID, secretKey } = client as pg.Client &
    Readonly<Record<'processID' | 'secretKey', number | null>>;
  const words = [packet.length, CANCEL_REQUEST, processID ?? 0, secretKey ?? 0];
  for (const [at, word] of words.entries()) packet.writeInt32BE(word, 4 * at);
  const socket = connectSocket(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket
    .setTimeout(CANCEL_MS, () => socket.destroy())
    .on('error', () => {})
    .on('close', done)
    .on('connect', () => socket.end(packet))
    .resume();
}

/** PostgreSQL cannot hold the character U+0000; nothing that is stored or looked for has it. */
function withoutNul(value: SqlValue): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}

/** Whole numbers of 64 bits arrive as numbers. One that a number cannot hold exactly is a fault, not a rounding. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return parseInt8;
  return pg.types.getTypeParser(oid, format);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is too large a number`);
  return value;
}
