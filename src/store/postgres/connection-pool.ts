import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import type { PrimaryConnection } from './examine-server.ts';
import { createPrimaryFinder } from './find-primary.ts';
import { createAttempts, createOpenConnections, createWaitingCalls } from './pool-parts.ts';
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

/**
 * Opens connections when calls need them, at most `connectionsMax`; further calls wait in turn. An attempt to open one outlives the
 * call that it was begun for: on a slow network it takes longer than a call may wait, and serves a later one.
 */
export function createConnectionPool(address: DatabaseAddress, connectionsMax: number): ConnectionPool {
  const finder = createPrimaryFinder(address);
  const calls = createWaitingCalls();
  const connections = createOpenConnections(finder, calls);
  const attempts = createAttempts();
  let isClosed = false;

  /** Begins as many attempts as there are calls that nobody opens a connection for. */
  function openMore(): void {
    for (;;) {
      const fresh = attempts.freshCount();
      if (isClosed || fresh >= calls.size() || connections.count() + fresh >= connectionsMax) return;
      if (attempts.count() >= connectionsMax + OLD_ATTEMPTS_MAX) return;
      void open();
    }
  }

  async function open(): Promise<void> {
    try {
      const connection = await attempts.run(() => finder.connect(OPEN_TIMEOUT_MS));
      if (isClosed || connections.count() >= connectionsMax) await connection.end();
      else connections.give(connection);
    } catch (error) {
      // The server has no place for another one, but ours will become free.
      if (isFull(error) && connections.count() > 0) return;
      calls.first()?.reject(error);
      openMore();
    }
  }

  return {
    async acquire(timeoutMs) {
      if (isClosed) throw new StoreUnavailableError('the database is closed');
      const looking = finder.look();
      if (looking !== null) await Promise.race([looking, wait(LOOK_WAIT_MS)]);
      const connection = connections.take();
      if (connection !== null) return connection;
      const waiting = calls.wait(timeoutMs);
      openMore();
      return waiting;
    },
    release(connection) {
      if (!connections.giveBack(connection)) openMore();
      else if (isClosed) for (const idle of connections.takeAllIdle()) void idle.end();
    },
    dropIdle() {
      for (const connection of connections.takeAllIdle()) connection.destroy();
    },
    figures() {
      const fresh = attempts.freshCount();
      return {
        open: connections.count() + fresh,
        idle: connections.idleCount(),
        waiting: Math.max(0, calls.size() - fresh),
      };
    },
    formerPrimaries: finder.formerPrimaries,
    async close() {
      isClosed = true;
      calls.rejectAll(new StoreUnavailableError('the database is closed'));
      await Promise.all(connections.takeAllIdle().map((connection) => connection.end()));
    },
  };
}

/** On a network with a round trip of 300 ms, TCP, TLS, SCRAM and our questions take 2 to 3 seconds. */
const OPEN_TIMEOUT_MS = 8_000;
/** Attempts that have taken long, which others were begun beside. */
const OLD_ATTEMPTS_MAX = 8;
const LOOK_WAIT_MS = 500;
