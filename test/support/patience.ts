/**
 * How many times as long as on a quiet machine a test may wait: `npm test` measures it by the time its checks take
 * (scripts/test.mjs), because a fixed limit fails on a machine that does other work as well.
 */
const PATIENCE = Number(process.env.SEOGA_TEST_PATIENCE ?? 1);

/** A limit for this machine. `quietMs` is much longer than the work takes on a quiet one. */
export function patientMs(quietMs: number): number {
  return Math.round(quietMs * PATIENCE);
}
