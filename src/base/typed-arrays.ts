/** Typed arrays by name: the form in which they are sent to threads and stored in files. */
export type NamedArrays = Readonly<Record<string, TypedArray>>;
type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export const UINT32_MAX = 2 ** 32 - 1;

/** Returns `value`. Throws RangeError above `max`: storing a larger number would silently cut off its high bits. */
export function atMost(max: number, what: string, value: number): number {
  if (value > max) throw new RangeError(`${value} is too much for ${what}; it may be ${max}`);
  return value;
}

interface ArrayType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): T;
}

/** `length` zeros in memory that threads share. */
export function sharedArray<T extends TypedArray>(ArrayOfType: ArrayType<T>, length: number): T {
  return new ArrayOfType(new SharedArrayBuffer(length * ArrayOfType.BYTES_PER_ELEMENT));
}

/** Texts in shared memory: `bytes` has all texts, and `starts` the offset of each text and, last, the total length. */
export function packedTexts(texts: readonly string[], encoding: 'utf8' | 'latin1') {
  const starts = sharedArray(Uint32Array, texts.length + 1);
  for (const [at, text] of texts.entries())
    starts[at + 1] = atMost(UINT32_MAX, 'texts', (starts[at] ?? 0) + Buffer.byteLength(text, encoding));
  const bytes = sharedArray(Uint8Array, starts[texts.length] ?? 0);
  const into = Buffer.from(bytes.buffer);
  for (const [at, text] of texts.entries()) into.write(text, starts[at] ?? 0, encoding);
  return { bytes, starts };
}

export function inSharedMemory<T extends TypedArray>(numbers: T): T {
  if (numbers.buffer instanceof SharedArrayBuffer) return numbers;
  const copy = sharedArray(numbers.constructor as unknown as ArrayType<T>, numbers.length);
  copy.set(numbers);
  return copy;
}

export function grown<T extends TypedArray>(numbers: T, length = numbers.length * 2): T {
  const ArrayOfType = numbers.constructor as new (length: number) => T;
  const wider = new ArrayOfType(length);
  wider.set(numbers);
  return wider;
}

/** Binary search for the first index at which `holds` is false, or `end`. `holds` must be true at all indices before. */
export function firstWithout(from: number, end: number, holds: (index: number) => boolean): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first value that is at least `wanted`; `values.length` if there is none. `values` must be ascending. */
export function lowerBound(values: ArrayLike<number>, wanted: number): number {
  return firstWithout(0, values.length, (index) => (values[index] ?? 0) < wanted);
}

/** The positions of scores of at least `scoreMin`, highest score first; positions of equal scores in ascending order. */
export function orderByScore(scores: Uint32Array | Float64Array, scoreMin: number): Int32Array {
  const room = new Int32Array(scores.length);
  let highest = 0;
  let count = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score < scoreMin) continue;
    if (score > highest) highest = score;
    room[count++] = at;
  }
  const positions = room.subarray(0, count);
  // The counters of a counting sort must not take more memory than the sorted positions.
  if (highest > 1_000_000 + 8 * count) {
    return positions.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }
  // First counts the positions of each score; the loop below replaces each count by an offset in `order`.
  const offsets = new Uint32Array(highest + 1);
  for (let at = 0; at < count; at++) {
    const score = scores[positions[at] ?? 0] ?? 0;
    offsets[score] = (offsets[score] ?? 0) + 1;
  }
  let ranked = 0;
  for (let score = highest; score >= scoreMin; score--) {
    const equal = offsets[score] ?? 0;
    offsets[score] = ranked;
    ranked += equal;
  }
  const order = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const position = positions[at] ?? 0;
    const score = scores[position] ?? 0;
    const rank = offsets[score] ?? 0;
    order[rank] = position;
    offsets[score] = rank + 1;
  }
  return order;
}
