import { writeSync } from 'node:fs';
import { runRankings } from '../../src/jobs/ranking-run.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { PLAIN_SETTINGS } from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';

/** One run in the folder given that says when it has counted a month, and when it has ended. */
const [dataDir = '', now = '', untilDay = ''] = process.argv.slice(2);
await runRankings({
  repository: createSqliteRankingRepository(dataDir),
  clock: fixedClock(now),
  untilDay: Number(untilDay),
  settings: PLAIN_SETTINGS,
  onProgress: ({ done }) => writeSync(1, `${done}\n`),
});
writeSync(1, 'end\n');
