import type { SearchSort } from '../search-index.ts';
import type { DocColumns } from './doc-table.ts';
import { WRITE_KEYS } from './hit-keys.ts';
import { type Hits, TIER_BITS } from './hits.ts';
import type { SliceSelector } from './slice-selector.ts';

/** Hits whose keys are written in one go. */
const AT_ONCE = 1024;
const keys = new Float64Array(AT_ONCE);

/** Offers hits to the selector, as `codeBase` + document. */
export function offerHits(
  columns: DocColumns,
  { packed, count }: Hits,
  sort: SearchSort,
  codeBase: number,
  selector: SliceSelector,
): void {
  const writeKeys = WRITE_KEYS[sort];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = packed.subarray(from, Math.min(from + AT_ONCE, count));
    writeKeys(columns, some, keys);
    let { threshold } = selector;
    for (let i = 0; i < some.length; i++) {
      const key = keys[i] ?? 0;
      if (key > threshold) continue;
      selector.push(key, codeBase + ((some[i] ?? 0) >>> TIER_BITS));
      threshold = selector.threshold;
    }
  }
}
