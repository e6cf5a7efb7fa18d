import { firstWithout, grown } from '../../typed-arrays.ts';
import type { DocColumns } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS } from './hits.ts';

/**
 * Texts in the order in which strings compare, as UTF-16 code units one after the other: `units`, and where each text starts,
 * one number more than texts. Finds them by binary search among those that start with the same unit.
 */
export class SortedTexts {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  /** The first text that starts with each unit or a later one. */
  readonly #firsts: Uint32Array;
  readonly count: number;

  constructor(units: Uint16Array, starts: Uint32Array) {
    this.#units = units;
    this.#starts = starts;
    this.count = starts.length - 1;
    this.#firsts = new Uint32Array(65_537);
    for (let place = this.count - 1, unit = 65_536; unit >= 0; unit--) {
      this.#firsts[unit] = place + 1;
      while (unit > 0 && place >= 0 && units[starts[place] ?? 0] === unit - 1) place--;
    }
  }

  /** The place of a text, the first of equal ones, or -1. */
  find(text: string): number {
    const place = this.#firstNotBelow(text);
    return place < this.count && this.#compare(place, text) === 0 ? place : -1;
  }

  /** Places of the first text with a prefix and of the first one after those. The prefix itself comes first. */
  findPrefix(prefix: string): { readonly from: number; readonly end: number } {
    const from = this.#firstNotBelow(prefix);
    const beyond = this.#firsts[prefix.charCodeAt(0) + 1] ?? 0;
    return { from, end: firstWithout(from, beyond, (place) => this.#startsWith(place, prefix)) };
  }

  /** Units of a text. */
  lengthOf(place: number): number {
    return (this.#starts[place + 1] ?? 0) - (this.#starts[place] ?? 0);
  }

  at(place: number): string {
    const from = this.#starts[place] ?? 0;
    return String.fromCharCode(...this.#units.subarray(from, this.#starts[place + 1]));
  }

  #firstNotBelow(text: string): number {
    const unit = text.charCodeAt(0);
    const [from, end] = [this.#firsts[unit] ?? 0, this.#firsts[unit + 1] ?? 0];
    return firstWithout(from, end, (place) => this.#compare(place, text) < 0);
  }

  #compare(place: number, text: string): number {
    const from = this.#starts[place] ?? 0;
    const length = this.lengthOf(place);
    const shared = Math.min(length, text.length);
    for (let i = 0; i < shared; i++) {
      const difference = (this.#units[from + i] ?? 0) - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }

  #startsWith(place: number, prefix: string): boolean {
    const from = this.#starts[place] ?? 0;
    if (this.lengthOf(place) < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) {
      if (this.#units[from + i] !== prefix.charCodeAt(i)) return false;
    }
    return true;
  }
}

/** Lays out texts given in order. */
export class TextWriter {
  #units = new Uint16Array(4096);
  #starts = new Uint32Array(1024);
  #unitCount = 0;
  #count = 0;

  add(text: string): void {
    const end = this.#unitCount + text.length;
    if (end > this.#units.length) this.#units = grown(this.#units, end * 2);
    if (this.#count + 2 > this.#starts.length) this.#starts = grown(this.#starts);
    for (let i = 0; i < text.length; i++) this.#units[this.#unitCount++] = text.charCodeAt(i);
    this.#starts[++this.#count] = this.#unitCount;
  }

  finish(): { readonly units: Uint16Array; readonly starts: Uint32Array } {
    return {
      units: this.#units.subarray(0, this.#unitCount),
      starts: this.#starts.subarray(0, this.#count + 1),
    };
  }
}

/** Title keys in order, so that the titles that are a query, or start with it, are one range of ranks. */
export interface TitleArrays {
  /** By document. */
  readonly titleRanks: Uint32Array;
  /** As SortedTexts takes them. */
  readonly titleUnits: Uint16Array;
  readonly titleStarts: Uint32Array;
}

/** Gives hits whose title is the key, or starts with it, the first three tiers. */
export function promoteTitles(
  titles: SortedTexts,
  { titleRanks, headLengths, volumes }: TitleArrays & Pick<DocColumns, 'headLengths' | 'volumes'>,
  key: string,
  { packed, count }: Hits,
): void {
  const { from, middle, end } = findTitles(titles, key);
  if (from === end) return;
  for (let i = 0; i < count; i++) {
    const doc = (packed[i] ?? 0) >>> TIER_BITS;
    const rank = titleRanks[doc] ?? 0;
    if (rank < from || rank >= end) continue;
    // Volumes of a series stay together, in their order.
    const isHead = headLengths[doc] === key.length && volumes[doc] === 0;
    packed[i] = (doc << TIER_BITS) | (rank < middle ? TIER.exact : isHead ? TIER.heading : TIER.leading);
  }
}

/** Ranks of the titles that are the key (from, middle) and of those that continue after it (middle, end). */
export function findTitles(titles: SortedTexts, key: string) {
  const { from, end } = titles.findPrefix(key);
  const middle = firstWithout(from, end, (rank) => titles.lengthOf(rank) === key.length);
  return { from, middle, end };
}

/** Documents by their rank. */
export function docsByTitle({ titleRanks }: TitleArrays): Uint32Array {
  const docs = new Uint32Array(titleRanks.length);
  for (let doc = 0; doc < docs.length; doc++) docs[titleRanks[doc] ?? 0] = doc;
  return docs;
}
