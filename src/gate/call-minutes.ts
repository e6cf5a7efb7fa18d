/** Minutes that are kept, the current one included. */
export const RATE_MINUTES = 61;

export const MINUTE_MS = 60_000;

/** Calls of the public API answered within one minute of the wall clock. */
export interface MinuteCalls {
  /** When the minute began. */
  readonly atMs: number;
  /** 2xx and 3xx. */
  readonly fine: number;
  /** 429. */
  readonly limited: number;
  /** Any other 4xx. */
  readonly refused: number;
  /** 5xx. */
  readonly failed: number;
}

/** The minutes, each with the counts of `others` added. */
export function addMinutes(
  minutes: readonly MinuteCalls[],
  others: readonly MinuteCalls[],
): readonly MinuteCalls[] {
  return minutes.map((minute) =>
    others
      .filter(({ atMs }) => atMs === minute.atMs)
      .reduce(
        (sum, one) => ({
          atMs: sum.atMs,
          fine: sum.fine + one.fine,
          limited: sum.limited + one.limited,
          refused: sum.refused + one.refused,
          failed: sum.failed + one.failed,
        }),
        minute,
      ),
  );
}
