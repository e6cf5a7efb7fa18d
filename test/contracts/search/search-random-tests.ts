import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/catalog/item.ts';
import { SEARCH_CATEGORIES, SEARCH_SORTS, type SearchRequest } from '../../../src/search/search-index.ts';
import { change, hostileQuery, TODAY } from '../../search/search-arbitraries.ts';
import { searchItem } from '../../search/search-item.ts';
import type { OracleItem } from '../../search/search-oracle.ts';
import { searchByScan } from '../../search/search-oracle.ts';
import type { OpenSubject, SearchSubject } from './search-subject.ts';
import { request } from './search-subject.ts';

/** The part of the contract that is checked on random catalogues and queries. */
export function searchRandomTests(open: OpenSubject): void {
  test('answers are those of reading every item, while items change', async (t) => {
    const subject = await open(t);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40, size: 'max' }), async (changes) => {
        subject.clear();
        const items = new Map<number, OracleItem>();
        const salePoints = new Map<number, number>();
        for (const one of changes) {
          if ('about' in one) {
            const known = items.get(one.itemId)?.item;
            const item =
              one.kind === 'put' ? searchItem(one.itemId, one.about) : withFigures(known, one.about);
            if (item === null) continue;
            subject.put(item);
            const salePoint = salePoints.get(one.itemId) ?? 0;
            items.set(one.itemId, { item, salePoint, withheld: item.withheld });
          } else if ('salePoint' in one) {
            subject.setSalePoint(one.itemId, one.salePoint);
            salePoints.set(one.itemId, one.salePoint);
            const known = items.get(one.itemId);
            if (known) items.set(one.itemId, { ...known, salePoint: one.salePoint });
          } else if ('query' in one) {
            await assertSameAsScan(subject, [...items.values()], one);
          } else {
            subject.remove(one.itemId);
            items.delete(one.itemId);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('no text makes it fail', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '해리 AND a' }));
    await fc.assert(
      fc.asyncProperty(hostileQuery, fc.constantFrom(...SEARCH_SORTS), async (text, sort) => {
        const result = await subject.index.search(request(text, { sort }));
        assert.ok(result.totalCount === 0 || result.totalCount === 1);
      }),
      { numRuns: 300 },
    );
  });
}

/** The item with everything changed but its words. */
function withFigures(known: Item | undefined, about: Partial<Item>): Item | null {
  if (known === undefined) return null;
  const { itemId, title, subTitle, contributors, publisher, series, originalTitle } = known;
  return { ...known, ...about, itemId, title, subTitle, contributors, publisher, series, originalTitle };
}

async function assertSameAsScan(
  subject: SearchSubject,
  items: readonly OracleItem[],
  { query, target, filter, offset }: Pick<SearchRequest, 'query' | 'target' | 'filter' | 'offset'>,
): Promise<void> {
  const requests = SEARCH_SORTS.flatMap((sort) =>
    SEARCH_CATEGORIES.map((category) => request(query, { sort, category, target, filter, offset, limit: 5 })),
  );
  const results = await Promise.all(requests.map((asked) => subject.index.search(asked)));
  for (const [at, asked] of requests.entries()) {
    assert.deepEqual(results[at], searchByScan(items, asked, TODAY), JSON.stringify(asked));
  }
}
