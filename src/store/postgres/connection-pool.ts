import type { DatabaseAddress, DatabaseHost } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import type { Connection } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { connectToPrimary } from './find-primary.ts';
import { isFull } from './store-errors.ts';

/** How a pool is used. */
export interface PoolFigures {
  /** Connections that are open or being opened. */
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

/** A bounded number of connections to the primary. */
export interface ConnectionPool {
  /** A connection for the caller alone. Fails with StoreUnavailableError after `timeoutMs`. */
  acquire(timeoutMs: number): Promise<Connection>;
  /** Gives a connection back, whatever state it is in. */
  release(connection: Connection): void;
  /** Destroys the connections that nobody uses now. */
  dropIdle(): void;
  figures(): PoolFigures;
  close(): Promise<void>;
}

interface Waiter {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (error: unknown) => void;
}

/** Opens connections when calls need them, at most `connectionsMax`; further calls wait in turn. */
export function createConnectionPool(address: DatabaseAddress, connectionsMax: number): ConnectionPool {
  const queue = createQueue();
  const connections = createOpenConnections(address);
  let isClosed = false;

  function give(connection: Connection): void {
    const waiter = queue.first();
    if (isClosed) {
      connections.forget();
      void connection.end();
    } else if (waiter === null) connections.keep(connection);
    else waiter.resolve(connection);
  }

  return {
    async acquire(timeoutMs) {
      if (isClosed) throw new StoreUnavailableError('the database is closed');
      const connection = connections.takeIdle();
      if (connection !== null) return connection;
      if (connections.figures().open >= connectionsMax) return queue.wait(timeoutMs);
      try {
        return await connections.open(timeoutMs);
      } catch (error) {
        // The server has no place for another one, but ours will become free.
        if (isFull(error) && connections.figures().open > 0) return queue.wait(timeoutMs);
        throw error;
      }
    },
    release(connection) {
      if (connection.isUsable()) return give(connection);
      connections.forget();
      // The call that has waited longest gets a new one in place of the lost one.
      const waiter = queue.first();
      if (waiter !== null && connections.figures().open < connectionsMax)
        connections.open(REPLACE_TIMEOUT_MS).then(give, waiter.reject);
    },
    dropIdle() {
      for (const connection of connections.takeAllIdle()) connection.destroy();
    },
    figures: () => ({ ...connections.figures(), waiting: queue.size() }),
    async close() {
      isClosed = true;
      queue.rejectAll(new StoreUnavailableError('the database is closed'));
      await Promise.all(connections.takeAllIdle().map((connection) => connection.end()));
    },
  };
}

/** The connections that are open: how many, and those that nobody uses now. */
function createOpenConnections(address: DatabaseAddress) {
  const connect = createConnector(address);
  let idle: Connection[] = [];
  let openCount = 0;
  return {
    async open(timeoutMs: number): Promise<Connection> {
      openCount += 1;
      try {
        return await connect(timeoutMs);
      } catch (error) {
        openCount -= 1;
        throw error;
      }
    },
    /** For the next call that needs one. */
    keep(connection: Connection): void {
      idle.push(connection);
    },
    /** A connection that was taken is closed or lost. */
    forget(): void {
      openCount -= 1;
    },
    /** The one used last, so that a quiet time leaves the others alone. */
    takeIdle(): Connection | null {
      for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
        if (connection.isUsable()) return connection;
        openCount -= 1;
      }
      return null;
    },
    takeAllIdle(): readonly Connection[] {
      const taken = idle;
      idle = [];
      openCount -= taken.length;
      return taken;
    },
    figures: () => ({ open: openCount, idle: idle.length }),
  };
}

/** Opens connections, at first to the host that was the primary last time. */
function createConnector(address: DatabaseAddress) {
  let primary: DatabaseHost | null = null;
  return async (timeoutMs: number): Promise<Connection> => {
    const connection = await connectToPrimary(address, primary, timeoutMs);
    primary = connection.host;
    return connection;
  };
}

/** The calls that wait for a connection, in the order in which they came. */
function createQueue() {
  const waiters = new Set<Waiter>();
  return {
    /** The call that has waited longest, or null. It leaves the queue once it is resolved or rejected. */
    first(): Waiter | null {
      const [waiter = null] = waiters;
      return waiter;
    },
    size: () => waiters.size,
    wait(timeoutMs: number): Promise<Connection> {
      return new Promise((resolve, reject) => {
        const late = new StoreUnavailableError(`no connection became free within ${Math.ceil(timeoutMs)} ms`);
        const stop = startDeadline(timeoutMs, () => waiter.reject(late));
        const leave = () => {
          stop();
          waiters.delete(waiter);
        };
        const waiter: Waiter = {
          resolve(connection) {
            leave();
            resolve(connection);
          },
          reject(error) {
            leave();
            reject(error);
          },
        };
        waiters.add(waiter);
      });
    },
    rejectAll(error: Error): void {
      for (const waiter of waiters) waiter.reject(error);
    },
  };
}

/** Not longer than the call that waits would wait anyway. */
const REPLACE_TIMEOUT_MS = 1000;
