import { sharedArray } from '../../typed-arrays.ts';

/** Values under one minimum, and minima under one of the next level. */
const FAN = 16;

/** Minima of every FAN values, then minima of every FAN of those, and so on, one level after the other. */
export function addMinima(values: Uint32Array): Uint32Array {
  const lengths = levelLengths(values.length).slice(1);
  const minima = sharedArray(
    Uint32Array,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  let below = values;
  let start = 0;
  for (const length of lengths) {
    const level = minima.subarray(start, start + length).fill(0xff_ff_ff_ff);
    below.forEach((value, i) => {
      const place = Math.floor(i / FAN);
      level[place] = Math.min(level[place] ?? 0, value);
    });
    below = level;
    start += length;
  }
  return minima;
}

/**
 * The values from place `from` up to `end`, the least first, in steps of a few comparisons each, however long the
 * stretch is.
 */
export function* ascendingValues(
  values: Uint32Array,
  minima: Uint32Array,
  from: number,
  end: number,
): Generator<number> {
  const levels = [values];
  let start = 0;
  for (const length of levelLengths(values.length).slice(1)) {
    levels.push(minima.subarray(start, start + length));
    start += length;
  }
  const heap = new NodeHeap();
  const push = (level: number, at: number) => heap.push(levels[level]?.[at] ?? 0, level, at);
  let [low, high, level] = [from, end, 0];
  while (low < high) {
    const isTop = level === levels.length - 1;
    while (low < high && (isTop || low % FAN !== 0)) push(level, low++);
    while (low < high && high % FAN !== 0) push(level, --high);
    [low, high, level] = [low / FAN, high / FAN, level + 1];
  }
  for (let node = heap.pop(); node !== undefined; node = heap.pop()) {
    if (node.level === 0) {
      yield node.value;
      continue;
    }
    const below = node.level - 1;
    const last = Math.min((node.at + 1) * FAN, levels[below]?.length ?? 0);
    for (let at = node.at * FAN; at < last; at++) push(below, at);
  }
}

/** Lengths of the values and of all levels of minima above them, up to one that is quickly read. */
function levelLengths(length: number): number[] {
  const lengths = [length];
  for (let above = length; above > FAN; ) {
    above = Math.ceil(above / FAN);
    lengths.push(above);
  }
  return lengths;
}

interface Node {
  readonly value: number;
  readonly level: number;
  readonly at: number;
}

/** Gives back the node of the least value first. */
class NodeHeap {
  readonly #nodes: Node[] = [];

  push(value: number, level: number, at: number): void {
    const nodes = this.#nodes;
    let place = nodes.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = nodes[parent];
      if (above === undefined || above.value <= value) break;
      nodes[place] = above;
      place = parent;
    }
    nodes[place] = { value, level, at };
  }

  pop(): Node | undefined {
    const nodes = this.#nodes;
    const [least, last] = [nodes[0], nodes.pop()];
    if (last === undefined || nodes.length === 0) return least;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if ((nodes[child + 1]?.value ?? Infinity) < (nodes[child]?.value ?? Infinity)) child++;
      const below = nodes[child];
      if (below === undefined || below.value >= last.value) break;
      nodes[place] = below;
      place = child;
    }
    nodes[place] = last;
    return least;
  }
}
