import type { DatabaseAddress, DatabaseHost } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { type Connection, connect } from './connection.ts';
import { sqlStateOf } from './store-errors.ts';
import type { TimelineMemory } from './timeline-memory.ts';

/** A connection to a server that takes writes. */
export interface PrimaryConnection extends Connection {
  /** The identifier that all servers of a cluster share; empty where it can't be read. */
  readonly system: string;
  /** Begins with 1 and grows whenever a standby takes over; 0 where it can't be read. */
  readonly timeline: number;
}

/** What is remembered of a server that was used. */
export type KnownPrimary = Pick<PrimaryConnection, 'host' | 'system' | 'timeline'>;

/** A server that takes writes, though another one has taken over. */
export class FormerPrimary extends StoreUnavailableError {
  constructor({ host, port }: DatabaseHost, timeline: number, highest: number) {
    super(
      `${host}:${port} is a former primary (timeline ${timeline}; another server has begun ${highest}) and is not used`,
    );
  }
}

export interface Examination {
  readonly memory: TimelineMemory;
  /** The server that is used now. */
  readonly primary: KnownPrimary | null;
  readonly timeoutMs: number;
}

/**
 * Connects to a server that may be used. Throws StoreUnavailableError for a standby, and FormerPrimary for one that another server has
 * taken over from, which is marked as such.
 */
export async function examineServer(
  address: DatabaseAddress,
  host: DatabaseHost,
  { memory, primary, timeoutMs }: Examination,
): Promise<PrimaryConnection> {
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
