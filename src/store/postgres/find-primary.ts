import { systemClock } from '../../clock.ts';
import type { DatabaseAddress, DatabaseHost } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { type Connection, connect } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { sqlStateOf } from './store-errors.ts';
import { createTimelineMemory } from './timeline-memory.ts';

/** How long one server is given before the next one is asked as well: one that hangs must not cost the whole call. */
const STAGGER_MS = 150;
/** How long servers are waited for that have not answered, once one has offered itself: they may know better. */
const SETTLE_MS = 500;
/** How often the other servers are asked whether one of them has taken over. */
const LOOK_EVERY_MS = 5_000;
const LOOK_TIMEOUT_MS = 1_000;

/** A connection to a server that takes writes. */
export interface PrimaryConnection extends Connection {
  /** The identifier that all servers of a cluster share; empty where it can't be read. */
  readonly system: string;
  /** Begins with 1 and grows whenever a standby takes over; 0 where it can't be read. */
  readonly timeline: number;
}

type KnownPrimary = Pick<PrimaryConnection, 'host' | 'system' | 'timeline'>;

/** Finds the one server that takes writes, and never goes back to a former one (docs/postgresql.md#failover). */
export interface PrimaryFinder {
  /** Connects to the primary. Fails with StoreUnavailableError after `timeoutMs`, or when no server can be used. */
  connect(timeoutMs: number): Promise<PrimaryConnection>;
  /** Whether no other server has taken over since, as far as is known here. */
  isCurrent(connection: PrimaryConnection): boolean;
  /** Asks the other servers when it is time; a promise when that was so long ago that the answer has to be waited for. */
  look(): Promise<void> | null;
  /** Servers that take writes though another one has taken over, as seen at the last look. */
  formerPrimaries(): number;
}

/**
 * Several servers may take writes after a failover: the one with the highest timeline is the primary, which is remembered. A former
 * one is told in its own database, for instances that see nothing but it.
 */
export function createPrimaryFinder(address: DatabaseAddress): PrimaryFinder {
  const { hosts } = address;
  const memory = createTimelineMemory(address.memoryPath);
  let primary: KnownPrimary | null = null;
  let lookedAtMs = -Infinity;
  let former = 0;

  function use({ host, system, timeline }: KnownPrimary): void {
    primary = { host, system, timeline };
    memory.see(system, timeline);
  }

  /** Asks whether a server may be used. Throws where it is a standby or a former primary. */
  async function examine(host: DatabaseHost, timeoutMs: number): Promise<PrimaryConnection> {
    const connection = await connectWritable(address, host, timeoutMs);
    const { system, timeline } = connection;
    try {
      if (system === '') return connection;
      const highest = Math.max(memory.highestOf(system), await markOn(connection, primary, timeoutMs));
      if (timeline >= highest) return connection;
      memory.see(system, highest);
      await mark(connection, highest, timeoutMs);
      throw new FormerPrimary(host, timeline, highest);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

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
    async connect(timeoutMs) {
      // The first search took whoever answered: the others are looked at again soon, and former primaries are told.
      lookedAtMs = systemClock.monotonicMs() - (primary === null ? LOOK_EVERY_MS : 0);
      const connection = await firstOf(askingOrder(hosts, primary), {
        ask: (host) => examine(host, timeoutMs),
        isSure,
        staggerMs: primary === null ? 0 : STAGGER_MS,
        timeoutMs,
      });
      use(connection);
      return connection;
    },
    isCurrent: ({ system, timeline }) =>
      primary === null || system !== primary.system || timeline >= primary.timeline,
    look() {
      const sinceMs = systemClock.monotonicMs() - lookedAtMs;
      if (hosts.length === 1 || primary === null || sinceMs < LOOK_EVERY_MS) return null;
      lookedAtMs = systemClock.monotonicMs();
      const looking = lookAtOthers();
      return sinceMs < 3 * LOOK_EVERY_MS ? null : looking;
    },
    formerPrimaries: () => former,
  };
}

/** A server that takes writes, though another one has taken over. */
class FormerPrimary extends StoreUnavailableError {
  constructor({ host, port }: DatabaseHost, timeline: number, highest: number) {
    super(
      `${host}:${port} is a former primary (timeline ${timeline}; another server has begun ${highest}) and is not used`,
    );
  }
}

function askingOrder(hosts: readonly DatabaseHost[], primary: KnownPrimary | null): readonly DatabaseHost[] {
  return hosts.toSorted((a, b) => Number(b === primary?.host) - Number(a === primary?.host));
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

/**
 * Not pg_control_checkpoint(): until the checkpoint after a promotion has ended, that names the timeline before. The name of the
 * file that is written now begins with the present one.
 */
const STANDING = `
  SELECT pg_is_in_recovery() AS is_standby,
    (SELECT system_identifier::text FROM pg_control_system()) AS system,
    CASE WHEN NOT pg_is_in_recovery()
      THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
    END AS timeline`;

interface Standing {
  readonly is_standby: boolean;
  readonly system: string;
  readonly timeline: number | null;
}

async function connectWritable(
  address: DatabaseAddress,
  host: DatabaseHost,
  timeoutMs: number,
): Promise<PrimaryConnection> {
  const connection = await connect(address, host, timeoutMs);
  try {
    const [row] = await connection.query<Standing>(STANDING, [], timeoutMs).catch((error: unknown) => {
      if (sqlStateOf(error) === null) throw error;
      // A hosted service may keep these functions to itself; then it is the one that fences.
      return connection.query<Standing>(
        `SELECT pg_is_in_recovery() AS is_standby, '' AS system, 0 AS timeline`,
        [],
        timeoutMs,
      );
    });
    if (row?.is_standby === false) return { ...connection, system: row.system, timeline: row.timeline ?? 0 };
    throw new StoreUnavailableError('the server is a standby');
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** The timeline that others have marked this server with; 0 for none. That of the primary needn't be asked again. */
async function markOn(
  connection: PrimaryConnection,
  primary: KnownPrimary | null,
  timeoutMs: number,
): Promise<number> {
  if (primary?.host === connection.host && primary.timeline === connection.timeline) return 0;
  const rows = await connection
    .query<{ superseded_by: number }>('SELECT superseded_by FROM catalog.state', [], timeoutMs)
    .catch((error: unknown) => {
      // An empty database, or one of an older version.
      if (sqlStateOf(error)?.startsWith(UNDEFINED) === true) return [];
      throw error;
    });
  return rows[0]?.superseded_by ?? 0;
}

const UNDEFINED = '42';

/** Tells a former primary that it is one. Its standbys may be gone, so nobody waits for them. */
async function mark(connection: PrimaryConnection, highest: number, timeoutMs: number): Promise<void> {
  const text = `BEGIN; SET LOCAL synchronous_commit = local; SET LOCAL lock_timeout = 500; SET LOCAL statement_timeout = 500;
    UPDATE catalog.state SET superseded_by = ${highest} WHERE superseded_by < ${highest}; COMMIT`;
  await connection.query(text, [], timeoutMs).catch(() => {});
}
