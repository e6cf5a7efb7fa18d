import { formatKstMonth, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { runRankings } from '../src/jobs/ranking-run.ts';
import { rankingSettings } from './ranking-settings.ts';
import type { CommandStore } from './store/store.ts';

/** Tallies and publishes all lists up to yesterday, with progress on standard error. */
export async function rankNow(config: Config, store: CommandStore): Promise<void> {
  await runRankings({
    repository: store.rankings(),
    clock: systemClock,
    settings: rankingSettings(config),
    onProgress: ({ month, done, total }) =>
      console.error(`  ${formatKstMonth(month)} counted (${done}/${total})`),
  });
}
