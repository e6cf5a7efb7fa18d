import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../clock.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import type { RankingRepository } from '../../../rankings/ranking-repository.ts';
import { CATALOG_FILE, openDatabase } from '../../sqlite/database.ts';
import { createSqliteRankingRepository } from '../../sqlite/rankings/ranking-repository.ts';
import { findClockProblem } from '../clock-skew.ts';
import type { Database } from '../database.ts';
import { catchUp } from '../log/follow.ts';
import type { LogFile } from '../log/head.ts';
import { type LeaseTicket, releaseLease, takeLease } from '../log/lease.ts';
import { createSharedWrites } from '../log/shared-writes.ts';

export interface SharedRankingsOptions {
  readonly database: Database;
  /** The folder of the replica. */
  readonly folder: string;
  /** Renews a lease until the returned function is called. */
  readonly keepLease: (ticket: LeaseTicket) => () => Promise<void>;
}

/**
 * Rankings that are counted from a replica and published for all instances. One run at a time over all of them: it holds a lease,
 * whose token is compared in the transaction that publishes. A run that was paused for too long publishes nothing.
 */
export function createSharedRankingRepository({
  database,
  folder,
  keepLease,
}: SharedRankingsOptions): RankingRepository {
  let held: LeaseTicket | null = null;
  const leases = () => (held === null ? [] : [held]);
  const writesTo = (file: LogFile) =>
    createSharedWrites({ database, file, catchUp: (db) => catchUp({ file, db, database }), leases });
  const repository = createSqliteRankingRepository(folder, {
    catalog: writesTo('catalog'),
    lists: writesTo('lists'),
  });
  return {
    async open(options) {
      const problem = await findClockProblem(database, systemClock);
      if (problem !== null) throw new StoreUnavailableError(`${problem}, so it makes no lists: set it`);
      const ticket = await takeLease(database, 'ranking');
      if (ticket === null) {
        await wait(options.waitMs);
        return null;
      }
      held = ticket;
      const stop = keepLease(ticket);
      const release = async () => {
        await stop();
        await releaseLease(database, ticket);
        held = null;
      };
      try {
        using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0 });
        await catchUp({ file: 'catalog', db, database });
        // A damaged replica is deleted as a whole (docs/operate.md#damaged-lists).
        const session = await repository.open({ ...options, isChecked: false });
        if (session === null) await release();
        return session && { ...session, close: () => session.close().finally(release) };
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}
