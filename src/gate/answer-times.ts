/**
 * Response times are counted in steps of one scale, so that counts of different instances and hours can be added up. Each step is
 * 19 % longer than the one before it.
 */
const FIRST_MS = 0.1;
const STEPS_TO_DOUBLE = 4;
/** The last step counts all response times beyond 88 s. */
export const TIME_STEPS = 81;

/** The first step whose upper bound isn't below `ms`. */
export function stepOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(TIME_STEPS - 1, Math.ceil(STEPS_TO_DOUBLE * Math.log2(ms / FIRST_MS) - 1e-9));
}

export function msOfStep(step: number): number {
  return FIRST_MS * 2 ** (step / STEPS_TO_DOUBLE);
}

/**
 * A response time that at least `share` (above 0, at most 1) of the calls didn't exceed, rounded up to a step. Null without
 * calls.
 */
export function timeOfShare(
  counts: readonly { readonly step: number; readonly calls: number }[],
  share: number,
): number | null {
  const total = counts.reduce((sum, { calls }) => sum + calls, 0);
  if (total === 0) return null;
  let seen = 0;
  const inOrder = [...counts].sort((a, b) => a.step - b.step);
  const found = inOrder.find(({ calls }) => {
    seen += calls;
    return seen >= share * total;
  });
  return msOfStep(found?.step ?? TIME_STEPS - 1);
}
