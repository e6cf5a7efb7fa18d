import type { Gate } from '../../src/gate/gate.ts';
import type { RateLimiter } from '../../src/gate/rate-limiter.ts';
import type { SharedFigures } from '../../src/http/metrics.ts';
import type { CataloguePorts } from './catalogue-ports.ts';
import type { StatePorts } from './state-ports.ts';

export interface AccountPorts
  extends Omit<StatePorts, 'feedMappings' | 'tokens' | 'searchTerms' | 'runRequests'> {
  readonly gate: Gate;
  /** Attempts to sign in and requests for mail, counted over all instances. */
  readonly attempts: RateLimiter;
}

/** How instances cooperate. A store without other instances answers for itself. */
export interface SharedPorts {
  /** Whether this instance runs the scheduled jobs now. */
  runsJobs(): boolean;
  /** Waits briefly until this instance shows the writes that others were told are done. Never rejects. */
  whenFresh(): Promise<void>;
  /** Why the clock keeps this instance from running jobs, or null. */
  clockProblem(): string | null;
  /** Why calls can't be decided now, or null. */
  problem(): Promise<string | null>;
  /** For metrics; null if nothing is shared. */
  figures(): SharedFigures | null;
}

/** The store of a server, by area: all that the service knows about where its data are. */
export interface Store extends CataloguePorts {
  readonly accounts: AccountPorts;
  /** What this instance shares with others. */
  readonly shared: SharedPorts;
  /** Signs cookies and other values that a browser hands back. */
  readonly sessionSecret: string;
  /** Stops its threads and closes the files or connections. Flush the ports that keep something in memory first. */
  close(): Promise<void>;
}
