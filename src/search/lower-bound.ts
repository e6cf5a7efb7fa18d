/** The place of the first of ascending values that isn't below `wanted`; their number when all are. */
export function lowerBound(values: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
