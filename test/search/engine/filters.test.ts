import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../../src/clock.ts';
import { NO_FILTER, type SearchFilter } from '../../../src/search/search-index.ts';
import { request } from '../../contracts/search/search-subject.ts';
import { searchItem } from '../search-item.ts';
import { SmallIndex } from './small-index.ts';

const COUNT = 60;
const TODAY = parseKstDay('2026-11-21') ?? 0;

/** Item n costs n won, appeared n days after the first of January 2020, was registered at n and sells like -n. */
function shelf(): SmallIndex {
  const index = new SmallIndex();
  const firstMs = Date.parse('2020-01-01T00:00:00Z');
  for (let n = 1; n <= COUNT; n++) {
    const publishDate = new Date(firstMs + n * 86_400_000).toISOString().slice(0, 10);
    const itemStatus = n % 2 === 0 ? '판매중' : '품절';
    index.put(
      searchItem(n, {
        title: '바람',
        shopPrice: n,
        salePrice: n,
        publishDate,
        registeredAtMs: n,
        itemStatus,
      }),
    );
    index.setSalePoint(n, COUNT - n);
  }
  return index;
}

const ids = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

for (const merged of [false, true]) {
  test(`filters and orders hold for every one of ${COUNT} items, ${merged ? 'in a segment' : 'not yet merged'}`, () => {
    const index = shelf();
    if (merged) index.merge(COUNT);
    else index.publish();
    const found = (filter: Partial<SearchFilter>, sort: 'RECENT' | 'REG_DTS' | 'DEFAULT' = 'REG_DTS') =>
      index.search(request('바람', { sort, filter: { ...NO_FILTER, ...filter } }), TODAY).itemIds;
    const newestFirst = ids(1, COUNT).reverse();
    assert.deepEqual(found({}), newestFirst);
    assert.deepEqual(found({}, 'RECENT'), newestFirst);
    assert.deepEqual(found({}, 'DEFAULT'), ids(1, COUNT));
    assert.deepEqual(found({ priceFrom: 1 }), newestFirst);
    assert.deepEqual(found({ priceFrom: 40, priceTo: 50 }), ids(40, 50).reverse());
    assert.deepEqual(found({ publishedFrom: parseKstDay('2020-02-20') }), ids(50, COUNT).reverse());
    assert.deepEqual(found({ publishedTo: parseKstDay('2020-01-03') }), [2, 1]);
    assert.deepEqual(found({ inStock: true }), ids(2, COUNT, 2).reverse());
  });
}
