/**
 * Sorts places in a buffer by the texts that begin there, each ending before the next zero. Three-way radix
 * quicksort: every byte of a shared beginning is read once per round, however many texts share it.
 */
export function sortTexts(bytes: Uint8Array, places: Uint32Array): void {
  const stack: [from: number, end: number, depth: number][] = [[0, places.length, 0]];
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    const [from, end, depth] = range;
    if (end - from < 2) continue;
    if (end - from <= SMALL) {
      insertionSort(bytes, places, from, end, depth);
      continue;
    }
    const byteAt = (at: number) => bytes[(places[at] ?? 0) + depth] ?? 0;
    const pivot = middleOf(byteAt(from), byteAt((from + end) >>> 1), byteAt(end - 1));
    let [below, at, above] = [from, from, end];
    while (at < above) {
      const byte = byteAt(at);
      if (byte < pivot) swap(places, below++, at++);
      else if (byte > pivot) swap(places, at, --above);
      else at++;
    }
    stack.push([from, below, depth], [above, end, depth]);
    if (pivot !== 0) stack.push([below, above, depth + 1]);
  }
}

const SMALL = 12;

function insertionSort(bytes: Uint8Array, places: Uint32Array, from: number, end: number, depth: number) {
  for (let i = from + 1; i < end; i++) {
    const place = places[i] ?? 0;
    let at = i;
    while (at > from && isBefore(bytes, place + depth, (places[at - 1] ?? 0) + depth)) {
      places[at] = places[at - 1] ?? 0;
      at--;
    }
    places[at] = place;
  }
}

function isBefore(bytes: Uint8Array, one: number, other: number): boolean {
  for (let i = 0; ; i++) {
    const [a = 0, b = 0] = [bytes[one + i], bytes[other + i]];
    if (a !== b) return a < b;
    if (a === 0) return false;
  }
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(places: Uint32Array, a: number, b: number): void {
  const one = places[a] ?? 0;
  places[a] = places[b] ?? 0;
  places[b] = one;
}
