import { formatKstMonth, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { runRankings } from '../src/jobs/ranking-run.ts';
import { createSqliteRankingRepository } from '../src/store/sqlite/rankings/ranking-repository.ts';
import { rankingSettings } from './ranking-settings.ts';

/** Tallies and publishes all lists up to yesterday, with progress on standard error. */
export async function rankNow(config: Config): Promise<void> {
  await runRankings({
    repository: createSqliteRankingRepository(config.dataDir),
    clock: systemClock,
    settings: rankingSettings(config),
    onProgress: ({ month, done, total }) =>
      console.error(`  ${formatKstMonth(month)} counted (${done}/${total})`),
  });
}
