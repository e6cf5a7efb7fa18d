import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { createFeedIntake } from '../src/jobs/feed-intake.ts';
import { createThreadedUndo } from '../src/jobs/threaded-undo.ts';
import { createRunRequests } from '../src/rankings/run-requests.ts';
import { createSqliteAuditTrail } from '../src/store/sqlite/accounts/audit-trail.ts';
import { createSqliteImportLog } from '../src/store/sqlite/catalog/import-log.ts';
import { createSqliteItemOverrides } from '../src/store/sqlite/catalog/item-overrides.ts';
import { CATALOG_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteRankingAdmin } from '../src/store/sqlite/rankings/ranking-admin.ts';

/** What operators look after the shop with. */
export function openOperatorServices(
  { dataDir }: Config,
  clock: Clock,
  { catalogDb, termsDb }: { readonly catalogDb: DatabaseSync; readonly termsDb: DatabaseSync },
  onError: (error: unknown, message: string) => void,
) {
  const path = join(dataDir, CATALOG_FILE);
  const itemDb = openDatabase(path, { busyTimeoutMs: 0 });
  const runRequests = createRunRequests();
  return {
    runRequests,
    itemOverrides: createSqliteItemOverrides({ db: itemDb, clock }),
    importLog: createSqliteImportLog(catalogDb),
    auditTrail: createSqliteAuditTrail({ db: termsDb, clock }),
    rankingAdmin: createSqliteRankingAdmin({
      db: catalogDb,
      clock,
      runRequests,
      restateEntry: new URL('./restate-thread.ts', import.meta.url),
      path,
    }),
    importUndo: createThreadedUndo({
      entry: new URL('./undo-thread.ts', import.meta.url),
      dataDir,
      clock,
    }),
    feedIntake: createFeedIntake({
      entry: new URL('./feed-thread.ts', import.meta.url),
      dataDir,
      clock,
      onProblem: (error) => onError(error, 'a feed could not be checked or imported'),
    }),
    close: () => itemDb.close(),
  };
}
