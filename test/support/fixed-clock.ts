/** A clock that stands still until the test moves it. */
export type FixedClock = ReturnType<typeof fixedClock>;

/** Starts at an instant given as ISO 8601 with offset. */
export function fixedClock(iso: string) {
  let wallMs = Date.parse(iso);
  let steadyMs = 0;
  return {
    nowMs: () => wallMs,
    monotonicMs: () => steadyMs,
    /** Moves wall and monotonic time forward. */
    advance(ms: number) {
      wallMs += ms;
      steadyMs += ms;
    },
    /** Sets the wall clock alone, as an operator or NTP does. */
    setWall(epochMs: number) {
      wallMs = epochMs;
    },
  };
}
