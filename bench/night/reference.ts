import { kstMonthFirstDay } from '../../src/clock.ts';
import {
  type DayLines,
  itemLeaves,
  publishDayOf,
  type ShopSize,
  segmentOfBuyer,
  shopCategories,
} from './shop.ts';

/** Lists by sex and age of one category. */
export const SEGMENTS = 21;

/** One list: entries start[category] to start[category + 1] - 1 of `places`. */
export interface BareLists {
  readonly start: Uint32Array;
  readonly places: Int32Array;
  readonly upDowns: Int32Array;
}

export type BareShop = ReturnType<typeof layOutShop>;

/**
 * Lays out the shop from its definition, without the catalogue: items in the order of ties, and the categories of each with all
 * above them.
 */
export function layOutShop(size: ShopSize) {
  const tree = shopCategories(size);
  const days = Int32Array.from({ length: size.items }, (_, item) => publishDayOf(item));
  const items = Int32Array.from({ length: size.items }, (_, item) => item);
  items.sort((a, b) => (days[b] ?? 0) - (days[a] ?? 0) || a - b);
  const placeOf = new Int32Array(size.items);
  const closureStart = new Uint32Array(size.items + 1);
  const closure: number[] = [];
  for (const [place, item] of items.entries()) {
    placeOf[item] = place;
    const nodes = new Set<number>();
    for (const leaf of itemLeaves(item, tree.length)) {
      for (let node = leaf; node >= 0; node = tree[node]?.parent ?? -1) nodes.add(node);
    }
    for (const node of nodes) closure.push(node);
    closureStart[place + 1] = closure.length;
  }
  const categoryIds = tree.map(({ categoryId }) => categoryId);
  return { items, placeOf, closureStart, closure: Uint32Array.from(closure), categoryIds };
}

/** The lines of one month as the bare loop takes them: `place` is the position of an item in the order of ties. */
export function bareLines(shop: BareShop, days: readonly DayLines[], firstDay: number) {
  const count = days.reduce((sum, one) => sum + one.count, 0);
  const lines = {
    count,
    place: new Int32Array(count),
    buyer: new Int32Array(count),
    buyerType: new Uint8Array(count),
    segment: new Uint8Array(count),
    quantity: new Uint8Array(count),
    /** Day of the month, 0 = the first. */
    day: new Uint8Array(count),
  };
  let at = 0;
  for (const one of days) {
    for (let line = 0; line < one.count; line++, at++) {
      lines.place[at] = shop.placeOf[one.item[line] ?? 0] ?? 0;
      lines.buyer[at] = one.buyer[line] ?? -1;
      lines.buyerType[at] = one.buyerType[line] ?? 0;
      lines.segment[at] = segmentOfBuyer(one.buyer[line] ?? -1);
      lines.quantity[at] = one.quantity[line] ?? 0;
      lines.day[at] = one.day - firstDay;
    }
  }
  return lines;
}

/** Counts lines into one cube of places times segments; `weights` by day of the month. */
export function bareCount(
  shop: BareShop,
  lines: ReturnType<typeof bareLines>,
  weights: Uint8Array,
): Uint32Array {
  const cube = new Uint32Array(shop.items.length * SEGMENTS);
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, lines.count) * 2)) - 1;
  const seen = new Float64Array(mask + 1);
  const itemCount = shop.items.length;
  for (let line = 0; line < lines.count; line++) {
    const type = lines.buyerType[line];
    if (type === 2) continue;
    const place = lines.place[line] ?? 0;
    let copies = 1;
    if (type === 1) copies = Math.min(20, Math.floor((lines.quantity[line] ?? 0) / 5));
    else if ((lines.buyer[line] ?? -1) >= 0) {
      const buyer = lines.buyer[line] ?? 0;
      const key = buyer * itemCount + place + 1;
      let slot = (Math.imul(buyer ^ Math.imul(place, 0x9e3779b1), 0x85ebca6b) >>> 7) & mask;
      let known = seen[slot] ?? 0;
      while (known !== 0 && known !== key) {
        slot = (slot + 1) & mask;
        known = seen[slot] ?? 0;
      }
      if (known === key) continue;
      seen[slot] = key;
    }
    const counter = place * SEGMENTS + (lines.segment[line] ?? 0);
    cube[counter] = (cube[counter] ?? 0) + copies * (weights[lines.day[line] ?? 0] ?? 0);
  }
  return cube;
}

/** All 21 lists of all categories from a cube, compared with those before. */
export function bareLists(
  shop: BareShop,
  cube: Uint32Array,
  previous: readonly BareLists[] | null,
): BareLists[] {
  const sold: number[] = [];
  for (let place = 0; place < shop.items.length; place++) {
    let sum = 0;
    for (let at = place * SEGMENTS; at < (place + 1) * SEGMENTS; at++) sum += cube[at] ?? 0;
    if (sum > 0) sold.push(place);
  }
  const places = Int32Array.from(sold);
  const nodeStart = new Uint32Array(places.length + 1);
  const nodes: number[] = [];
  for (const [at, place] of places.entries()) {
    const end = shop.closureStart[place + 1] ?? 0;
    for (let node = shop.closureStart[place] ?? 0; node < end; node++) nodes.push(shop.closure[node] ?? 0);
    nodeStart[at + 1] = nodes.length;
  }
  const closure = Uint32Array.from(nodes);
  const ranks = new Int32Array(shop.items.length);
  const lists: BareLists[] = [];
  for (let cell = 0; cell < SEGMENTS; cell++) {
    const one = listCell(shop, cube, cell, { places, nodeStart, closure });
    const before = previous?.[cell];
    if (before !== undefined) compare(one, before, ranks);
    lists.push(one);
  }
  return lists;
}

interface Sold {
  readonly places: Int32Array;
  readonly nodeStart: Uint32Array;
  readonly closure: Uint32Array;
}

function listCell(shop: BareShop, cube: Uint32Array, cell: number, sold: Sold): BareLists {
  const { places, nodeStart, closure } = sold;
  const [sex, age] = [Math.floor(cell / 7), cell % 7];
  const scores = new Uint32Array(places.length);
  let highest = 0;
  for (let at = 0; at < places.length; at++) {
    const row = (places[at] ?? 0) * SEGMENTS;
    let score = 0;
    for (let ofSex = sex === 0 ? 0 : sex; ofSex <= (sex === 0 ? 2 : sex); ofSex++) {
      if (age > 0) score += cube[row + ofSex * 7 + age - 1] ?? 0;
      else for (let band = 0; band < 7; band++) score += cube[row + ofSex * 7 + band] ?? 0;
    }
    scores[at] = score;
    if (score > highest) highest = score;
  }
  const offsets = new Uint32Array(highest + 1);
  for (const score of scores) offsets[score] = (offsets[score] ?? 0) + 1;
  let ranked = 0;
  for (let score = highest; score > 0; score--) {
    const equal = offsets[score] ?? 0;
    offsets[score] = ranked;
    ranked += equal;
  }
  const order = new Int32Array(ranked);
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const rank = offsets[score] ?? 0;
    order[rank] = at;
    offsets[score] = rank + 1;
  }
  const categoryCount = shop.categoryIds.length;
  const start = new Uint32Array(categoryCount + 1);
  for (const at of order) {
    for (let node = nodeStart[at] ?? 0; node < (nodeStart[at + 1] ?? 0); node++) {
      const end = (closure[node] ?? 0) + 1;
      start[end] = (start[end] ?? 0) + 1;
    }
  }
  for (let end = 1; end <= categoryCount; end++) start[end] = (start[end] ?? 0) + (start[end - 1] ?? 0);
  const listed = new Int32Array(start[categoryCount] ?? 0);
  const next = start.slice();
  for (const at of order) {
    for (let node = nodeStart[at] ?? 0; node < (nodeStart[at + 1] ?? 0); node++) {
      const category = closure[node] ?? 0;
      const entry = next[category] ?? 0;
      listed[entry] = places[at] ?? 0;
      next[category] = entry + 1;
    }
  }
  return { start, places: listed, upDowns: new Int32Array(listed.length) };
}

function compare(lists: BareLists, before: BareLists, ranks: Int32Array): void {
  for (let category = 0; category + 1 < lists.start.length; category++) {
    const [fromBefore, endBefore] = [before.start[category] ?? 0, before.start[category + 1] ?? 0];
    for (let at = fromBefore; at < endBefore; at++) ranks[before.places[at] ?? 0] = at - fromBefore + 1;
    const from = lists.start[category] ?? 0;
    for (let at = from; at < (lists.start[category + 1] ?? 0); at++) {
      const rank = ranks[lists.places[at] ?? 0] ?? 0;
      lists.upDowns[at] = rank === 0 ? -(2 ** 31) : rank - (at - from + 1);
    }
    for (let at = fromBefore; at < endBefore; at++) ranks[before.places[at] ?? 0] = 0;
  }
}

export function everyDay(): Uint8Array {
  return new Uint8Array(31).fill(1);
}

export function overallWeights(month: number, untilDay: number): Uint8Array {
  const first = kstMonthFirstDay(month);
  return Uint8Array.from({ length: 31 }, (_, day) => {
    const age = untilDay - first - day;
    return age < 0 ? 0 : ([4, 3, 2, 1][Math.floor(age / 7)] ?? 0);
  });
}
