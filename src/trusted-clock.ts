import type { Clock } from './clock.ts';

/** What a server keeps of its clock from one start to the next. */
export interface ClockRecord {
  /** The last time that was trusted, ms since the epoch. */
  readonly lastMs: number;
  /** Since when (wall time) the clock has gone on without a jump of more than two days. */
  readonly steadySinceMs: number;
}

/** A jump that is not believed (yet). */
export interface ClockDoubt {
  /** What the machine's clock says. */
  readonly wallMs: number;
  /** What the service goes by instead. */
  readonly trustedMs: number;
  /** Whether it will be believed by itself when it holds. */
  readonly isBelievedLater: boolean;
}

/** The machine's clock, without its jumps (docs/operate.md#the-clock). */
export interface TrustedClock extends Clock {
  /** The jump that is not believed now, or null. */
  doubt(): ClockDoubt | null;
  /** Whether the clock has been steady for so long that records may be deleted by it. */
  mayDelete(): boolean;
  /** What is to be kept for the next start. */
  record(): ClockRecord;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Jumps up to this are believed at once: nights without power, corrections of minutes, days that begin. */
const JUMP_MAX_MS = 2 * DAY_MS;

/** Jumps up to this are believed once they have held: a machine that was off or asleep for some weeks. */
const ABSENCE_MAX_MS = 45 * DAY_MS;

/** Time synchronisation corrects a wrong clock sooner than this after a start. */
const HELD_MS = 60_000;

/** Nothing is deleted until the clock has been steady for so long. */
const STEADY_MS = 6 * HOUR_MS;

/** How far a doubted clock may drift and still count as the same doubt. */
const DRIFT_MAX_MS = 60_000;

/**
 * Watches a clock by its monotonic side and by what was kept of the last run. While a jump is not believed, time goes
 * on from the last trusted moment by the monotonic clock; when the clock is right again, it is believed at once.
 */
export function createTrustedClock(clock: Clock, kept: ClockRecord | null): TrustedClock {
  let anchorWallMs = kept?.lastMs ?? clock.nowMs();
  let anchorMonotonicMs = clock.monotonicMs();
  let steadySinceMs = kept?.steadySinceMs ?? anchorWallMs;
  let doubted: { readonly sinceMs: number; readonly offsetMs: number } | null = null;

  function believe(wallMs: number, monotonicMs: number): number {
    anchorWallMs = wallMs;
    anchorMonotonicMs = monotonicMs;
    doubted = null;
    return wallMs;
  }

  function nowMs(): number {
    const wallMs = clock.nowMs();
    const monotonicMs = clock.monotonicMs();
    const expectedMs = anchorWallMs + (monotonicMs - anchorMonotonicMs);
    const offsetMs = wallMs - expectedMs;
    if (Math.abs(offsetMs) <= JUMP_MAX_MS) return believe(wallMs, monotonicMs);
    if (doubted === null || Math.abs(offsetMs - doubted.offsetMs) > DRIFT_MAX_MS) {
      doubted = { sinceMs: monotonicMs, offsetMs };
    }
    const hasHeld = monotonicMs - doubted.sinceMs >= HELD_MS;
    if (hasHeld && Math.abs(offsetMs) <= ABSENCE_MAX_MS) {
      steadySinceMs = wallMs;
      return believe(wallMs, monotonicMs);
    }
    return Math.floor(expectedMs);
  }

  return {
    nowMs,
    monotonicMs: () => clock.monotonicMs(),
    doubt() {
      const trustedMs = nowMs();
      if (doubted === null) return null;
      const isBelievedLater = Math.abs(doubted.offsetMs) <= ABSENCE_MAX_MS;
      return { wallMs: clock.nowMs(), trustedMs, isBelievedLater };
    },
    mayDelete: () => nowMs() - steadySinceMs >= STEADY_MS && doubted === null,
    record: () => ({ lastMs: nowMs(), steadySinceMs }),
  };
}

/**
 * Whether one command, which cannot watch the clock, may go by it: it is not further from the last trusted time than
 * a machine that was off for some weeks explains.
 */
export function isPlausible(nowMs: number, kept: ClockRecord | null): boolean {
  return kept === null || Math.abs(nowMs - kept.lastMs) <= ABSENCE_MAX_MS;
}

/** The record after a command that went by the clock. */
export function recordNow(nowMs: number, kept: ClockRecord): ClockRecord {
  const isSteady = Math.abs(nowMs - kept.lastMs) <= JUMP_MAX_MS;
  return { lastMs: nowMs, steadySinceMs: isSteady ? kept.steadySinceMs : nowMs };
}
