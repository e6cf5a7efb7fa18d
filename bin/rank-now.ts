import { formatKstMonth, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { runRankings } from '../src/jobs/ranking-run.ts';

/** Tallies and publishes all lists up to yesterday, with progress on standard error. */
export async function rankNow(config: Config): Promise<void> {
  await runRankings({
    dataDir: config.dataDir,
    clock: systemClock,
    settings: { copiesPerBuyer: config.copiesPerBuyer, minSegmentCopies: config.minSegmentCopies },
    onProgress: ({ month, done, total }) =>
      console.error(`  ${formatKstMonth(month)} counted (${done}/${total})`),
  });
}
