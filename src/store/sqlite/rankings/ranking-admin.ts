import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { RankingAdmin } from '../../../rankings/ranking-admin.ts';
import type { EditionKind, RankingStore } from '../../../rankings/ranking-store.ts';
import type { TallyProgress } from '../../../rankings/tally-progress.ts';
import { type CatalogWrites, localWrites, writeForPerson } from '../catalog-writes.ts';
import type { AskLedger } from './ledger-thread.ts';
import { listRuns } from './ranking-history.ts';
import { restateMonth } from './restatement.ts';
import { readTallyProgress } from './tally-record.ts';

export interface SqliteRankingAdminOptions {
  /** A connection to the migrated catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly rankings: RankingStore;
  readonly clock: Clock;
  readonly askLedger: AskLedger;
  /** Where the commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
}

export function createSqliteRankingAdmin(options: SqliteRankingAdminOptions): RankingAdmin {
  const { db, rankings, clock, askLedger, writes = localWrites } = options;
  return {
    progress: () => readProgress(db, rankings),
    listRuns: async (kind, limit) => listRuns(db, kind, limit),
    findLate: (month) => askLedger('findLate', month),
    restate(month) {
      const restatement = { month, excludedItemIds: [], reason: '', restatedAtMs: clock.nowMs() };
      return writeForPerson(writes, db, (own) => restateMonth(own, restatement));
    },
  };
}

/** Lists that were lost, or put aside, have to be made again, whatever the catalogue says of the last run. */
async function readProgress(db: DatabaseSync, rankings: RankingStore): Promise<TallyProgress> {
  const isThere = (kind: EditionKind) =>
    rankings.findLatestEdition(kind).then(
      (edition) => edition !== null,
      // What is damaged is there, and every run would fail.
      () => true,
    );
  const { tallied, refreshed, ...progress } = readTallyProgress(db);
  return {
    ...progress,
    tallied: (await isThere('overall')) ? tallied : null,
    refreshed: (await isThere('newProduct')) ? refreshed : null,
  };
}
