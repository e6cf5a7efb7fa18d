import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { Connection, within } from './connection.ts';
import { STATE, stateOf } from './store-errors.ts';

export interface PoolFigures {
  /** Connections that are open or being opened. */
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for a free connection. */
  readonly waiting: number;
}

type Lent = Connection & pg.PoolClient;

/**
 * Minimum time limit for opening a connection: on a slow network, opening takes longer than a call may wait, but the connection
 * serves a later call. A longer limit would delay the recovery after a network failure.
 */
const OPEN_MS = 3_000;
const PAUSE_MS = 25;

/** The driver's pool for one address. Each connection is checked after it opens; after a failure, all earlier ones are closed. */
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
  // An idle connection was lost: the pool has dropped it.
  pool.on('error', () => {});
  /** Grows with each failure. Older connections are closed, because they may lead to the server that has failed. */
  let age = 0;
  const ages = new WeakMap<pg.ClientBase, number>();
  let closing: Promise<void> | null = null;

  /** If the caller gives up, the connection goes to a later call. */
  function nextConnection(timeoutMs: number): Promise<Lent> {
    const isIdle = pool.idleCount > pool.waitingCount;
    const opening = pool.connect().then(asConnection);
    // An idle connection comes at once, so it needs no timer.
    if (isIdle) return opening;
    const leave = () => opening.then((client) => client.release()).catch(() => {});
    return within(timeoutMs, leave, opening);
  }

  /** Fails with StoreUnavailableError after `timeoutMs`. */
  async function acquire(timeoutMs: number): Promise<Lent> {
    const untilMs = systemClock.monotonicMs() + timeoutMs;
    for (;;) {
      try {
        const connection = await nextConnection(Math.max(1, untilMs - systemClock.monotonicMs()));
        if (connection.isUsable && ages.get(connection) === age) return connection;
        connection.destroy();
        connection.release(true);
      } catch (error) {
        // The server's limit is reached, but one of this pool's connections will be free again.
        if (stateOf(error) !== STATE.tooManyConnections || pool.totalCount === 0) throw error;
        await wait(PAUSE_MS);
      }
    }
  }

  /** Lends a connection to `work`, with the time that is left for it. */
  async function use<T>(
    timeoutMs: number,
    work: (connection: Connection, leftMs: number) => Promise<T>,
  ): Promise<T> {
    const startMs = systemClock.monotonicMs();
    const connection = await acquire(timeoutMs);
    try {
      return await work(connection, Math.max(1, timeoutMs - (systemClock.monotonicMs() - startMs)));
    } catch (error) {
      // The server is read-only or shuts down (57P01 to 57P05): the address leads, or will lead, to another server.
      const state = stateOf(error);
      if (state === STATE.readOnly || state?.startsWith('57P')) connection.destroy();
      if (!connection.isUsable) age++;
      throw error;
    } finally {
      if (connection.isUsable) connection.release();
      else connection.gone.then(() => connection.release(true));
    }
  }

  return {
    use,
    /** Lends a connection until `giveBack` is called. `timeoutMs` limits only the wait for the connection. */
    async lend(timeoutMs: number) {
      const lent = Promise.withResolvers<Connection>();
      const back = Promise.withResolvers<void>();
      const used = use(timeoutMs, (connection) => {
        lent.resolve(connection);
        return back.promise;
      });
      used.catch(lent.reject);
      return {
        connection: await lent.promise,
        async giveBack(): Promise<void> {
          back.resolve();
          await used;
        },
      };
    },
    figures: (): PoolFigures => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Closes every connection; waits for those in use. */
    close(): Promise<void> {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** The pool's types know only the driver's own class. */
function asConnection<Client extends pg.ClientBase>(client: Client): Client & Connection {
  if (client instanceof Connection) return client;
  throw new TypeError('the pool has made a connection of another kind');
}
