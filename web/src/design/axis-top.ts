/** Even numbers: the axis also shows half of the top, and there are no half calls. */
const SMALL_TOPS = [2, 4, 6, 10];

/** A round number of at least `value`, for the top of an axis of counts: from 10 on 1, 2 or 5 times a power of ten. */
export function axisTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const tops = power === 1 ? SMALL_TOPS : [1, 2, 5, 10].map((step) => step * power);
  return tops.find((top) => top >= value) ?? value;
}
