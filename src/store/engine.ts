import type { Tier } from '../accounts/account.ts';
import type { Revision } from '../catalog/revision.ts';
import type { Clock } from '../clock.ts';
import type { GateRows } from '../gate/decide.ts';
import type { Limits } from '../gate/gate.ts';
import type { RateLimiter } from '../gate/rate-limiter.ts';
import type { Reader, SqlDatabase } from '../sql-database.ts';

/** Who works with a store: a server, which waits for nobody long, a command, or a thread of either. */
export type StoreRole = 'serve' | 'command' | 'thread';

export interface EngineOptions {
  /** Of the files of the embedded store. */
  readonly dataDir: string;
  readonly role: StoreRole;
  readonly clock: Clock;
  /** Whether a commit of the embedded store waits until the disk has it. */
  readonly syncsCommits: boolean;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** Key of the HMAC under which callers are stored whose attempts are limited. */
  readonly sessionSecret: () => string;
  /** Of the jobs for which a thread works (src/store/postgres/lease.ts). */
  readonly fence?: number | null;
  /** Call counts couldn't be written; their calls got 503. */
  onCountsNotWritten(error: unknown): void;
}

/** Where the data are: in the files of one machine, or in PostgreSQL. Whatever isn't asked for isn't opened. */
export interface Engine extends AsyncDisposable {
  /** Accounts, tokens, mail, search words. */
  readonly accounts: SqlDatabase;
  /** The same, for what becomes of calls. Its commits leave known what the gate knows. */
  readonly calls: SqlDatabase;
  readonly catalog: SqlDatabase;
  readonly lists: SqlDatabase;
  /** The same as calls and pages read them: what one tick reads of an embedded store is of one state. */
  readonly shown: { readonly catalog: Reader; readonly lists: Reader };
  readonly revision: Revision;
  readonly gateRows: GateRows;
  /** Attempts to sign in and requests for mail, counted over all instances; null where this process counts them alone. */
  readonly attempts: RateLimiter | null;
  readonly jobs: Jobs;
  /** Runs work that only one process at a time may do; an embedded store has only one server. */
  whileAlone<T>(work: () => Promise<T>): Promise<T>;
  /** Why calls can't be decided or answered now, or null. */
  problem(): Promise<string | null>;
  /** How the connections are used; null where there are none. */
  figures(): Readonly<Record<'open' | 'idle' | 'waiting', number>> | null;
}

/** The scheduled jobs, which one server at a time runs. */
export interface Jobs {
  /** The number under which this server runs them now; null while another one does. */
  fence(): number | null;
  /** Why the clock keeps this server from running them, or null. */
  clockProblem(): string | null;
}
