import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../demo/random.ts';
import { bestArrays, bestDocsBy } from '../../../src/search/engine/best-docs.ts';
import type { DocColumns } from '../../../src/search/engine/doc-table.ts';
import { SEARCH_SORTS, type SearchSort } from '../../../src/search/search-index.ts';

test('the best documents of each order are those that sorting all finds, among many ties too', () => {
  const { below } = createRandom(1);
  const count = 9_000;
  const some = (bound: number) => Array.from({ length: count }, () => below(bound));
  const [salePoints, titleLengths, publishDays, registeredAtMs] = [some(3), some(4), some(2), some(5)];
  const columns: DocColumns = {
    itemIds: new Uint32Array(count),
    publishDays: Int32Array.from(publishDays),
    registeredAtMs: Float64Array.from(registeredAtMs),
    salePoints: Uint32Array.from(salePoints),
    titleLengths: Uint16Array.from(titleLengths),
    headLengths: new Uint8Array(count),
    volumes: new Uint16Array(count),
    prices: new Uint32Array(count),
    bits: new Uint8Array(count),
  };
  const keys: Record<SearchSort, (doc: number) => number> = {
    DEFAULT: (doc) => -10 * (salePoints[doc] ?? 0) + (titleLengths[doc] ?? 0),
    RELATION: (doc) => titleLengths[doc] ?? 0,
    RECENT: (doc) => -(publishDays[doc] ?? 0),
    REG_DTS: (doc) => -(registeredAtMs[doc] ?? 0),
  };
  const best = bestArrays(columns, count);
  for (const sort of SEARCH_SORTS) {
    const docs = Array.from({ length: count }, (_, doc) => doc);
    docs.sort((a, b) => keys[sort](a) - keys[sort](b) || a - b);
    const found = [...bestDocsBy(sort, best)];
    assert.ok(found.length >= 1_000, `${found.length} documents`);
    assert.deepEqual(found, docs.slice(0, found.length), sort);
  }
});
