import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { createFeedIntake } from '../src/jobs/feed-intake.ts';
import { createRankingBoard } from '../src/rankings/ranking-board.ts';
import { createSqliteOperatorTrail } from '../src/store/sqlite/accounts/operator-trail.ts';
import { createSqliteImportLog } from '../src/store/sqlite/catalog/import-log.ts';
import { createSqliteItemDesk } from '../src/store/sqlite/catalog/item-desk.ts';
import { CATALOG_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteRankingDesk } from '../src/store/sqlite/rankings/ranking-desk.ts';

/** What operators look after the shop with. */
export function openOperatorsDesk(
  { dataDir }: Config,
  clock: Clock,
  { catalogDb, deskDb }: { readonly catalogDb: DatabaseSync; readonly deskDb: DatabaseSync },
  onError: (error: unknown, message: string) => void,
) {
  const path = join(dataDir, CATALOG_FILE);
  const itemDb = openDatabase(path, { busyTimeoutMs: 0 });
  const rankingBoard = createRankingBoard();
  return {
    rankingBoard,
    itemDesk: createSqliteItemDesk({ db: itemDb, clock }),
    importLog: createSqliteImportLog(catalogDb),
    trail: createSqliteOperatorTrail({ db: deskDb, clock }),
    rankingDesk: createSqliteRankingDesk({
      db: catalogDb,
      clock,
      board: rankingBoard,
      restateEntry: new URL('./restate-thread.ts', import.meta.url),
      path,
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
