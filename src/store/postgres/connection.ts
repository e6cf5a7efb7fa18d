import { connect as connectSocket, Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress } from '../../config/readers.ts';
import { type SqlValue, StoreUnavailableError, withoutLoneList } from '../../sql-database.ts';
import { asStoreError, STATE, stateOf } from './store-errors.ts';

const GOODBYE_MS = 500;
const KEEP_ALIVE_MS = 10_000;

/** Routine in the warning that the server no longer waits for a standby: the commit may be on the primary alone. */
const UNCONFIRMED = 'SyncRepWaitForLSN';

export class Connection extends pg.Client {
  readonly #address: DatabaseAddress;
  readonly #socket: Socket;
  readonly #gone = Promise.withResolvers<void>();
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
    // Without a listener, the loss of an idle connection would end the process.
    this.on('error', (error) => {
      this.#lostBy ??= error;
      this.destroy();
    });
    this.on('end', () => this.destroy());
    this.on('notice', ({ routine }) => {
      if (routine === UNCONFIRMED) this.#isUnconfirmed = true;
    });
    // A dead server never answers the goodbye message.
    socket.once('finish', () => setTimeout(() => socket.destroy(), GOODBYE_MS).unref());
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

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
   * Runs an unnamed statement, or several without values, and returns the rows of the last one. After `timeoutMs` the statement
   * is abandoned, and StoreUnavailableError thrown.
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
    const [asked, given] = withoutLoneList(text, values);
    const call = given.length === 0 ? this.query<Row>(asked) : this.query<Row>(asked, given.map(withoutNul));
    try {
      const result = await within(timeoutMs, () => this.abandon(), call);
      if (!this.#isUnconfirmed)
        // Several statements give an array, which the driver's types omit.
        return Array.isArray(result) ? [] : result.rows;
    } catch (error) {
      // The later errors only say that the connection is lost.
      if (stateOf(error) === STATE.idleTooLong) this.#lostBy ??= error;
      throw stateOf(error) === null && this.#lostBy !== null ? asStoreError(this.#lostBy) : error;
    }
    this.destroy();
    throw new StoreUnavailableError('no standby has confirmed the commit');
  }

  destroy(): void {
    this.#isUsable = false;
    this.#socket.destroy();
    this.#gone.resolve();
  }

  /** Cancels the running statement on the server, where it would go on and hold a connection. Its outcome stays unknown. */
  abandon(): void {
    this.#isUsable = false;
    cancel(this.#address, this, () => this.destroy());
  }
}

/**
 * Awaits a call for `timeoutMs`, then runs `giveUp`. Sockets are read once more before: the answer may have come while the
 * process was busy.
 */
export function within<T>(timeoutMs: number, giveUp: () => void, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let lastLook: NodeJS.Immediate | undefined;
    // Timers run before sockets are read, immediates after.
    const timer = setTimeout(() => {
      lastLook = setImmediate(() => {
        giveUp();
        reject(new StoreUnavailableError(`the database did not answer within ${Math.ceil(timeoutMs)} ms`));
      });
    }, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      clearImmediate(lastLook);
    };
    call.finally(end).then(resolve, (error) => reject(asStoreError(error)));
  });
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_MS = 500;
const CANCEL_GIVEN_UP_MS = 10_000;

/** Sends a cancel request on its own connection. Calls `done` when it was sent, or after a timeout. */
function cancel({ host, port }: DatabaseAddress, client: pg.Client, done: () => void): void {
  const packet = Buffer.alloc(16);
  const { processID, secretKey } = client as pg.Client &
    Readonly<Record<'processID' | 'secretKey', number | null>>;
  const words = [packet.length, CANCEL_REQUEST, processID ?? 0, secretKey ?? 0];
  for (const [at, word] of words.entries()) packet.writeInt32BE(word, 4 * at);
  const socket = connectSocket(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const timer = setTimeout(done, CANCEL_MS).unref();
  // The server closes the socket: pgbouncer 1.18 exits if the client does.
  socket
    .setTimeout(CANCEL_GIVEN_UP_MS, () => socket.destroy())
    .on('error', () => {})
    .on('close', () => {
      clearTimeout(timer);
      done();
    })
    .on('connect', () => socket.write(packet))
    .resume()
    .unref();
}

function withoutNul(value: SqlValue): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}

/** 64-bit integers become numbers. Too large ones throw, because rounding would hide them. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return parseInt8;
  return pg.types.getTypeParser(oid, format);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is too large a number`);
  return value;
}
