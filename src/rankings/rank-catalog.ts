import { atMost, orderByScore } from '../base/typed-arrays.ts';
import { type CategoryNode, layOutCategories } from '../catalog/category.ts';

/**
 * The catalogue as rankings use it. Items are numbered 0..n-1 in the order that breaks ties: later publication first, unknown
 * last, then lower item number. So a stable sort by score needs nothing else.
 */
export type RankCatalog = Readonly<ReturnType<ReturnType<typeof catalogBuilder>['build']>>;

/** For this many items, `indexNumbers` makes 2^31 slots, whose indices just fit into 31 bits. */
export const ITEMS_MAX = 2 ** 30;

/**
 * Builds the catalogue from `itemCount` items, added by ascending number. An array per attribute, rather than an object per item,
 * lets millions fit into memory.
 */
export function catalogBuilder(categories: readonly CategoryNode[], itemCount: number) {
  const closures = createClosures(categories);
  const ascendingIds = new Float64Array(atMost(ITEMS_MAX, 'the items of a catalogue', itemCount));
  const isbns = new Float64Array(itemCount);
  const days = new Float32Array(itemCount);
  const isWithheld = new Uint8Array(itemCount);
  const sets = new Uint32Array(itemCount);
  let [added, filed] = [0, 0];

  function build() {
    const earliest = days.reduce((first, day) => (day < first ? day : first), Infinity);
    const age = Float64Array.from(days, (day) => (Number.isNaN(day) ? 0 : day - earliest + 1));
    const order = orderByScore(age, 0);
    const itemIds = Float64Array.from(order, (at) => ascendingIds[at] ?? 0);
    const byNumber = new Int32Array(order.length);
    for (const [item, at] of order.entries()) byNumber[at] = item;
    const findItem = indexNumbers(itemIds);
    // Created on first use, because few shops send ISBNs instead of item numbers.
    let findByIsbn: ReturnType<typeof indexNumbers> | null = null;
    return {
      itemIds,
      /** The indices of the items by ascending item number. */
      byNumber,
      /** By item: 1 = in no list. */
      withheld: Uint8Array.from(order, (at) => isWithheld[at] ?? 0),
      /** KST day of publication by item, NaN where it is unknown. A Float32 holds days exactly. */
      publishDays: Float32Array.from(order, (at) => days[at] ?? Number.NaN),
      /** Every category of the tree, and every unknown category that an item names. */
      categoryIds: closures.categoryIds,
      /** Item i counts in the categories closure[closureStart[s]] to closure[closureStart[s + 1] - 1] with s = closureOf[i]. */
      closureOf: Uint32Array.from(order, (at) => sets[at] ?? 0),
      closureStart: Uint32Array.from(closures.start),
      closure: Uint32Array.from(closures.nodes),
      findItem,
      /** The index of the item that an order line means by an ISBN13: the lowest item number not withheld, or -1. */
      findIsbn13(isbn13: number) {
        if (isbn13 === 0) return -1;
        findByIsbn ??= indexNumbers(isbns);
        return findItem(ascendingIds[findByIsbn(isbn13)] ?? -1);
      },
    };
  }

  return {
    /** `isbn13` is a number, NaN = no ISBN; `publishDay` is NaN where the day is unknown. */
    addItem(itemId: number, isbn13: number, publishDay: number, withheld: number): void {
      ascendingIds[added] = itemId;
      isbns[added] = withheld === 1 || Number.isNaN(isbn13) ? 0 : isbn13;
      days[added] = publishDay;
      isWithheld[added++] = withheld;
    },
    addCategories(ids: string): void {
      sets[filed++] = closures.setOf(ids);
    },
    build,
  };
}

/** An item counts once in each node on the paths of its categories (docs/lists.md#categories). An unknown category is a root. */
function createClosures(categories: readonly CategoryNode[]) {
  const laidOut = layOutCategories(categories);
  const categoryIds = laidOut.map((category) => category.categoryId);
  const numbers = new Map(categoryIds.map((categoryId, at) => [categoryId, at]));
  const numberOf = (categoryId: string): number => {
    const known = numbers.get(categoryId) ?? categoryIds.length;
    if (known === categoryIds.length) categoryIds.push(categoryId);
    numbers.set(categoryId, known);
    return known;
  };
  const paths = new Map(laidOut.map(({ categoryId, pathIds }) => [categoryId, pathIds.map(numberOf)]));
  /** The number of each set of categories, by its JSON. Many items share a set. */
  const sets = new Map<string, number>();
  /** The nodes of set s are nodes[start[s]] to nodes[start[s + 1] - 1]. */
  const start = [0];
  const nodes: number[] = [];
  return {
    categoryIds,
    start,
    nodes,
    setOf(json: string): number {
      const known = sets.get(json);
      if (known !== undefined) return known;
      const ids: readonly string[] = JSON.parse(json);
      nodes.push(...new Set(ids.flatMap((id) => paths.get(id) ?? [numberOf(id)])));
      start.push(nodes.length);
      sets.set(json, sets.size);
      return sets.size - 1;
    },
  };
}

/**
 * Makes a hash table of integers from 0 to 2^53: the result maps a number to its first position in `values`, or to -1. A Map
 * takes several times the memory and time, and every order line is looked up.
 */
function indexNumbers(values: Float64Array): (value: number) => number {
  const room = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1) * 2));
  let lowest = Infinity;
  let highest = -Infinity;
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  // Dense numbers, as in most shops, are indexed directly from the lowest on; sparse ones are hashed.
  const isDirect = highest - lowest < room;
  const mask = room - 1;
  const slots = new Int32Array(isDirect ? Math.max(highest - lowest + 1, 0) : room).fill(-1);
  /** The slot of a value, or the free slot where it would be put. */
  const slotOf = (value: number): number => {
    if (isDirect) return value - lowest;
    const mixed = Math.imul((value >>> 0) ^ ((value / 4_294_967_296) >>> 0), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 16)) & mask;
    let at = slots[slot] ?? -1;
    while (at >= 0 && values[at] !== value) {
      slot = (slot + 1) & mask;
      at = slots[slot] ?? -1;
    }
    return slot;
  };
  for (let at = 0; at < values.length; at++) {
    const slot = slotOf(values[at] ?? 0);
    if (slots[slot] === -1) slots[slot] = at;
  }
  return (value) => slots[slotOf(value)] ?? -1;
}
