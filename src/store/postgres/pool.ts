import { connect as connectSocket, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/readers.ts';
import { type SqlValue, StoreUnavailableError, withoutLoneList } from '../../sql-database.ts';
import { asStoreError, STATE, stateOf } from './store-errors.ts';

type Lent = Connection & pg.PoolClient;

/**
 * The minimum time for opening a connection. On a slow network, the call that opens a connection times out, and a later call uses
 * the connection. A longer time would delay recovery from network failures.
 */
const OPEN_MS = 3_000;
const PAUSE_MS = 25;

/** The pool of connections to one address. Checks connections when they open. If one fails, all older connections are closed. */
export function createPool(address: DatabaseAddress, connectionsMax: number, callTimeoutMs: number) {
  const openMs = Math.max(OPEN_MS, callTimeoutMs);
  const pool = new pg.Pool({
    Client: class extends Connection {
      constructor() {
        super(address);
      }
    },
    max: connectionsMax,
    connectionTimeoutMillis: openMs,
    idleTimeoutMillis: 0,
    async onConnect(client) {
      await asConnection(client).check(openMs);
      ages.set(client, age);
    },
  });
  pool.on('error', () => {});
  /** Grows with each failure. Older connections may lead to the failed server. */
  let age = 0;
  const ages = new WeakMap<pg.ClientBase, number>();
  let closing: Promise<void> | null = null;

  function nextConnection(timeoutMs: number): Promise<Lent> {
    const isIdle = pool.idleCount > pool.waitingCount;
    const opening = pool.connect().then(asConnection);
    if (isIdle) return opening;
    const leave = () => opening.then((client) => client.release()).catch(() => {});
    return within(timeoutMs, leave, opening);
  }

  async function acquire(timeoutMs: number): Promise<Lent> {
    const untilMs = systemClock.monotonicMs() + timeoutMs;
    for (;;) {
      try {
        const connection = await nextConnection(Math.max(1, untilMs - systemClock.monotonicMs()));
        if (connection.isUsable && ages.get(connection) === age) return connection;
        connection.destroy();
        connection.release(true);
      } catch (error) {
        // The server's limit is reached, but a connection of this pool will be free again.
        if (stateOf(error) !== STATE.tooManyConnections || pool.totalCount === 0) throw error;
        await wait(PAUSE_MS);
      }
    }
  }

  async function use<T>(
    timeoutMs: number,
    work: (connection: Connection, leftMs: number) => Promise<T>,
  ): Promise<T> {
    const startMs = systemClock.monotonicMs();
    const connection = await acquire(timeoutMs);
    try {
      return await work(connection, Math.max(1, timeoutMs - (systemClock.monotonicMs() - startMs)));
    } catch (error) {
      // The server is read-only or shuts down (57P01 to 57P05). A new connection will lead to another server.
      const state = stateOf(error);
      if (state === STATE.readOnly || state?.startsWith('57P')) connection.destroy();
      if (!connection.isUsable) age++;
      throw error;
    } finally {
      giveBack(connection);
    }
  }

  function giveBack(connection: Lent): void {
    if (connection.isUsable) connection.release();
    else connection.gone.then(() => connection.release(true));
  }

  return {
    use,
    /** Lends a connection until `giveBack`. `timeoutMs` limits the wait for it. */
    async lend(timeoutMs: number) {
      const connection = await acquire(timeoutMs);
      return { connection, giveBack: () => giveBack(connection) };
    },
    figures: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close(): Promise<void> {
      closing ??= pool.end();
      return closing;
    },
  };
}

function asConnection<Client extends pg.ClientBase>(client: Client): Client & Connection {
  if (client instanceof Connection) return client;
  throw new TypeError('the pool has made a connection of another kind');
}

const GOODBYE_MS = 500;
const KEEP_ALIVE_MS = 10_000;

/** The server warns with this routine name that no standby has confirmed the commit, which may exist on the primary alone. */
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
   * Runs one unnamed statement, or several if there are no values. Returns the rows of one statement, and no rows of several.
   * After `timeoutMs`, abandons the statement and throws StoreUnavailableError.
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
        // For several statements, the driver returns an array, contrary to its types.
        return Array.isArray(result) ? [] : result.rows;
    } catch (error) {
      // This error has the cause. Later errors only say that the connection is lost.
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

  /** Cancels the statement on the server, which would otherwise go on with it. The outcome of the statement stays unknown. */
  abandon(): void {
    this.#isUsable = false;
    cancel(this.#address, this, () => this.destroy());
  }
}

/**
 * Awaits a call for `timeoutMs`, then runs `giveUp`. Before, sockets are read once more, because the reply may have come while
 * the process was busy.
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

/** Sends a cancel request on a new connection. Calls `done` once this connection is closed, or after CANCEL_MS. */
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
