import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import { monthClosesAtMs } from '../../../rankings/open-month.ts';
import type { RankingAdmin } from '../../../rankings/ranking-admin.ts';
import type { RunRequests } from '../../../rankings/run-requests.ts';
import { readTallyProgress } from './edition-publisher.ts';
import type { AskLedger } from './ledger-thread.ts';
import { listRuns } from './ranking-history.ts';

export interface SqliteRankingAdminOptions {
  /** A connection to the migrated catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly runRequests: RunRequests;
  readonly askLedger: AskLedger;
}

export function createSqliteRankingAdmin(options: SqliteRankingAdminOptions): RankingAdmin {
  const { db, clock, runRequests, askLedger } = options;
  return {
    progress: async () => readTallyProgress(db),
    underWay: runRequests.underWay,
    requested: runRequests.requested,
    request: runRequests.request,
    listRuns: async (kind, limit) => listRuns(db, kind, limit),
    async restate(month, dryRun) {
      const closesAtMs = monthClosesAtMs(month);
      const restatedAtMs = clock.nowMs();
      if (restatedAtMs < closesAtMs) return { kind: 'open', closesAtMs };
      return askLedger('restate', { month, excludedItemIds: [], reason: '', restatedAtMs, dryRun });
    },
  };
}
