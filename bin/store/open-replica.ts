import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { SharedFigures } from '../../src/http/metrics.ts';
import { StoreUnavailableError } from '../../src/sql-database.ts';
import { findClockProblem } from '../../src/store/postgres/clock-skew.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { createFollower } from '../../src/store/postgres/log/follower.ts';
import { readHead } from '../../src/store/postgres/log/head.ts';
import { holdLease } from '../../src/store/postgres/log/lease.ts';
import { createSharedWrites } from '../../src/store/postgres/log/shared-writes.ts';
import type { StoreOptions } from './state-ports.ts';

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

interface ReplicaOptions extends Pick<StoreOptions, 'clock' | 'onProblem'> {
  /** Of a replica made by renewReplica. */
  readonly folder: string;
  /** A connection to its catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly address: DatabaseAddress;
  /** The connections of the serving thread. */
  readonly database: Database;
}

/** A call waits less than a second in all. */
const SHOWN_MS = 800;
/** A page waits for what its reader has just changed through another instance, unless that takes long. */
const FRESH_MS = 300;
/** An operator's decision waits for its own replica. */
const CATCH_UP_MS = 10_000;

/** This instance's copy of the catalogue, kept up to date until `close`. */
export function openReplica(options: ReplicaOptions) {
  const { folder, db, address, database, clock, onProblem } = options;
  const follower = createFollower({
    address,
    folder,
    db,
    onProblem: (error) =>
      onProblem(error, 'the catalogue could not be followed; what is here goes on being served'),
  });
  let clockProblem: string | null = null;
  const jobs = holdLease(database, 'jobs', async () => {
    clockProblem = await findClockProblem(database, clock);
    return clockProblem === null;
  });
  /** Waits for a commit. Throws StoreUnavailableError. */
  const whenThere = async (no: number, timeoutMs: number) => {
    const refusal = follower.refusal();
    if (refusal !== null) throw new StoreUnavailableError(refusal);
    if (await follower.reach(no, timeoutMs)) return;
    throw new StoreUnavailableError(`commit ${no} of the catalogue has not arrived yet`);
  };
  const writes = createSharedWrites({
    database,
    file: 'catalog',
    catchUp: async () => whenThere((await readHead(database, 'catalog')).no, CATCH_UP_MS),
  });
  return {
    writes,
    /** Waits for a commit that every response must include. */
    whenShown: (urgent: number) => whenThere(urgent, SHOWN_MS),
    shared: {
      runsJobs: jobs.isHeld,
      whenFresh: onceATurn(async () => {
        try {
          const { no, urgent } = await readHead(database, 'catalog');
          await follower.reach(urgent, SHOWN_MS);
          await follower.reach(no, FRESH_MS);
        } catch {
          // Pages that need no account keep using the current copy.
        }
      }),
      clockProblem: () => clockProblem,
      problem: () =>
        database.query('SELECT 1').then(
          () => follower.refusal(),
          () => 'the database cannot be reached',
        ),
      figures: () => ({
        ...database.figures(),
        replicaAgeMs: systemClock.monotonicMs() - follower.freshAtMs(),
        runsJobs: jobs.isHeld(),
      }),
    } satisfies SharedPorts,
    async close(): Promise<void> {
      await jobs.close();
      await follower.close();
    },
  };
}

/** Does work once for all requests in one turn of the event loop, after the last of them. */
function onceATurn(work: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  const start = async () => {
    await nextTurn();
    asked = null;
    await work();
  };
  return () => {
    asked ??= start();
    return asked;
  };
}
