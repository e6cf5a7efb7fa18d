import { type CategoryNode, layOutCategories } from '../catalog/category.ts';
import { grown } from '../typed-arrays.ts';
import { NumberIndex } from './number-index.ts';

/**
 * The catalogue as the rankings see it. Items are numbered 0..n-1 in the order in which ties are broken (later
 * publication first, unknown last, then lower item number), so that a stable sort by score needs nothing else.
 */
export interface RankCatalog {
  readonly itemIds: Float64Array;
  /** 1 = in no list. */
  readonly withheld: Uint8Array;
  /** KST day of publication of item i, NaN where it is unknown. Days fit exactly into the 24 bits of these. */
  readonly publishDays: Float32Array;
  /** Every category of the tree and every unknown one that an item names. */
  readonly categoryIds: readonly string[];
  /**
   * The categories in which item i counts are closure[closureStart[s]] to closure[closureStart[s + 1] - 1] with
   * s = closureOf[i]: many items share them.
   */
  readonly closureOf: Uint32Array;
  readonly closureStart: Uint32Array;
  readonly closure: Uint32Array;
  /** The item with a number, or -1. */
  findItem(itemId: number): number;
  /** The item that an order line names by its ISBN13, read as a number: the lowest one not withheld, or -1. */
  findIsbn13(isbn13: number): number;
}

/** Builds a catalogue from its items one by one. Millions fit, because no item is kept as an object. */
export class RankCatalogBuilder {
  readonly #closures: Closures;
  #count = 0;
  #itemIds = new Float64Array(1024);
  #isbns = new Float64Array(1024);
  #days = new Float32Array(1024);
  #withheld = new Uint8Array(1024);
  #closureOf = new Uint32Array(1024);

  constructor(categories: readonly CategoryNode[]) {
    this.#closures = new Closures(categories);
  }

  /** Registers the categories of an item and returns their number for `add`. Many items share one. */
  addCategories(categoryIds: readonly string[]): number {
    return this.#closures.add(categoryIds);
  }

  /**
   * Adds an item; call it by ascending item number. `isbn13` is read as a number, 0 = none; `publishDay` is NaN where
   * it is unknown. Throws RangeError when the order is wrong.
   */
  add(itemId: number, isbn13: number, publishDay: number, withheld: boolean, categories: number): void {
    const at = this.#count;
    if (at > 0 && !(itemId > (this.#itemIds[at - 1] ?? 0)))
      throw new RangeError(`item ${itemId} is out of order`);
    if (at === this.#itemIds.length) this.#grow();
    this.#itemIds[at] = itemId;
    this.#isbns[at] = isbn13;
    this.#days[at] = publishDay;
    this.#withheld[at] = withheld ? 1 : 0;
    this.#closureOf[at] = categories;
    this.#count++;
  }

  build(): RankCatalog {
    const count = this.#count;
    const order = orderOfTies(this.#days.subarray(0, count));
    const itemIds = picked(new Float64Array(count), this.#itemIds, order);
    const withheld = picked(new Uint8Array(count), this.#withheld, order);
    const ids = new NumberIndex(itemIds);
    const isbns = this.#isbns.slice(0, count);
    for (let at = 0; at < count; at++) if (this.#withheld[at] === 1) isbns[at] = 0;
    let byIsbn: { readonly index: NumberIndex; readonly ascendingIds: Float64Array } | null = null;
    return {
      itemIds,
      withheld,
      publishDays: picked(new Float32Array(count), this.#days, order),
      categoryIds: this.#closures.categoryIds,
      closureOf: picked(new Uint32Array(count), this.#closureOf, order),
      ...this.#closures.layOut(),
      findItem: (itemId) => ids.find(itemId),
      findIsbn13(isbn13) {
        if (isbn13 === 0) return -1;
        // Few shops send ISBNs instead of item numbers; the others shouldn't pay for the index.
        byIsbn ??= { index: new NumberIndex(isbns), ascendingIds: itemIds.slice().sort() };
        const at = byIsbn.index.find(isbn13);
        return at < 0 ? -1 : ids.find(byIsbn.ascendingIds[at] ?? 0);
      },
    };
  }

  #grow(): void {
    this.#itemIds = grown(this.#itemIds);
    this.#isbns = grown(this.#isbns);
    this.#days = grown(this.#days);
    this.#withheld = grown(this.#withheld);
    this.#closureOf = grown(this.#closureOf);
  }
}

/** Positions of items given by ascending number: later publication first, unknown last. */
function orderOfTies(days: Float32Array): Uint32Array {
  let latest = -Infinity;
  let earliest = Infinity;
  for (let at = 0; at < days.length; at++) {
    const day = days[at] ?? Number.NaN;
    if (day > latest) latest = day;
    if (day < earliest) earliest = day;
  }
  const unknown = latest < earliest ? 0 : latest - earliest + 1;
  // A counting sort by day: there are at most a few million days between the years 1 and 9999.
  const offsets = new Uint32Array(unknown + 2);
  for (let at = 0; at < days.length; at++) {
    const day = days[at] ?? Number.NaN;
    const place = (Number.isNaN(day) ? unknown : latest - day) + 1;
    offsets[place] = (offsets[place] ?? 0) + 1;
  }
  for (let place = 1; place < offsets.length; place++) {
    offsets[place] = (offsets[place] ?? 0) + (offsets[place - 1] ?? 0);
  }
  const order = new Uint32Array(days.length);
  for (let at = 0; at < days.length; at++) {
    const day = days[at] ?? Number.NaN;
    const place = Number.isNaN(day) ? unknown : latest - day;
    const to = offsets[place] ?? 0;
    order[to] = at;
    offsets[place] = to + 1;
  }
  return order;
}

function picked<T extends Float64Array | Float32Array | Uint32Array | Uint8Array>(
  target: T,
  source: T,
  order: Uint32Array,
): T {
  for (let at = 0; at < order.length; at++) target[at] = source[order[at] ?? 0] ?? 0;
  return target;
}

/**
 * An item counts once in each distinct node on the paths of all its categories (docs/lists.md#categories). A
 * category that is missing from the tree is a root of its own.
 */
class Closures {
  readonly categoryIds: string[];
  readonly #numbers: Map<string, number>;
  /** The nodes of each category of the tree, itself included. */
  readonly #paths: ReadonlyMap<string, readonly number[]>;
  /** The nodes of set s are nodes[start[s]] to nodes[start[s + 1] - 1]. */
  readonly #start: number[] = [0];
  readonly #nodes: number[] = [];

  constructor(categories: readonly CategoryNode[]) {
    const laidOut = layOutCategories(categories);
    this.categoryIds = laidOut.map((category) => category.categoryId);
    this.#numbers = new Map(this.categoryIds.map((categoryId, at) => [categoryId, at]));
    this.#paths = new Map(
      laidOut.map(({ categoryId, pathIds }) => [categoryId, pathIds.map((id) => this.#numberOf(id))]),
    );
  }

  add(categoryIds: readonly string[]): number {
    const from = this.#nodes.length;
    for (const categoryId of categoryIds) {
      for (const node of this.#paths.get(categoryId) ?? [this.#numberOf(categoryId)]) {
        if (this.#nodes.indexOf(node, from) < 0) this.#nodes.push(node);
      }
    }
    return this.#start.push(this.#nodes.length) - 2;
  }

  layOut(): Pick<RankCatalog, 'closureStart' | 'closure'> {
    return { closureStart: Uint32Array.from(this.#start), closure: Uint32Array.from(this.#nodes) };
  }

  #numberOf(categoryId: string): number {
    const known = this.#numbers.get(categoryId);
    if (known !== undefined) return known;
    this.#numbers.set(categoryId, this.categoryIds.length);
    return this.categoryIds.push(categoryId) - 1;
  }
}
