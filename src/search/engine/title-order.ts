import { firstWithout, grown, sharedArray } from '../../typed-arrays.ts';
import type { DocColumns } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS } from './hits.ts';

/**
 * Title keys in order, so that the titles that are a query, or start with it, are one range of ranks. Each key is
 * kept as the number of units that it shares with the one before it, the number of its other units, and those; every
 * 16th key shares nothing, for the binary search.
 */
export interface TitleArrays {
  /** By document. */
  readonly titleRanks: Uint32Array;
  readonly titleBytes: Uint8Array;
  /** Where each block of 16 keys starts. */
  readonly titleBlocks: Uint32Array;
}

const BLOCK = 16;

/** Ranks of the titles that are the key (from, middle) and of those that continue after it (middle, end). */
interface TitleRange {
  readonly from: number;
  readonly middle: number;
  readonly end: number;
}

/** Gives hits whose title is the key, or starts with it, the first three tiers. */
export function promoteTitles(
  titles: TitleArrays,
  columns: DocColumns,
  key: string,
  { packed, count }: Hits,
): void {
  const { from, middle, end } = findTitles(titles, key);
  if (from === end) return;
  const { titleRanks } = titles;
  for (let i = 0; i < count; i++) {
    const doc = (packed[i] ?? 0) >>> TIER_BITS;
    const rank = titleRanks[doc] ?? 0;
    if (rank < from || rank >= end) continue;
    packed[i] = (doc << TIER_BITS) | (rank < middle ? TIER.exact : leadingTier(columns, doc, key));
  }
}

/** The tier of a title that goes on after the key. Volumes of a series stay together, in their order. */
function leadingTier({ headLengths, volumes }: DocColumns, doc: number, key: string): number {
  return headLengths[doc] === key.length && volumes[doc] === 0 ? TIER.heading : TIER.leading;
}

/** Documents by their rank. */
export function docsByTitle({ titleRanks }: TitleArrays): Uint32Array {
  const docs = new Uint32Array(titleRanks.length);
  for (let doc = 0; doc < docs.length; doc++) docs[titleRanks[doc] ?? 0] = doc;
  return docs;
}

export function findTitles(titles: TitleArrays, key: string): TitleRange {
  const from = firstRank(titles, key, isBelow);
  const reader = new TitleReader(titles);
  reader.seek(from);
  if (!reader.next() || !startsWith(reader, key)) return { from, middle: from, end: from };
  const middle = firstRank(titles, key, isBelowOrSame);
  return { from, middle, end: firstRank(titles, key, isBelowOrLonger) };
}

/** The first rank whose key does not fulfil what all keys before it do. */
function firstRank(
  titles: TitleArrays,
  key: string,
  fulfils: (reader: TitleReader, key: string) => boolean,
): number {
  const reader = new TitleReader(titles);
  const blocks = firstWithout(0, titles.titleBlocks.length, (block) => {
    reader.seek(block * BLOCK);
    reader.next();
    return fulfils(reader, key);
  });
  if (blocks === 0) return 0;
  let rank = (blocks - 1) * BLOCK;
  reader.seek(rank);
  while (reader.next() && fulfils(reader, key)) rank++;
  return rank;
}

function isBelow(reader: TitleReader, key: string): boolean {
  return compare(reader, key) < 0;
}

function isBelowOrSame(reader: TitleReader, key: string): boolean {
  return compare(reader, key) <= 0;
}

function isBelowOrLonger(reader: TitleReader, key: string): boolean {
  return compare(reader, key) < 0 || startsWith(reader, key);
}

function compare({ units, length }: TitleReader, key: string): number {
  const shared = Math.min(length, key.length);
  for (let i = 0; i < shared; i++) {
    const difference = (units[i] ?? 0) - key.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return length - key.length;
}

function startsWith({ units, length }: TitleReader, key: string): boolean {
  if (length < key.length) return false;
  for (let i = 0; i < key.length; i++) if (units[i] !== key.charCodeAt(i)) return false;
  return true;
}

/** Reads keys in order, from any rank on. */
export class TitleReader {
  /** The key that `next` reached. */
  units = new Uint16Array(256);
  length = 0;
  readonly #titles: TitleArrays;
  #at = 0;

  constructor(titles: TitleArrays) {
    this.#titles = titles;
  }

  /** The next key read is that of a rank. */
  seek(rank: number): void {
    const block = Math.floor(rank / BLOCK);
    this.#at = this.#titles.titleBlocks[block] ?? this.#titles.titleBytes.length;
    this.length = 0;
    for (let skipped = block * BLOCK; skipped < rank; skipped++) this.next();
  }

  /** False after the last key. */
  next(): boolean {
    const { titleBytes: bytes } = this.#titles;
    if (this.#at >= bytes.length) return false;
    const shared = this.#readNumber(bytes);
    const length = shared + this.#readNumber(bytes);
    if (length > this.units.length) this.units = grown(this.units, length * 2);
    let at = this.#at;
    for (let i = shared; i < length; i++) {
      const first = bytes[at++] ?? 0;
      if (first < 0x80) this.units[i] = first;
      else if (first < OTHER) this.units[i] = HANGUL + (first - 0x80) * 256 + (bytes[at++] ?? 0);
      else this.units[i] = (bytes[at++] ?? 0) * 256 + (bytes[at++] ?? 0);
    }
    this.#at = at;
    this.length = length;
    return true;
  }

  /** The key that `next` reached, as text. */
  key(): string {
    return String.fromCharCode(...this.units.subarray(0, this.length));
  }

  #readNumber(bytes: Uint8Array): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[this.#at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
}

/** Units take one byte for ASCII, two for a Hangul syllable, three for any other. */
const HANGUL = 0xac00;
const HANGUL_END = 0xd7a4;
const OTHER = 0xff;

/** Takes keys in order, each with its document. */
export class TitleWriter {
  readonly #ranks: Uint32Array;
  readonly #blocks: Uint32Array;
  #bytes = new Uint8Array(1024);
  #length = 0;
  #count = 0;
  #last = '';

  constructor(docCount: number) {
    this.#ranks = sharedArray(Uint32Array, docCount);
    this.#blocks = new Uint32Array(Math.ceil(docCount / BLOCK));
  }

  add(key: string, doc: number): void {
    this.#ranks[doc] = this.#count;
    let shared = 0;
    if (this.#count % BLOCK === 0) this.#blocks[this.#count / BLOCK] = this.#length;
    else while (shared < key.length && key.charCodeAt(shared) === this.#last.charCodeAt(shared)) shared++;
    // Two lengths of at most three bytes, and at most three bytes a unit.
    const needed = this.#length + 6 + (key.length - shared) * 3;
    if (needed > this.#bytes.length) this.#bytes = grown(this.#bytes, needed * 2);
    this.#writeNumber(shared);
    this.#writeNumber(key.length - shared);
    for (let i = shared; i < key.length; i++) this.#writeUnit(key.charCodeAt(i));
    this.#last = key;
    this.#count++;
  }

  finish(): TitleArrays {
    return {
      titleRanks: this.#ranks,
      titleBytes: this.#bytes.subarray(0, this.#length),
      titleBlocks: this.#blocks,
    };
  }

  #writeNumber(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  #writeUnit(unit: number): void {
    if (unit < 0x80) this.#bytes[this.#length++] = unit;
    else if (unit >= HANGUL && unit < HANGUL_END) {
      this.#bytes[this.#length++] = 0x80 + ((unit - HANGUL) >>> 8);
      this.#bytes[this.#length++] = unit - HANGUL;
    } else {
      this.#bytes[this.#length++] = OTHER;
      this.#bytes[this.#length++] = unit >>> 8;
      this.#bytes[this.#length++] = unit;
    }
  }
}
