import {
  type Clock,
  type KstDay,
  type KstMonth,
  kstDayOf,
  kstDayStartMs,
  kstMonthFirstDay,
} from '../clock.ts';
import { realtimeBucketOf } from './edition.ts';

export interface TallyProgress {
  /** Grows with every transaction that adds to the ledger; 0 = nothing was ever sold. */
  readonly ledgerRevision: number;
  /** Grows with every change of the catalogue; 0 = nothing was ever imported. */
  readonly catalogRevision: number;
  readonly tallied: (CountedFrom & { readonly talliedAtMs: number }) | null;
  readonly refreshed: { readonly refreshedAtMs: number; readonly catalogRevision: number } | null;
}

export interface CountedFrom {
  readonly untilDay: KstDay;
  readonly ledgerRevision: number;
}

/** A tally publishes every list. A refresh counts no month, and publishes only the lists that change within a day. */
export type RankingTask =
  | { readonly kind: 'tally'; readonly untilDay: KstDay }
  | { readonly kind: 'refresh' };

export const RUN_KINDS = ['tally', 'refresh'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export type RunCause = 'schedule' | 'operator' | 'command';

const NIGHTLY_AFTER_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/** A run recorded further in the future was made by a wrong clock, and is ignored (docs/operate.md#the-clock). */
const AHEAD_MAX_MS = 2 * DAY_MS;

function isBelievable(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs + AHEAD_MAX_MS;
}

export function nextNightlyMs(nowMs: number): number {
  return kstDayStartMs(kstDayOf(nowMs - NIGHTLY_AFTER_MS) + 1) + NIGHTLY_AFTER_MS;
}

/** Null if no run is requested or due. A requested tally counts up to yesterday or, if later, up to the last tallied day. */
export function findRun(
  progress: TallyProgress,
  nowMs: number,
  requested: RunKind | null,
): RankingTask | null {
  if (requested === 'refresh') return { kind: 'refresh' };
  const asked = Math.max(kstDayOf(nowMs) - 1, believable(progress.tallied, nowMs)?.untilDay ?? 0);
  const untilDay = requested === 'tally' ? asked : findDueTally(progress, nowMs);
  if (untilDay !== null) return { kind: 'tally', untilDay };
  return isRefreshDue(progress, nowMs) ? { kind: 'refresh' } : null;
}

/** The day up to which lists should be counted now: a nightly tally is due or was missed, or the ledger has grown. */
function findDueTally({ ledgerRevision, tallied: last }: TallyProgress, nowMs: number): KstDay | null {
  if (ledgerRevision === 0) return null;
  const tallied = believable(last, nowMs);
  const nightlyMs = kstDayStartMs(kstDayOf(nowMs - NIGHTLY_AFTER_MS)) + NIGHTLY_AFTER_MS;
  const dueDay = kstDayOf(nightlyMs - DAY_MS);
  if (tallied === null || tallied.untilDay < dueDay || tallied.talliedAtMs < nightlyMs) return dueDay;
  // An operator's tally at 00:10 counts yesterday, before the nightly tally at 00:30. A recount at 00:20 must, too.
  return tallied.ledgerRevision === ledgerRevision ? null : Math.max(dueDay, tallied.untilDay);
}

function believable(tallied: TallyProgress['tallied'], nowMs: number): TallyProgress['tallied'] {
  if (tallied === null || !isBelievable(tallied.talliedAtMs, nowMs)) return null;
  return isBelievable(kstDayStartMs(tallied.untilDay), nowMs) ? tallied : null;
}

/** Whether the catalogue has changed or a new ten-minute bucket has begun. So each day starts with a refresh. */
function isRefreshDue({ catalogRevision, refreshed }: TallyProgress, nowMs: number): boolean {
  if (refreshed === null) return catalogRevision > 0;
  if (!isBelievable(refreshed.refreshedAtMs, nowMs)) return true;
  if (realtimeBucketOf(refreshed.refreshedAtMs) < realtimeBucketOf(nowMs)) return true;
  return refreshed.catalogRevision !== catalogRevision;
}

const RETRY_AFTER_MS = 60_000;

export interface RankingScheduleOptions {
  readonly clock: Clock;
  readonly readProgress: () => Promise<TallyProgress>;
  /** Returns the run that an operator requested, or null, and clears the request. */
  readonly takeRequested: () => Promise<RunKind | null>;
  readonly run: (task: RankingTask, cause: RunCause) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Starts tallies nightly and after imports with sales, refreshes every ten minutes (docs/lists.md#when-lists-appear). */
export function createRankingSchedule(options: RankingScheduleOptions) {
  const { clock, readProgress, takeRequested, run, onError } = options;
  let isBusy = false;
  let notBeforeMs = -Infinity;
  return {
    /** Makes a run if one is due. Does nothing during a run, so a timer may call it. Never rejects. */
    async tick(): Promise<void> {
      if (isBusy) return;
      isBusy = true;
      try {
        const requested = await takeRequested();
        // An operator who requests a run has seen that the last one failed.
        if (requested === null && clock.monotonicMs() < notBeforeMs) return;
        const progress = await readProgress();
        const task = findRun(progress, clock.nowMs(), requested);
        if (task !== null) await run(task, requested === null ? 'schedule' : 'operator');
      } catch (error) {
        notBeforeMs = clock.monotonicMs() + RETRY_AFTER_MS;
        onError(error);
      } finally {
        isBusy = false;
      }
    },
  };
}

const CLOSING_DAY = 5;
const CLOSING_HOUR_MS = 4 * 3_600_000;

/** From this instant on, a month is closed: whatever is received about its sales is late (docs/lists.md#open-months). */
export function monthClosesAtMs(month: KstMonth): number {
  return kstDayStartMs(kstMonthFirstDay(month + 1) + CLOSING_DAY - 1) + CLOSING_HOUR_MS;
}

/** A month is due if it is open or has no list, or if additions in time or the last days are missing in its list. */
export function isMonthDue(
  month: KstMonth,
  counted: CountedFrom | null,
  now: { readonly nowMs: number; readonly untilDay: KstDay; readonly ledgerRevision: number },
): boolean {
  if (kstMonthFirstDay(month) > now.untilDay) return false;
  if (counted === null || now.nowMs < monthClosesAtMs(month)) return true;
  const lastDay = kstMonthFirstDay(month + 1) - 1;
  return counted.ledgerRevision < now.ledgerRevision || counted.untilDay < Math.min(lastDay, now.untilDay);
}
