import type { Tier } from '../accounts/account.ts';
import type { Revision } from '../catalog/revision.ts';
import type { Clock } from '../clock.ts';
import type { GateRows } from '../gate/decide.ts';
import type { Limits } from '../gate/gate.ts';
import type { RateLimiter } from '../gate/rate-limiter.ts';
import type { Reader, SqlDatabase } from '../sql-database.ts';

/** Who uses a store: a server, which must not wait long, a command, or a worker thread of either. */
export type StoreRole = 'serve' | 'command' | 'thread';

export interface EngineOptions {
  /** The folder of the embedded store's files. */
  readonly dataDir: string;
  readonly role: StoreRole;
  readonly clock: Clock;
  /** Whether commits of the embedded store are flushed to disk (fsync) before they return. */
  readonly syncsCommits: boolean;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** HMAC key under which the addresses of rate-limited callers are stored. */
  readonly sessionSecret: () => string;
  /** Fencing number of the job lease under which a thread works (src/store/postgres/lease.ts). */
  readonly fence?: number | null;
  /** Called when the calls of a batch couldn't be counted; these calls got 503. */
  onCountsNotWritten(error: unknown): void;
}

/** A storage engine: SQLite files on one machine, or PostgreSQL. Each database is opened when it is first used. */
export interface Engine extends AsyncDisposable {
  /** Accounts, tokens, mail, search words. */
  readonly accounts: SqlDatabase;
  /** The accounts database for the call log and usage counts. Commits through it leave the gate's cache of keys valid. */
  readonly calls: SqlDatabase;
  readonly catalog: SqlDatabase;
  readonly lists: SqlDatabase;
  /** Databases for API calls and pages. With SQLite, all reads of one tick see one snapshot. */
  readonly shown: { readonly catalog: Reader; readonly lists: Reader };
  readonly revision: Revision;
  readonly gateRows: GateRows;
  /** Rate limiter of sign-in attempts and mail requests that all instances share; null where a single process counts them. */
  readonly attempts: RateLimiter | null;
  readonly jobs: Jobs;
  /** Runs work that only one process at a time may do; the embedded store has only one server. */
  whileAlone<T>(work: () => Promise<T>): Promise<T>;
  /** Why the service can't decide or answer calls now; null when it can. */
  problem(): Promise<string | null>;
  /** Connection pool statistics for metrics; null without a pool. */
  figures(): Readonly<Record<'open' | 'idle' | 'waiting', number>> | null;
}

/** The scheduled jobs, which one server at a time runs. */
export interface Jobs {
  /** The fencing number of this server's lease on the jobs; null while another server holds it. */
  fence(): number | null;
  /** Why this server's clock is too far off for running jobs, or null. */
  clockProblem(): string | null;
}
