import type { SearchSort } from '../search-index.ts';
import type { DocColumns } from './doc-table.ts';
import { TIER_BITS, TIER_MASK } from './hits.ts';

/**
 * Writes the places of packed hits in an order, as one number each, smallest first, exact below 2^53. Many hits in
 * one loop that does nothing else: memory access takes the time, and this lets the processor prefetch.
 */
type WriteKeys = (columns: DocColumns, packed: Uint32Array, keys: Float64Array) => void;

const UINT32_MAX = 2 ** 32 - 1;
const UINT16_RANGE = 2 ** 16;
const UINT32_RANGE = 2 ** 32;

/** DEFAULT is RELATION with present sales between the tier and the length of the title. */
export const WRITE_KEYS: Readonly<Record<SearchSort, WriteKeys>> = {
  DEFAULT: ({ salePoints, titleLengths }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) {
      const hit = packed[i] ?? 0;
      const doc = hit >>> TIER_BITS;
      const tierAndSales = (hit & TIER_MASK) * UINT32_RANGE + (UINT32_MAX - (salePoints[doc] ?? 0));
      keys[i] = tierAndSales * UINT16_RANGE + (titleLengths[doc] ?? 0);
    }
  },
  RELATION: ({ titleLengths }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) {
      const hit = packed[i] ?? 0;
      keys[i] = (hit & TIER_MASK) * UINT16_RANGE + (titleLengths[hit >>> TIER_BITS] ?? 0);
    }
  },
  RECENT: ({ publishDays }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) keys[i] = -(publishDays[(packed[i] ?? 0) >>> TIER_BITS] ?? 0);
  },
  REG_DTS: ({ registeredAtMs }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) keys[i] = -(registeredAtMs[(packed[i] ?? 0) >>> TIER_BITS] ?? 0);
  },
};

/** Whether tiers count in an order. */
export function isByFit(sort: SearchSort): boolean {
  return sort === 'DEFAULT' || sort === 'RELATION';
}
