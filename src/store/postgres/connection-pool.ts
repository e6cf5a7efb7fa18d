import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { startDeadline } from './deadline.ts';
import { createPrimaryFinder, type PrimaryConnection, type PrimaryFinder } from './find-primary.ts';
import { isFull } from './store-errors.ts';

/** How a pool is used. */
export interface PoolFigures {
  /** Connections that are open or being opened. */
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for others to give their connection back. */
  readonly waiting: number;
}

/** A bounded number of connections to the primary. */
export interface ConnectionPool {
  /** A connection for the caller alone. Fails with StoreUnavailableError after `timeoutMs`. */
  acquire(timeoutMs: number): Promise<PrimaryConnection>;
  /** Gives a connection back, whatever state it is in. */
  release(connection: PrimaryConnection): void;
  /** Destroys the connections that nobody uses now. */
  dropIdle(): void;
  figures(): PoolFigures;
  /** Servers that take writes though another one has taken over. */
  formerPrimaries(): number;
  close(): Promise<void>;
}

interface Waiter {
  readonly resolve: (connection: PrimaryConnection) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens connections when calls need them, at most `connectionsMax`; further calls wait in turn. An attempt to open one outlives the
 * call that it was begun for: on a slow network it takes longer than a call may wait, and serves a later one.
 */
export function createConnectionPool(address: DatabaseAddress, connectionsMax: number): ConnectionPool {
  const queue = createQueue();
  const finder = createPrimaryFinder(address);
  const idle = createIdleConnections(finder);
  /** Attempts to open a connection that are under way, by when they began (monotonic time, ms). */
  const attempts = new Set<{ readonly atMs: number }>();
  /** Connections that callers have. */
  let busy = 0;
  let isClosed = false;

  const openCount = () => busy + idle.count();
  /** Attempts that are likely to succeed: one that has taken long may be on a way that has come to an end. */
  const freshAttempts = () => {
    const sinceMs = systemClock.monotonicMs() - FRESH_MS;
    return [...attempts].filter(({ atMs }) => atMs > sinceMs).length;
  };

  /** Begins as many attempts as there are calls that nobody opens a connection for. */
  function openMore(): void {
    for (;;) {
      const fresh = freshAttempts();
      if (isClosed || fresh >= queue.size() || openCount() + fresh >= connectionsMax) return;
      if (attempts.size >= connectionsMax + OLD_ATTEMPTS_MAX) return;
      begin();
    }
  }

  function begin(): void {
    const attempt = { atMs: systemClock.monotonicMs() };
    attempts.add(attempt);
    finder.connect(OPEN_TIMEOUT_MS).then(
      (connection) => {
        attempts.delete(attempt);
        if (isClosed || openCount() >= connectionsMax) void connection.end();
        else give(connection);
      },
      (error: unknown) => {
        attempts.delete(attempt);
        // The server has no place for another one, but ours will become free.
        if (isFull(error) && openCount() > 0) return;
        queue.first()?.reject(error);
        openMore();
      },
    );
  }

  function give(connection: PrimaryConnection): void {
    const waiter = queue.first();
    if (isClosed) void connection.end();
    else if (waiter === null) idle.keep(connection);
    else {
      busy += 1;
      waiter.resolve(connection);
    }
  }

  return {
    async acquire(timeoutMs) {
      if (isClosed) throw new StoreUnavailableError('the database is closed');
      const looking = finder.look();
      if (looking !== null) await Promise.race([looking, wait(LOOK_WAIT_MS)]);
      const connection = idle.take();
      if (connection !== null) {
        busy += 1;
        return connection;
      }
      const waiting = queue.wait(timeoutMs);
      openMore();
      return waiting;
    },
    release(connection) {
      busy -= 1;
      if (connection.isUsable() && finder.isCurrent(connection)) return give(connection);
      connection.destroy();
      openMore();
    },
    dropIdle: idle.drop,
    figures() {
      const fresh = freshAttempts();
      return {
        open: openCount() + fresh,
        idle: idle.count(),
        waiting: Math.max(0, queue.size() - fresh),
      };
    },
    formerPrimaries: finder.formerPrimaries,
    async close() {
      isClosed = true;
      queue.rejectAll(new StoreUnavailableError('the database is closed'));
      await Promise.all(idle.takeAll().map((connection) => connection.end()));
    },
  };
}

/** On a network with a round trip of 300 ms, TCP, TLS, SCRAM and our questions take 2 to 3 seconds. */
const OPEN_TIMEOUT_MS = 8_000;
/** An attempt that is older may be stuck: another one begins beside it. */
const FRESH_MS = 1_000;
const OLD_ATTEMPTS_MAX = 8;
const LOOK_WAIT_MS = 500;

/** Connections that nobody uses now. */
function createIdleConnections(finder: PrimaryFinder) {
  let idle: PrimaryConnection[] = [];
  const takeAll = (): readonly PrimaryConnection[] => {
    const taken = idle;
    idle = [];
    return taken;
  };
  return {
    count: () => idle.length,
    keep(connection: PrimaryConnection): void {
      idle.push(connection);
    },
    /** The one used last, so that a quiet time leaves the others alone. */
    take(): PrimaryConnection | null {
      for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
        if (connection.isUsable() && finder.isCurrent(connection)) return connection;
        connection.destroy();
      }
      return null;
    },
    takeAll,
    drop(): void {
      for (const connection of takeAll()) connection.destroy();
    },
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
    wait(timeoutMs: number): Promise<PrimaryConnection> {
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
