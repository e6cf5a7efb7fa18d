import { writeSync } from 'node:fs';
import { runRankings } from '../../src/jobs/ranking-run.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { PLAIN_SETTINGS } from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';

/** One run in the folder given, which dies when it has counted so many months, or says when it has ended. */
const [dataDir = '', now = '', untilDay = '', months = ''] = process.argv.slice(2);
await runRankings({
  repository: createSqliteRankingRepository(dataDir),
  clock: fixedClock(now),
  untilDay: Number(untilDay),
  settings: PLAIN_SETTINGS,
  onProgress({ done }) {
    if (done === Number(months)) process.kill(process.pid, 'SIGKILL');
  },
});
writeSync(1, 'end\n');
