import type { SearchSort } from '../search-index.ts';
import type { DocColumns } from './doc-table.ts';
import { TIER, TIER_BITS, TIER_MASK } from './hits.ts';

/**
 * Writes the places of packed hits in an order, as one number each, smallest first, exact below 2^53. Many hits in
 * one loop that does nothing else: memory access takes the time, and this lets the processor prefetch.
 */
type WriteKeys = (columns: DocColumns, packed: Uint32Array, keys: Float64Array) => void;

const UINT32_MAX = 2 ** 32 - 1;
const UINT16_RANGE = 2 ** 16;
const UINT32_RANGE = 2 ** 32;

/**
 * RELATION: the tier, among leading titles the volume, then the length of the title. DEFAULT has the sales of the
 * moment in the place of the volume.
 */
export const WRITE_KEYS: Readonly<Record<SearchSort, WriteKeys>> = {
  DEFAULT: ({ salePoints, titleLengths }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) {
      const hit = packed[i] ?? 0;
      const doc = hit >>> TIER_BITS;
      const tierAndSales = (hit & TIER_MASK) * UINT32_RANGE + (UINT32_MAX - (salePoints[doc] ?? 0));
      keys[i] = tierAndSales * UINT16_RANGE + (titleLengths[doc] ?? 0);
    }
  },
  RELATION: ({ titleLengths, volumes }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) {
      const hit = packed[i] ?? 0;
      const tier = hit & TIER_MASK;
      const volume = tier === TIER.leading ? (volumes[hit >>> TIER_BITS] ?? 0) : 0;
      keys[i] = (tier * UINT16_RANGE + volume) * UINT16_RANGE + (titleLengths[hit >>> TIER_BITS] ?? 0);
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
