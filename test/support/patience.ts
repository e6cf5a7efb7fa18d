/** How many times as long a test may wait as on a quiet machine; `npm test` measures it (scripts/test.mjs). */
const PATIENCE = Number(process.env.SEOGA_TEST_PATIENCE ?? 1);

/** A limit for this machine. `quietMs` is much longer than the work takes. */
export function patientMs(quietMs: number): number {
  return Math.round(quietMs * PATIENCE);
}
