/** A round number of at least `value`, for the top of an axis: 1, 2 or 5 times a power of ten. */
export function axisTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}
