import { type KstDay, kstDayOf, kstDayStartMs } from '../clock.ts';
import { realtimeBucketOf } from './realtime-bucket.ts';

/** How much of the ledger and the catalogue is in the lists. */
export interface TallyProgress {
  /** Grows with every transaction that adds to the ledger; 0 = nothing was ever sold. */
  readonly ledgerRevision: number;
  /** Grows with every change of the catalogue; 0 = nothing was ever imported. */
  readonly catalogRevision: number;
  /** The last successful tally; null before the first. */
  readonly tallied: {
    readonly untilDay: KstDay;
    readonly talliedAtMs: number;
    readonly ledgerRevision: number;
  } | null;
  /** The last successful tally or refresh; null before the first. */
  readonly refreshed: {
    readonly refreshedAtMs: number;
    readonly catalogRevision: number;
  } | null;
}

/**
 * What a ranking run is for: a tally counts up to a day and publishes every list; a refresh publishes only the
 * lists that change within a day (realtime, deals, new products) and counts no month.
 */
export type RankingTask =
  | { readonly kind: 'tally'; readonly untilDay: KstDay }
  | { readonly kind: 'refresh' };

/**
 * The nightly tally of the day before begins half an hour after midnight (docs/lists.md#when-lists-appear).
 */
const NIGHTLY_AFTER_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/** A tally further ahead of the clock was made by a wrong clock and counts as not made (docs/operate.md#the-clock). */
const AHEAD_MAX_MS = 2 * DAY_MS;

function isBelievable(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs + AHEAD_MAX_MS;
}

/** When the schedule starts the next nightly tally. */
export function nextNightlyMs(nowMs: number): number {
  return kstDayStartMs(kstDayOf(nowMs - NIGHTLY_AFTER_MS) + 1) + NIGHTLY_AFTER_MS;
}

/** The run that an operator requests out of turn: a tally counts as far as the schedule would, or did. */
export function findRequestedRun(
  kind: RankingTask['kind'],
  { tallied }: Pick<TallyProgress, 'tallied'>,
  nowMs: number,
): RankingTask {
  if (kind === 'refresh') return { kind };
  const untilDay = Math.max(kstDayOf(nowMs) - 1, believable(tallied, nowMs)?.untilDay ?? 0);
  return { kind, untilDay };
}

/** The run to make now, or null if all lists are up to date. */
export function findDueRun(progress: TallyProgress, nowMs: number): RankingTask | null {
  const untilDay = findDueTally(progress, nowMs);
  if (untilDay !== null) return { kind: 'tally', untilDay };
  return isRefreshDue(progress, nowMs) ? { kind: 'refresh' } : null;
}

/**
 * The day up to which lists should be counted now, or null when they are up to date. They are outdated when a nightly
 * tally is due or was missed while nothing ran, or when the ledger grew.
 */
export function findDueTally(
  progress: Pick<TallyProgress, 'ledgerRevision' | 'tallied'>,
  nowMs: number,
): KstDay | null {
  const { ledgerRevision } = progress;
  if (ledgerRevision === 0) return null;
  const tallied = believable(progress.tallied, nowMs);
  const nightlyMs = kstDayStartMs(kstDayOf(nowMs - NIGHTLY_AFTER_MS)) + NIGHTLY_AFTER_MS;
  const dueDay = kstDayOf(nightlyMs - DAY_MS);
  if (tallied === null || tallied.untilDay < dueDay || tallied.talliedAtMs < nightlyMs) return dueDay;
  // An operator may have counted further than the schedule would; that isn't undone before the night.
  return tallied.ledgerRevision === ledgerRevision ? null : Math.max(dueDay, tallied.untilDay);
}

function believable(tallied: TallyProgress['tallied'], nowMs: number): TallyProgress['tallied'] {
  if (tallied === null || !isBelievable(tallied.talliedAtMs, nowMs)) return null;
  return isBelievable(kstDayStartMs(tallied.untilDay), nowMs) ? tallied : null;
}

/**
 * Whether the lists that change within a day are out of date: a new step of ten minutes has begun on the clock's
 * grid, so that a new day starts with a refresh; or the catalogue has changed.
 */
export function isRefreshDue(
  { catalogRevision, refreshed }: Pick<TallyProgress, 'catalogRevision' | 'refreshed'>,
  nowMs: number,
): boolean {
  if (refreshed === null) return catalogRevision > 0;
  if (!isBelievable(refreshed.refreshedAtMs, nowMs)) return true;
  if (realtimeBucketOf(refreshed.refreshedAtMs) < realtimeBucketOf(nowMs)) return true;
  return refreshed.catalogRevision !== catalogRevision;
}
