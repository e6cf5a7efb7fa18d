import type { WholeNames } from '../whole-name.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './hits.ts';

/** For each document: which whole names it may hold, and which volume it is. */
export interface NameColumns {
  /** The bits of all its names. */
  nameMarks: Uint32Array;
  /** In tenths, 0 for none. */
  volumes: Uint16Array;
}

/** Bits that a name sets in the mark of a document. */
const BITS_A_NAME = 4;
const FILTER_BITS = 24;
const FILTER_FACTORS = [1, 0x9e_37_79_b1, 0x85_eb_ca_77] as const;

/** The mark of several names, as their hashes. */
export function markOf(hashes: readonly number[]): number {
  let mark = 0;
  for (const hash of hashes)
    for (let bit = 0; bit < BITS_A_NAME; bit++) mark |= 1 << ((hash >>> (5 * bit)) & 31);
  return mark >>> 0;
}

/**
 * A Bloom filter of the names that any document of a segment holds: most queries are none of them. Of a million names
 * one query in 200 passes it wrongly.
 */
export function emptyNameFilter(): Uint32Array {
  return new Uint32Array(2 ** (FILTER_BITS - 5));
}

export function addToNameFilter(filter: Uint32Array, hash: number): void {
  for (const factor of FILTER_FACTORS) {
    const bit = Math.imul(hash, factor) >>> (32 - FILTER_BITS);
    filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
}

/** Names that no document has any more stay in the filter. They cost time; results stay right. */
export function uniteNameFilters(filters: readonly Uint32Array[]): Uint32Array {
  const united = emptyNameFilter();
  for (const filter of filters)
    filter.forEach((bits, at) => {
      united[at] = (united[at] ?? 0) | bits;
    });
  return united;
}

function passesNameFilter(filter: Uint32Array, hash: number): boolean {
  return FILTER_FACTORS.every((factor) => {
    const bit = Math.imul(hash, factor) >>> (32 - FILTER_BITS);
    return ((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  });
}

/** The marks of the query's name as a person and as a series, 0 where no document of the segment holds it. */
export interface AskedNames {
  readonly person: number;
  readonly series: number;
}

export function askedNames({ person, series }: WholeNames, filter: Uint32Array | null): AskedNames {
  const mark = (hash: number) =>
    hash !== 0 && (filter === null || passesNameFilter(filter, hash)) ? markOf([hash]) : 0;
  return { person: mark(person), series: mark(series) };
}

/** The tier that a document has by its names alone. About one document in a hundred passes without holding the name. */
export function tierByName({ nameMarks, volumes }: NameColumns, doc: number, asked: AskedNames): number {
  const marks = nameMarks[doc] ?? 0;
  if (asked.person !== 0 && (marks & asked.person) >>> 0 === asked.person) return TIER.exact;
  const isVolume = asked.series !== 0 && (volumes[doc] ?? 0) > 0;
  return isVolume && (marks & asked.series) >>> 0 === asked.series ? TIER.leading : TIER.anywhere;
}

/**
 * Gives items of a contributor whose whole name is the query the first tier, volumes of the series that it names the
 * second one.
 */
export function promoteNames(columns: NameColumns, asked: AskedNames, { packed, count }: Hits): void {
  if (asked.person === 0 && asked.series === 0) return;
  for (let i = 0; i < count; i++) {
    const hit = packed[i] ?? 0;
    const tier = tierByName(columns, hit >>> TIER_BITS, asked);
    if (tier < (hit & TIER_MASK)) packed[i] = ((hit >>> TIER_BITS) << TIER_BITS) | tier;
  }
}
