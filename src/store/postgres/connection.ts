import { connect as connectSocket, Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress, DatabaseHost } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { startDeadline } from './deadline.ts';
import { asStoreError } from './store-errors.ts';

/** What a statement can be given. Arrays become arrays of PostgreSQL. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Buffer
  | readonly (string | number | boolean | null | Buffer)[];

/** The values of rows by column, for `unnest`. */
export function columnsOf<Row>(rows: readonly Row[], ...columns: readonly (keyof Row)[]): Row[keyof Row][][] {
  return columns.map((column) => rows.map((row) => row[column]));
}

const GOODBYE_MS = 500;
/** The kernel asks an idle peer whether it still lives, so that routers do not forget the connection. */
const KEEP_ALIVE_MS = 10_000;

/** One connection to one server. */
export type Connection = Awaited<ReturnType<typeof connect>>;

/** Connects to one server. Fails with StoreUnavailableError after `timeoutMs`. */
export async function connect(address: DatabaseAddress, host: DatabaseHost, timeoutMs: number) {
  const socket = new Socket();
  const client = newClient(address, host, socket);
  let usable = true;
  let isUnconfirmed = false;
  let lostBy: unknown = null;
  const destroy = () => {
    usable = false;
    socket.destroy();
  };
  /** Otherwise the statement would go on without us, and keep one of the server's connections. */
  const abandon = () => {
    usable = false;
    cancel(host, client, destroy);
  };
  // Without a listener the driver's event for a lost idle connection would end the process.
  client.on('error', (error) => {
    lostBy ??= error;
    destroy();
  });
  client.on('end', destroy);
  client.on('notice', ({ routine }) => {
    if (routine === UNCONFIRMED) isUnconfirmed = true;
  });
  await within(timeoutMs, destroy, client.connect());
  const lossOf = (error: unknown) => asStoreError(lostBy ?? error);
  return {
    host,
    /** The driver's own client, for COPY. Whoever uses it keeps to a deadline of their own. */
    client,
    /** Why the connection was lost; `error` where the server has not said. */
    lossOf,
    /**
     * Runs one unnamed statement, or without values several. Resolves with the rows of the last one. After `callMs`
     * without an answer the socket is destroyed and the call fails with StoreUnavailableError.
     */
    async query<Row extends object>(
      text: string,
      values: readonly SqlValue[],
      callMs: number,
    ): Promise<Row[]> {
      if (!usable) throw lossOf(new StoreUnavailableError('the connection to the database is closed'));
      const call =
        values.length === 0 ? client.query<Row>(text) : client.query<Row>(text, values.map(withoutNul));
      const result = await within(callMs, abandon, call);
      if (isUnconfirmed) {
        destroy();
        throw new StoreUnavailableError('no standby has confirmed the commit');
      }
      // Several statements answer with several results, which the driver's types do not know of.
      return Array.isArray(result) ? [] : result.rows;
    },
    /** Whether nothing has gone wrong so far that ends a connection. */
    isUsable: () => usable,
    /** Says goodbye and closes. Never fails, never waits for long. */
    async end(): Promise<void> {
      await within(GOODBYE_MS, destroy, client.end()).catch(destroy);
    },
    /** Closes at once: the server finds out by itself. */
    destroy,
    /** Tells the server to end the statement that is under way, and closes. Its outcome stays unknown. */
    abandon,
  };
}

/** How the server words it that a commit was not waited for any longer: it is on the primary, and perhaps nowhere else. */
const UNCONFIRMED = 'SyncRepWaitForLSN';

/** The protocol's number for a request to cancel, which has a connection of its own. */
const CANCEL_REQUEST = 80_877_102;

/** Asks the server to end a client's statement; calls `done` when that was sent, or after a moment. */
function cancel({ host, port }: DatabaseHost, client: pg.Client, done: () => void): void {
  const packet = Buffer.alloc(16);
  const { processID, secretKey } = client as pg.Client &
    Readonly<Record<'processID' | 'secretKey', number | null>>;
  const words = [packet.length, CANCEL_REQUEST, processID ?? 0, secretKey ?? 0];
  for (const [at, word] of words.entries()) packet.writeInt32BE(word, 4 * at);
  const socket = host.startsWith('/')
    ? connectSocket(`${host}/.s.PGSQL.${port}`)
    : connectSocket({ host, port });
  const timer = setTimeout(() => socket.destroy(), CANCEL_MS);
  socket
    .on('error', () => {})
    .on('close', () => {
      clearTimeout(timer);
      done();
    })
    .on('connect', () => socket.end(packet))
    .resume();
}

const CANCEL_MS = 1_000;

function newClient(address: DatabaseAddress, { host, port }: DatabaseHost, socket: Socket): pg.Client {
  const { sslMode, user, password, database } = address;
  return new pg.Client({
    host,
    port,
    user,
    password,
    database,
    ssl: sslMode === 'disable' ? false : { rejectUnauthorized: sslMode === 'verify-full' },
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'seoga',
    types: { getTypeParser },
  });
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

/** The outcome of a call, unless it takes too long: then `giveUp` runs and the outcome stays unknown. */
async function within<T>(timeoutMs: number, giveUp: () => void, call: Promise<T>): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = startDeadline(timeoutMs, () => {
      giveUp();
      reject(new StoreUnavailableError(`the database did not answer within ${Math.ceil(timeoutMs)} ms`));
    });
  });
  try {
    return await Promise.race([call, late]);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    stop();
    // The driver rejects the abandoned call later, when nobody listens any more.
    call.catch(() => {});
  }
}
