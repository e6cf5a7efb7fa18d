import type { Tier } from '../accounts/account.ts';
import type { Revision } from '../catalog/revision.ts';
import type { Clock } from '../clock.ts';
import type { GateRows, Limits, RateLimiter } from '../gate/decide.ts';
import type { Reader, SqlDatabase } from '../sql-database.ts';

export type StoreRole = 'serve' | 'command' | 'thread';

export interface EngineOptions {
  readonly dataDir: string;
  readonly role: StoreRole;
  readonly clock: Clock;
  readonly syncsCommits: boolean;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  readonly sessionSecret: () => string;
  /** Fencing number of the job lease under which a thread works. */
  readonly fence?: number | null;
  /** The calls of a batch couldn't be counted and got 503. */
  readonly onCountsNotWritten?: ((error: unknown) => void) | undefined;
}

/** A storage engine: SQLite files, or PostgreSQL. Each database is opened when it is first used. */
export interface Engine extends AsyncDisposable {
  readonly accounts: SqlDatabase;
  /** The accounts database for the call log. Its commits leave the gate's cache of keys valid. */
  readonly calls: SqlDatabase;
  readonly catalog: SqlDatabase;
  readonly lists: SqlDatabase;
  /** For API calls and pages. With SQLite, all reads of one tick see one snapshot. */
  readonly shown: { readonly catalog: Reader; readonly lists: Reader };
  readonly revision: Revision;
  readonly gateRows: GateRows;
  /** Rate limiter that all instances share; null where one process counts. */
  readonly attempts: RateLimiter | null;
  readonly jobs: Jobs;
  whileAlone<T>(work: () => Promise<T>): Promise<T>;
  /** Why the service can't answer calls now; null if it can. */
  problem(): Promise<string | null>;
  /** Connections of the pool; null without a pool. */
  figures(): Readonly<Record<'open' | 'idle' | 'waiting', number>> | null;
}

/**
 * Scheduled jobs run on one server at a time: `fence` is the fencing number of this server's lease, or null. A server whose clock
 * is off has a `clockProblem` and runs none.
 */
export interface Jobs {
  fence(): number | null;
  clockProblem(): string | null;
}
