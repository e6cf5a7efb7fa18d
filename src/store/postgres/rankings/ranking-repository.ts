import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../clock.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import type { RankingRepository } from '../../../rankings/ranking-repository.ts';
import { EDITIONS_FOLDER } from '../../files/edition-files.ts';
import { CATALOG_FILE, openDatabase } from '../../sqlite/database.ts';
import { createSqliteRankingRepository } from '../../sqlite/rankings/ranking-repository.ts';
import { readClockSkewMs, skewProblem } from '../clock-skew.ts';
import type { Database } from '../database.ts';
import { catchUp } from '../log/follow.ts';
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
  const directory = join(folder, EDITIONS_FOLDER);
  const follow = (db: DatabaseSync) => catchUp({ file: 'catalog', db, database, directory });
  let held: LeaseTicket | null = null;
  const writes = createSharedWrites({
    database,
    file: 'catalog',
    catchUp: follow,
    editions: directory,
    leases: () => (held === null ? [] : [held]),
  });
  const repository = createSqliteRankingRepository(folder, writes);
  return {
    async lock(waitMs) {
      const problem = skewProblem(await readClockSkewMs(database, systemClock));
      if (problem !== null) throw new StoreUnavailableError(`${problem}, so it makes no lists: set it`);
      const unlock = await repository.lock(waitMs);
      if (unlock === null) return null;
      const ticket = await takeLease(database, 'ranking');
      if (ticket === null) {
        await unlock();
        await wait(waitMs);
        return null;
      }
      held = ticket;
      const stop = keepLease(ticket);
      return async () => {
        await stop();
        // One that can't be given back now ends by itself.
        await releaseLease(database, ticket).catch(() => {});
        held = null;
        await unlock();
      };
    },
    async open() {
      using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0 });
      await follow(db);
      return repository.open();
    },
  };
}
