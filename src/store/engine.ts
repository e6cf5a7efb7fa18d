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
  /** Fencing number of the job lease. A thread commits only while the lease has this number. */
  readonly fence?: number | null;
  /** Called when the counts of calls can't be written. These calls get 503. */
  readonly onCountsNotWritten?: ((error: unknown) => void) | undefined;
}

/** A storage engine: SQLite files, or PostgreSQL. Each database is opened when it is first used. */
export interface Engine extends AsyncDisposable {
  readonly accounts: SqlDatabase;
  /** The accounts database for the call log. Uses the gate's connection, so that commits don't empty the gate's cache of keys. */
  readonly calls: SqlDatabase;
  readonly catalog: SqlDatabase;
  readonly lists: SqlDatabase;
  /** For API calls and pages. With SQLite, all reads of one tick see one snapshot. */
  readonly shown: { readonly catalog: Reader; readonly lists: Reader };
  readonly revision: Revision;
  readonly gateRows: GateRows;
  /** The rate limiter that all instances share; null with SQLite, which has one instance. */
  readonly attempts: RateLimiter | null;
  readonly jobs: Jobs;
  whileAlone<T>(work: () => Promise<T>): Promise<T>;
  /** Why the service can't answer calls; null = no problem. */
  problem(): Promise<string | null>;
  /** Numbers of the pool's connections and of waiting calls; null without a pool. */
  figures(): Readonly<Record<'open' | 'idle' | 'waiting', number>> | null;
}

/**
 * Scheduled jobs run on one server at a time, the holder of the job lease. `fence` is the lease's fencing number, or null on
 * other servers. A server whose clock is wrong has a `clockProblem` and runs no jobs.
 */
export interface Jobs {
  fence(): number | null;
  clockProblem(): string | null;
}
