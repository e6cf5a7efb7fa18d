import { formatKstMonth, type KstDay, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config/config.ts';
import { type RankingReport, runRankings } from '../src/rankings/run/ranking-run.ts';
import { type RankingSettings, sessionsOf } from '../src/rankings/run/ranking-session.ts';
import type { Store } from './store/open-store.ts';

/** Tallies and publishes all lists, by default up to yesterday, with progress on standard error. */
export async function rankNow(config: Config, store: Store, untilDay?: KstDay): Promise<RankingReport> {
  return runRankings({
    open: sessionsOf(store.engine),
    clock: systemClock,
    ...(untilDay === undefined ? {} : { untilDay }),
    settings: rankingSettings(config),
    onProgress: ({ month, done, total }) =>
      console.error(`  ${formatKstMonth(month)} counted (${done}/${total})`),
  });
}

export function rankingSettings({ copiesPerBuyer, minSegmentCopies, newDays }: RankingSettings) {
  return { copiesPerBuyer, minSegmentCopies, newDays };
}
