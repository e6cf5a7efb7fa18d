import type { Clock } from '../../src/clock.ts';

/** A clock that stands still until the test moves it. */
export interface FixedClock extends Clock {
  /** Moves wall and monotonic time forward. */
  advance(ms: number): void;
  /** Sets the wall clock alone, as an operator or NTP does. */
  setWall(epochMs: number): void;
}

/** Starts at an instant given as ISO 8601 with offset. */
export function fixedClock(iso: string): FixedClock {
  let wallMs = Date.parse(iso);
  let steadyMs = 0;
  return {
    nowMs: () => wallMs,
    monotonicMs: () => steadyMs,
    advance(ms) {
      wallMs += ms;
      steadyMs += ms;
    },
    setWall(epochMs) {
      wallMs = epochMs;
    },
  };
}
