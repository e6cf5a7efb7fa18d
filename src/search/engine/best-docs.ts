import { SEARCH_SORTS, type SearchSort } from '../search-index.ts';
import type { DocColumns } from './doc-table.ts';
import { WRITE_KEYS } from './hit-keys.ts';
import { TIER_BITS } from './hits.ts';

/** The best documents of a segment in each of SEARCH_SORTS, one order after the other, equally many of each. */
export interface BestArrays {
  readonly bestDocs: Uint32Array;
}

/** A sixteenth, which contains a slice of some hundred hits if one document in 64 is a hit; small segments keep all. */
const SHARE = 16;
const COUNT_MIN = 4096;

/** Tiers are ignored: they depend on the query. Ties are by document number. */
export function bestArrays(columns: DocColumns, docCount: number): BestArrays {
  const count = Math.min(docCount, Math.max(Math.floor(docCount / SHARE), COUNT_MIN));
  const bestDocs = new Uint32Array(count * SEARCH_SORTS.length);
  const packed = Uint32Array.from({ length: docCount }, (_, doc) => doc << TIER_BITS);
  const keys = new Float64Array(docCount);
  for (const [at, sort] of SEARCH_SORTS.entries()) {
    WRITE_KEYS[sort](columns, packed, keys);
    const last = keys.slice().sort()[count - 1] ?? 0;
    const found = bestDocs.subarray(at * count, (at + 1) * count);
    const better = selectDocs(keys, found, (key) => key < last);
    found.subarray(0, better).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
    selectDocs(keys, found.subarray(better), (key) => key === last);
  }
  return { bestDocs };
}

/** Writes the first documents of the keys, as many as there is room for; returns how many. */
function selectDocs(keys: Float64Array, into: Uint32Array, holds: (key: number) => boolean): number {
  let count = 0;
  for (let doc = 0; doc < keys.length && count < into.length; doc++) {
    if (holds(keys[doc] ?? 0)) into[count++] = doc;
  }
  return count;
}

/** The best documents of one order, the best first. */
export function bestDocsBy(sort: SearchSort, { bestDocs }: BestArrays): Uint32Array {
  const count = bestDocs.length / SEARCH_SORTS.length;
  const at = SEARCH_SORTS.indexOf(sort);
  return bestDocs.subarray(at * count, (at + 1) * count);
}
