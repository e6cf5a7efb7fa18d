import { type Clock, type KstDay, kstDayOf } from '../clock.ts';
import { IDENTIFY_LIMITS, type Limits, type QuotaState, quotaState } from './gate.ts';
import { burstLeft, decideBurst, NEVER_CALLED } from './gcra.ts';

/** Calls of an account on the last day on which it called. */
export interface DayCount {
  readonly day: KstDay;
  readonly used: number;
}

type MeterDecision =
  | { readonly outcome: 'admitted'; readonly day: KstDay; readonly quota: QuotaState }
  | { readonly outcome: 'burst'; readonly quota: QuotaState; readonly retryAfterMs: number }
  | { readonly outcome: 'daily'; readonly quota: QuotaState };

type MeterPeek =
  | { readonly outcome: 'seen'; readonly quota: QuotaState }
  | Extract<MeterDecision, { outcome: 'burst' }>;

interface MeterOptions {
  readonly clock: Clock;
  /** The account's last day on disk up to a day, or null. A wrong clock counted later days. */
  readonly loadLastDay: (accountId: number, notAfter: KstDay) => DayCount | null;
  /** How many accounts to keep before idle ones are dropped. */
  readonly accountsMax: number;
}

interface Counter {
  arrivalUs: number;
  /** The same for reads of the state. */
  peekArrivalUs: number;
  day: KstDay;
  used: number;
  /** Calls of `day` that are counted here but not on disk yet. */
  unwritten: number;
}

/** A counter further ahead of the clock was made by a wrong clock (docs/operate.md#the-clock). */
const AHEAD_DAYS_MAX = 2;

/**
 * Burst and day counters of all accounts, kept by the one process that handles their calls. The day counter follows KST
 * and never goes back, neither when the wall clock does nor by a restart (docs/api.md#daily-quota).
 */
export function createAccountMeter({ clock, loadLastDay, accountsMax }: MeterOptions) {
  const counters = new Map<number, Counter>();
  let sweepAbove = accountsMax;

  /** The account's counter, on the current day. */
  function counterOf(accountId: number, today: KstDay): Counter {
    let counter = counters.get(accountId);
    if (counter !== undefined && counter.day > today + AHEAD_DAYS_MAX) {
      counters.delete(accountId);
      counter = undefined;
    }
    if (counter === undefined) {
      if (counters.size >= sweepAbove) {
        dropIdle(counters, clock.monotonicMs() * 1000);
        // If most accounts are busy, another sweep would find little: each sweep waits for as many new accounts.
        sweepAbove = Math.max(accountsMax, counters.size * 2);
      }
      counter = startCounter(loadLastDay(accountId, today + AHEAD_DAYS_MAX));
      counters.set(accountId, counter);
    }
    enterDay(counter, today);
    return counter;
  }

  return {
    /**
     * Decides one call and, if it is admitted, counts it at once, before it is on disk. A refusal counts nothing: a burst
     * refusal doesn't use up the day, and a daily one doesn't use up the burst.
     */
    reserve(accountId: number, limits: Limits): MeterDecision {
      const now = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
      const counter = counterOf(accountId, kstDayOf(now.nowMs));
      const burst = decideBurst(counter.arrivalUs, limits, now.monotonicMs);
      if (!burst.admitted) {
        return { outcome: 'burst', quota: quotaOf(counter, limits, now), retryAfterMs: burst.retryAfterMs };
      }
      if (counter.used >= limits.dailyQuota) {
        return { outcome: 'daily', quota: quotaOf(counter, limits, now) };
      }
      counter.arrivalUs = burst.arrivalUs;
      counter.used += 1;
      counter.unwritten += 1;
      return { outcome: 'admitted', day: counter.day, quota: quotaOf(counter, limits, now) };
    },
    /** Returns an account's state, at most as often as IDENTIFY_LIMITS allow. Counts against nothing else. */
    peek(accountId: number, limits: Limits): MeterPeek {
      const now = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
      const counter = counterOf(accountId, kstDayOf(now.nowMs));
      const quota = quotaOf(counter, limits, now);
      const look = decideBurst(counter.peekArrivalUs, IDENTIFY_LIMITS, now.monotonicMs);
      if (!look.admitted) return { outcome: 'burst', quota, retryAfterMs: look.retryAfterMs };
      counter.peekArrivalUs = look.arrivalUs;
      return { outcome: 'seen', quota };
    },
    /** Records that reserved calls of a day are on disk. */
    committed(accountId: number, day: KstDay, calls: number): void {
      const counter = counters.get(accountId);
      if (counter?.day === day) counter.unwritten -= calls;
    },
    /** Reports that reserved calls of a day can't be written, so they don't count. */
    dropped(accountId: number, day: KstDay, calls: number): void {
      const counter = counters.get(accountId);
      if (counter?.day !== day) return;
      counter.used -= calls;
      counter.unwritten -= calls;
    },
    /** Accounts held in memory. */
    size: () => counters.size,
  };
}

/** Both readings of the clock, once per call. */
interface Now {
  readonly nowMs: number;
  readonly monotonicMs: number;
}

function startCounter(last: DayCount | null): Counter {
  const { day, used } = last ?? { day: Number.NEGATIVE_INFINITY, used: 0 };
  return { arrivalUs: NEVER_CALLED, peekArrivalUs: NEVER_CALLED, day, used, unwritten: 0 };
}

/** Drops accounts that would look the same if loaded again: allowance full, nothing waiting to be written. */
function dropIdle(counters: Map<number, Counter>, nowUs: number): void {
  for (const [accountId, counter] of counters) {
    const isFull = counter.arrivalUs <= nowUs && counter.peekArrivalUs <= nowUs;
    if (counter.unwritten === 0 && isFull) counters.delete(accountId);
  }
}

function enterDay(counter: Counter, today: KstDay): void {
  if (today <= counter.day) return;
  counter.day = today;
  counter.used = 0;
  counter.unwritten = 0;
}

function quotaOf({ day, used, arrivalUs }: Counter, limits: Limits, { nowMs, monotonicMs }: Now): QuotaState {
  return quotaState(
    { limits, day, dailyUsed: used, burst: burstLeft(arrivalUs, limits, monotonicMs) },
    nowMs,
  );
}
