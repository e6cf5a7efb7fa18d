import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SEARCH_CATEGORIES, SEARCH_SORTS } from '../../../src/search/search-index.ts';
import { request } from '../../contracts/search/search-subject.ts';
import { change, TODAY } from '../search-arbitraries.ts';
import { searchItem } from '../search-item.ts';
import { searchByScan } from '../search-oracle.ts';
import { SmallIndex } from './small-index.ts';

/** Runs make about 240 requests each, of worlds that no other run of the suite has drawn. */
const RUNS = 50;

test('answers are those of reading every item, while items change and segments merge', () => {
  const step = fc.oneof(
    { weight: 10, arbitrary: change },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('merge'), partDocs: fc.integer({ min: 1, max: 9 }) }),
    },
  );
  let requests = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => {
      const index = new SmallIndex();
      for (const one of steps) {
        if ('partDocs' in one) index.merge(one.partDocs);
        else if ('salePoint' in one) index.setSalePoint(one.itemId, one.salePoint);
        else if ('query' in one) {
          const items = [...index.items.values()];
          for (const sort of SEARCH_SORTS) {
            for (const category of SEARCH_CATEGORIES) {
              const { query, target, filter, offset } = one;
              const asked = request(query, { sort, category, target, filter, offset, limit: 5 });
              const expected = searchByScan(items, asked, TODAY);
              assert.deepEqual(index.search(asked, TODAY), expected, JSON.stringify(asked));
              requests++;
            }
          }
        } else if ('about' in one) {
          const known = index.items.get(one.itemId)?.item;
          if (one.kind === 'put') index.put(searchItem(one.itemId, one.about));
          else if (known !== undefined) {
            const { title, subTitle, contributors, publisher, series, originalTitle } = known;
            const words = { title, subTitle, contributors, publisher, series, originalTitle };
            index.put(searchItem(one.itemId, { ...one.about, ...words }));
          }
        } else index.remove(one.itemId);
      }
    }),
    { numRuns: RUNS },
  );
  assert.ok(requests >= 2_000, `${requests} requests were compared`);
});
