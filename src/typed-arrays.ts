type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The same numbers with room for `length` of them, in memory of its own; twice the room when left out. */
export function grown<T extends TypedArray>(numbers: T, length = numbers.length * 2): T {
  const ArrayOfType = numbers.constructor as new (length: number) => T;
  const wider = new ArrayOfType(length);
  wider.set(numbers);
  return wider;
}

/** The first place from `from` on of which a condition doesn't hold; `end` where all fulfil it. It holds of all before. */
export function firstWithout(from: number, end: number, holds: (place: number) => boolean): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the first of ascending values that isn't below `wanted`; their number when all are. */
export function lowerBound(values: ArrayLike<number>, wanted: number): number {
  return firstWithout(0, values.length, (place) => (values[place] ?? 0) < wanted);
}
