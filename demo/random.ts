/** A deterministic source of numbers: the same seed gives the same sequence on every machine. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32: 32 bits of state, plenty for a demo, and fast. */
export function createRandom(seed: number) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    /** 0 <= value < 1. */
    next,
    /** A whole number, 0 <= value < bound. */
    below,
    /** A whole number between two bounds, both included. */
    between: (first: number, last: number) => first + below(last - first + 1),
    /** True with the given probability. */
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
  };
}

/** Mixes two whole numbers into an unsigned 32-bit one, so that neighbours get unrelated seeds. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}
