import { systemClock } from '../../clock.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { startDeadline } from './deadline.ts';
import type { PrimaryConnection } from './examine-server.ts';
import type { PrimaryFinder } from './find-primary.ts';

/** The connections that are open: those that callers have, and those that nobody uses now. */
export function createOpenConnections(finder: PrimaryFinder, calls: WaitingCalls) {
  let idle: PrimaryConnection[] = [];
  let busy = 0;
  const takeAllIdle = (): readonly PrimaryConnection[] => {
    const taken = idle;
    idle = [];
    return taken;
  };
  /** To the call that has waited longest; kept where none waits. */
  const give = (connection: PrimaryConnection) => {
    const call = calls.first();
    if (call === null) idle.push(connection);
    else {
      busy += 1;
      call.resolve(connection);
    }
  };
  return {
    count: () => busy + idle.length,
    idleCount: () => idle.length,
    give,
    /** The idle one used last, so that a quiet time leaves the others alone. */
    take(): PrimaryConnection | null {
      for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
        if (connection.isUsable() && finder.isCurrent(connection)) {
          busy += 1;
          return connection;
        }
        connection.destroy();
      }
      return null;
    },
    /** Takes a connection back from its caller. False when it cannot be used any more. */
    giveBack(connection: PrimaryConnection): boolean {
      busy -= 1;
      if (!connection.isUsable()) return false;
      if (finder.isCurrent(connection)) give(connection);
      else connection.destroy();
      return connection.isUsable();
    },
    takeAllIdle,
  };
}

interface Waiter {
  readonly resolve: (connection: PrimaryConnection) => void;
  readonly reject: (error: unknown) => void;
}

export type WaitingCalls = ReturnType<typeof createWaitingCalls>;

/** The calls that wait for a connection, in the order in which they came. */
export function createWaitingCalls() {
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

/** Attempts to open a connection that are under way. */
export function createAttempts() {
  const underWay = new Set<{ readonly atMs: number }>();
  return {
    count: () => underWay.size,
    /** Those that are likely to succeed: one that has taken long may be on a way that has come to an end. */
    freshCount() {
      const sinceMs = systemClock.monotonicMs() - FRESH_MS;
      return [...underWay].filter(({ atMs }) => atMs > sinceMs).length;
    },
    /** Counts an attempt until it has an outcome. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const attempt = { atMs: systemClock.monotonicMs() };
      underWay.add(attempt);
      try {
        return await work();
      } finally {
        underWay.delete(attempt);
      }
    },
  };
}

/** An attempt that is older may be stuck: another one begins beside it. */
const FRESH_MS = 1_000;
