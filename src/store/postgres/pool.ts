import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/readers.ts';
import { Connection, within } from './connection.ts';
import { STATE, stateOf } from './store-errors.ts';

type Lent = Connection & pg.PoolClient;

/**
 * Minimum limit for opening a connection, which on a slow network takes longer than a call may wait; a later call uses it. A
 * longer limit would delay recovery from network failures.
 */
const OPEN_MS = 3_000;
const PAUSE_MS = 25;

/** The driver's pool for one address. Connections are checked when they open. A failure of one closes all that are older. */
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
      // A read-only server, or one that shuts down (57P01 to 57P05): the address will lead to another one.
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
