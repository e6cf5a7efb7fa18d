import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { Connection, within } from './connection.ts';
import { STATE, stateOf } from './store-errors.ts';

/** How a pool is used. */
export interface PoolFigures {
  /** Connections that are open or being opened. */
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for others to give their connection back. */
  readonly waiting: number;
}

type Lent = Connection & pg.PoolClient;

/**
 * At least this long may opening take: on a slow network it takes longer than a call may wait, and then serves a later one. Not
 * longer, as a dead network's attempts would be in the way when it is back.
 */
const OPEN_MS = 3_000;
const PAUSE_MS = 25;

/** The driver's pool to one address, whose connections are checked once they are open and no longer trusted after a failure. */
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
      await ours(client).check(openMs);
      ages.set(client, age);
    },
  });
  // An idle connection was lost: the pool has dropped it.
  pool.on('error', () => {});
  /** Grows with each failure: connections of before may lead to the same wrong or dead server as the one that has failed. */
  let age = 0;
  const ages = new WeakMap<pg.ClientBase, number>();
  let closing: Promise<void> | null = null;

  /** Whoever gave up waiting leaves the connection to a later call. */
  function nextConnection(timeoutMs: number): Promise<Lent> {
    const opening = pool.connect();
    const leave = () => opening.then((client) => client.release()).catch(() => {});
    return within(timeoutMs, leave, opening).then(ours);
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
        // The server has no place for another one, but one of ours will become free.
        if (stateOf(error) !== STATE.tooManyConnections || pool.totalCount === 0) throw error;
        await wait(PAUSE_MS);
      }
    }
  }

  /** Lends a connection to `work` alone, which is told how long it may take. */
  async function use<T>(
    timeoutMs: number,
    work: (connection: Connection, leftMs: number) => Promise<T>,
  ): Promise<T> {
    const startMs = systemClock.monotonicMs();
    const connection = await acquire(timeoutMs);
    try {
      return await work(connection, Math.max(1, timeoutMs - (systemClock.monotonicMs() - startMs)));
    } catch (error) {
      // The server takes no more writes, or goes down (57P01 to 57P05): the address leads, or will lead, to another one.
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
    /** Lends a connection until it is given back, however long that takes. */
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
function ours<Client extends pg.ClientBase>(client: Client): Client & Connection {
  if (client instanceof Connection) return client;
  throw new TypeError('the pool has made a connection of another kind');
}
