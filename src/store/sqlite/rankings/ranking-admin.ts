import type { DatabaseSync } from 'node:sqlite';
import type { RankingAdmin } from '../../../rankings/ranking-admin.ts';
import type { EditionKind, RankingStore } from '../../../rankings/ranking-store.ts';
import type { TallyProgress } from '../../../rankings/tally-progress.ts';
import { localWrites, type WriterOptions, writeForPerson } from '../catalog-writes.ts';
import type { AskLedger } from './ledger-thread.ts';
import { listRuns } from './ranking-history.ts';
import { restateMonth } from './restatement.ts';
import { readTallyProgress } from './tally-record.ts';

interface RankingAdminOptions extends WriterOptions {
  readonly rankings: RankingStore;
  readonly askLedger: AskLedger;
}

export function createSqliteRankingAdmin(options: RankingAdminOptions): RankingAdmin {
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
