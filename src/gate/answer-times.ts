/**
 * Response times are counted by steps of a fixed scale, so that counts of all instances and hours can be added up. Four steps
 * double the time: each step is 19 % longer than the one before it.
 */
const FIRST_MS = 0.1;
const STEPS_TO_DOUBLE = 4;
/** Number of steps. The last one counts all response times beyond 88 s. */
export const TIME_STEPS = 81;

/** The step of a response time: the first whose upper bound isn't below `ms`. */
export function stepOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(TIME_STEPS - 1, Math.ceil(STEPS_TO_DOUBLE * Math.log2(ms / FIRST_MS) - 1e-9));
}

/** The upper bound of a step in ms. */
export function msOfStep(step: number): number {
  return FIRST_MS * 2 ** (step / STEPS_TO_DOUBLE);
}

/**
 * The time in ms within which at least `share` (above 0, at most 1) of the calls were answered, rounded up to a step of
 * the scale; null without calls.
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
