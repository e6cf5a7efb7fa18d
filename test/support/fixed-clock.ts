/** A clock that stands still until the test moves it. */
export type FixedClock = ReturnType<typeof fixedClock>;

/** `iso` is an instant with offset. */
export function fixedClock(iso: string) {
  let wallMs = Date.parse(iso);
  let steadyMs = 0;
  return {
    nowMs: () => wallMs,
    monotonicMs: () => steadyMs,
    advance(ms: number) {
      wallMs += ms;
      steadyMs += ms;
    },
    /** Sets the wall clock alone, as NTP does. */
    setWall(epochMs: number) {
      wallMs = epochMs;
    },
  };
}
