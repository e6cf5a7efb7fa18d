import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { startDeadline } from './deadline.ts';
import type { PrimaryConnection } from './examine-server.ts';
import { createPrimaryFinder, type PrimaryFinder } from './find-primary.ts';
import { isFull } from './store-errors.ts';

/** How a pool is used. */
export interface PoolFigures {
  /** Connections that are open or being opened. */
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for others to give their connection back. */
  readonly waiting: number;
}

/** With a round trip of 300 ms, TCP, TLS, SCRAM and our first queries take 2 to 3 seconds. */
const OPEN_TIMEOUT_MS = 8_000;
/** An older attempt may be stuck, so another one starts beside it. */
const FRESH_MS = 1_000;
/** Maximum number of such old attempts. */
const OLD_ATTEMPTS_MAX = 8;
const LOOK_WAIT_MS = 500;

/**
 * A bounded number of connections to the primary, opened when calls need them; further calls wait in turn. On a slow network,
 * opening one takes longer than a call may wait: the attempt goes on and serves a later call.
 */
export class ConnectionPool {
  readonly #finder: PrimaryFinder;
  readonly #connectionsMax: number;
  readonly #idle: PrimaryConnection[] = [];
  /** Connections in use. */
  #busy = 0;
  /** In the order in which they came. */
  readonly #waiters: PromiseWithResolvers<PrimaryConnection>[] = [];
  /** Attempts in progress to open a connection, with the monotonic time (ms) at which they started. */
  readonly #attempts = new Set<{ readonly atMs: number }>();
  #isClosed = false;

  constructor(address: DatabaseAddress, connectionsMax: number) {
    this.#finder = createPrimaryFinder(address);
    this.#connectionsMax = connectionsMax;
  }

  /** A connection for the caller alone. Fails with StoreUnavailableError after `timeoutMs`. */
  async acquire(timeoutMs: number): Promise<PrimaryConnection> {
    if (this.#isClosed) throw closed();
    const looking = this.#finder.look();
    if (looking !== null) await Promise.race([looking, wait(LOOK_WAIT_MS)]);
    const connection = this.#takeIdle();
    if (connection !== null) return connection;
    const waiting = this.#waitInTurn(timeoutMs);
    this.#openMore();
    return waiting;
  }

  /** Gives a connection back, whatever state it is in. */
  release(connection: PrimaryConnection): void {
    this.#busy -= 1;
    if (connection.isUsable()) {
      if (this.#finder.isCurrent(connection)) this.#give(connection);
      else connection.destroy();
    }
    if (!connection.isUsable()) this.#openMore();
    else if (this.#isClosed) for (const idle of this.#idle.splice(0)) void idle.end();
  }

  /** Destroys the connections that nobody uses now. */
  dropIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  figures(): PoolFigures {
    const fresh = this.#freshAttempts();
    return {
      open: this.#openCount() + fresh,
      idle: this.#idle.length,
      waiting: Math.max(0, this.#waiters.length - fresh),
    };
  }

  /** The number of servers that still take writes although another one has taken over. */
  formerPrimaries(): number {
    return this.#finder.formerPrimaries();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(closed());
    await Promise.all(this.#idle.splice(0).map((connection) => connection.end()));
  }

  #openCount(): number {
    return this.#busy + this.#idle.length;
  }

  /** The idle one that was used last, so that in quiet times the others aren't touched. */
  #takeIdle(): PrimaryConnection | null {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isUsable() && this.#finder.isCurrent(connection)) {
        this.#busy += 1;
        return connection;
      }
      connection.destroy();
    }
    return null;
  }

  /** Hands a connection to the call that has waited longest, or keeps it as idle. */
  #give(connection: PrimaryConnection): void {
    const waiter = this.#waiters.shift();
    if (waiter === undefined) {
      this.#idle.push(connection);
      return;
    }
    this.#busy += 1;
    waiter.resolve(connection);
  }

  #waitInTurn(timeoutMs: number): Promise<PrimaryConnection> {
    const waiter = Promise.withResolvers<PrimaryConnection>();
    this.#waiters.push(waiter);
    const stop = startDeadline(timeoutMs, () => {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.reject(new StoreUnavailableError(`no connection became free within ${Math.ceil(timeoutMs)} ms`));
    });
    return waiter.promise.finally(stop);
  }

  #freshAttempts(): number {
    const sinceMs = systemClock.monotonicMs() - FRESH_MS;
    return [...this.#attempts].filter(({ atMs }) => atMs > sinceMs).length;
  }

  /** Starts an attempt for each waiting call that has none yet. */
  #openMore(): void {
    for (;;) {
      const fresh = this.#freshAttempts();
      if (this.#isClosed || fresh >= this.#waiters.length) return;
      if (this.#openCount() + fresh >= this.#connectionsMax) return;
      if (this.#attempts.size >= this.#connectionsMax + OLD_ATTEMPTS_MAX) return;
      void this.#open();
    }
  }

  async #open(): Promise<void> {
    const attempt = { atMs: systemClock.monotonicMs() };
    this.#attempts.add(attempt);
    try {
      const connection = await this.#finder
        .connect(OPEN_TIMEOUT_MS)
        .finally(() => this.#attempts.delete(attempt));
      if (this.#isClosed || this.#openCount() >= this.#connectionsMax) await connection.end();
      else this.#give(connection);
    } catch (error) {
      // The server is full, but one of our connections will become free.
      if (isFull(error) && this.#openCount() > 0) return;
      this.#waiters.shift()?.reject(error);
      this.#openMore();
    }
  }
}

function closed(): StoreUnavailableError {
  return new StoreUnavailableError('the database is closed');
}
