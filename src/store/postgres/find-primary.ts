import { systemClock } from '../../clock.ts';
import type { DatabaseAddress, DatabaseHost } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { startDeadline } from './deadline.ts';
import { examineServer, FormerPrimary, type KnownPrimary, type PrimaryConnection } from './examine-server.ts';
import { createTimelineMemory } from './timeline-memory.ts';

/** How long to wait for one server before asking the next one as well: one that hangs must not use up the call's time. */
const STAGGER_MS = 150;
/** How long to wait for the other servers once one has offered itself: they may know of a newer primary. */
const SETTLE_MS = 500;
/** How often to check whether another server has taken over. */
const LOOK_EVERY_MS = 5_000;
const LOOK_TIMEOUT_MS = 1_000;

export type PrimaryFinder = ReturnType<typeof createPrimaryFinder>;

/**
 * Finds the one server that takes writes, and never goes back to a former one (docs/postgresql.md#failover): several may take writes
 * after a failover. The one with the highest timeline is the primary, which is remembered. A former
 * one is told in its own database, for instances that see nothing but it.
 */
export function createPrimaryFinder(address: DatabaseAddress) {
  const { hosts } = address;
  const memory = createTimelineMemory(address.memoryPath);
  let primary: KnownPrimary | null = null;
  let lookedAtMs = -Infinity;
  let former = 0;

  function use({ host, system, timeline }: KnownPrimary): void {
    primary = { host, system, timeline };
    memory.see(system, timeline);
  }

  const examine = (host: DatabaseHost, timeoutMs: number) =>
    examineServer(address, host, { memory, primary, timeoutMs });

  /** Whether no answer of another server could be better. */
  const isSure = ({ host, system, timeline }: PrimaryConnection) =>
    hosts.length === 1 ||
    (primary !== null &&
      system === primary.system &&
      (timeline > primary.timeline || (timeline === primary.timeline && host === primary.host)));

  async function lookAtOthers(): Promise<void> {
    const known = primary;
    const others = hosts.filter((host) => host !== known?.host);
    const found = await Promise.allSettled(others.map((host) => examine(host, LOOK_TIMEOUT_MS)));
    former = found.filter((one) => one.status === 'rejected' && one.reason instanceof FormerPrimary).length;
    for (const one of found) {
      if (one.status === 'rejected') continue;
      if (primary === null || one.value.timeline > primary.timeline) use(one.value);
      one.value.destroy();
    }
  }

  return {
    /** Connects to the primary. Fails with StoreUnavailableError after `timeoutMs`, or when no server can be used. */
    async connect(timeoutMs: number): Promise<PrimaryConnection> {
      // The first search took whoever answered: the others are looked at again soon, and former primaries are told.
      lookedAtMs = systemClock.monotonicMs() - (primary === null ? LOOK_EVERY_MS : 0);
      const inOrder = hosts.toSorted((a, b) => Number(b === primary?.host) - Number(a === primary?.host));
      const connection = await firstOf(inOrder, {
        ask: (host) => examine(host, timeoutMs),
        isSure,
        staggerMs: primary === null ? 0 : STAGGER_MS,
        timeoutMs,
      });
      use(connection);
      return connection;
    },
    /** Whether no other server has taken over since, as far as is known here. */
    isCurrent: ({ system, timeline }: PrimaryConnection) =>
      primary === null || system !== primary.system || timeline >= primary.timeline,
    /** Asks the other servers when it is time; a promise when that was so long ago that the answer has to be waited for. */
    look(): Promise<void> | null {
      const sinceMs = systemClock.monotonicMs() - lookedAtMs;
      if (hosts.length === 1 || primary === null || sinceMs < LOOK_EVERY_MS) return null;
      lookedAtMs = systemClock.monotonicMs();
      const looking = lookAtOthers();
      return sinceMs < 3 * LOOK_EVERY_MS ? null : looking;
    },
    /** Servers that take writes though another one has taken over, as seen at the last look. */
    formerPrimaries: () => former,
  };
}

interface Search {
  ask(host: DatabaseHost): Promise<PrimaryConnection>;
  isSure(connection: PrimaryConnection): boolean;
  /** Between one host and the next. */
  readonly staggerMs: number;
  readonly timeoutMs: number;
}

/**
 * The connection with the highest timeline. A sure one is taken at once, any other one when all hosts have answered or had some time
 * to. Hosts are asked one after the other, the next one a moment later or as soon as one fails.
 */
function firstOf(hosts: readonly DatabaseHost[], search: Search): Promise<PrimaryConnection> {
  const { ask, isSure, staggerMs, timeoutMs } = search;
  const waiting = [...hosts];
  let running = 0;
  let best: PrimaryConnection | null = null;
  let failure: unknown = null;
  let isDone = false;
  let stagger: NodeJS.Timeout | undefined;
  let settle: NodeJS.Timeout | undefined;
  let stopDeadline = () => {};
  return new Promise((resolve, reject) => {
    const finish = () => {
      isDone = true;
      for (const timer of [stagger, settle]) clearTimeout(timer);
      stopDeadline();
      if (best !== null) resolve(best);
      else
        reject(
          failure ?? new StoreUnavailableError(`no primary was found within ${Math.ceil(timeoutMs)} ms`),
        );
    };
    const offer = (connection: PrimaryConnection) => {
      running -= 1;
      if (isDone || (best !== null && best.timeline >= connection.timeline)) return connection.destroy();
      best?.destroy();
      best = connection;
      settle ??= setTimeout(finish, SETTLE_MS);
      if (isSure(connection)) finish();
      else askNext();
    };
    const refuse = (error: unknown) => {
      running -= 1;
      // That a server is a former primary says more than that another one is away.
      if (!(failure instanceof FormerPrimary)) failure = error;
      if (!isDone) askNext();
    };
    const askNext = () => {
      clearTimeout(stagger);
      const host = waiting.shift();
      if (host === undefined) {
        if (running === 0) finish();
        return;
      }
      running += 1;
      stagger = setTimeout(askNext, staggerMs);
      ask(host).then(offer, refuse);
    };
    stopDeadline = startDeadline(timeoutMs, finish);
    askNext();
  });
}
