import { firstWithout, sharedArray } from '../../typed-arrays.ts';
import type { DocColumns } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS } from './hits.ts';
import { type SortedTexts, TextWriter } from './sorted-texts.ts';

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

/** Takes keys in order, each with its document. */
export class TitleWriter {
  readonly #ranks: Uint32Array;
  readonly #keys = new TextWriter();
  #count = 0;

  constructor(docCount: number) {
    this.#ranks = sharedArray(Uint32Array, docCount);
  }

  add(key: string, doc: number): void {
    this.#ranks[doc] = this.#count++;
    this.#keys.add(key);
  }

  finish(): TitleArrays {
    const { units, starts } = this.#keys.finish();
    return { titleRanks: this.#ranks, titleUnits: units, titleStarts: starts };
  }
}
