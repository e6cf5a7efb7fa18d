import type { Config } from '../src/config.ts';
import type { RankingSettings } from '../src/jobs/run-context.ts';

/** The part of the configuration that ranking runs need. */
export function rankingSettings({ copiesPerBuyer, minSegmentCopies, newDays }: Config): RankingSettings {
  return { copiesPerBuyer, minSegmentCopies, newDays };
}
