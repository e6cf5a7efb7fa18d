import type { Services } from '../kit/services.ts';

/** What the lines below don't tell shows after this: a list that was published in between, a deal that begins. */
const STATE_MAX_AGE_MS = 60_000;

/** Everything that the shop's pages depend on, by name: as long as it stays the same, so do they. */
export async function revisionOf({ catalog, rankings, clock }: Services): Promise<string> {
  const tallied = await rankings.findLatestEdition('overall');
  const minute = Math.floor(clock.nowMs() / STATE_MAX_AGE_MS);
  return [await catalog.revision(), tallied?.period, tallied?.version, minute].join('|');
}
