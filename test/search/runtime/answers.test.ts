import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import type { Item } from '../../../src/catalog/item.ts';
import {
  NO_FILTER,
  SEARCH_CATEGORIES,
  SEARCH_SORTS,
  type SearchRequest,
} from '../../../src/search/search-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { fc } from '../../support/properties.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { change, hostileQuery, TODAY } from '../search-arbitraries.ts';
import { found, request, searchItem } from '../search-item.ts';
import { type OracleItem, searchByScan } from '../search-oracle.ts';
import { SHOPS } from './search-cases.ts';
import {
  changeItem,
  type OpenedSearch,
  openCatalog,
  openSearch,
  putItem,
  putItems,
  removeItems,
  setSalePoints,
} from './search-fixture.ts';

/** One catalogue and thread for all: each test begins empty, and with whatever index the others left. */
suite('what a search answers (docs/search.md)', () => {
  const t = suiteCleanup();
  let index: OpenedSearch;
  let db: DatabaseSync;
  before(async () => {
    const catalog = openCatalog(t);
    db = catalog.db;
    index = await openSearch(t, catalog.path, { mergeAt: 8 });
  });
  const clear = () =>
    transaction(db, () => {
      db.exec('DELETE FROM item_sale_point');
      const rows = db.prepare('SELECT item_id FROM item').all();
      removeItems(
        db,
        rows.map((row) => Number(row.item_id)),
      );
    });

  for (const { what, items, salePoints = {}, finds } of SHOPS) {
    test(what, async () => {
      clear();
      putItems(db, items);
      setSalePoints(db, salePoints);
      for (const [query, ids, other] of finds) {
        const { totalCount, itemIds } = await index.search(request(query, other));
        assert.deepEqual([itemIds, totalCount], [ids, ids.length], JSON.stringify([query, other]));
      }
    });
  }

  test('withheld items are only counted, where they pass, from the change on; nothing is found instead', async () => {
    clear();
    putItem(db, searchItem(1, { title: '하늘' }));
    putItem(db, searchItem(2, { title: '하늘', catalog: 'EBOOK', salePrice: 900 }));
    putItem(db, searchItem(7, { title: '1984' }));
    putItem(db, searchItem(1984, { withheld: true }));
    changeItem(db, 2, { withheld: true });
    const search = async (other: Partial<SearchRequest>) => index.search(request('하늘', other));
    assert.deepEqual(await search({}), found([1], 1));
    assert.deepEqual(await search({ category: 'BOOK' }), found([1]));
    assert.deepEqual(await search({ category: 'EBOOK' }), found([], 1));
    const priceTo = (most: number) => search({ filter: { ...NO_FILTER, priceTo: most, priceFrom: 1 } });
    assert.deepEqual([await priceTo(900), await priceTo(899)], [found([], 1), found([])]);
    assert.deepEqual(await index.search(request('1984')), found([], 1));
    changeItem(db, 2, { withheld: false });
    assert.deepEqual(await search({}), found([1, 2]));
  });

  test('any query on any catalogue finds what reading every item finds, while items change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40, size: 'max' }), async (changes) => {
        clear();
        const items = new Map<number, OracleItem>();
        const salePoints = new Map<number, number>();
        for (const one of changes) {
          if ('about' in one) {
            const known = items.get(one.itemId)?.item;
            const item =
              one.kind === 'put' ? searchItem(one.itemId, one.about) : withFigures(known, one.about);
            if (item === null) continue;
            putItem(db, item);
            const salePoint = salePoints.get(one.itemId) ?? 0;
            items.set(one.itemId, { item, salePoint, withheld: item.withheld });
          } else if ('salePoint' in one) {
            const { itemId, salePoint } = one;
            setSalePoints(db, { [itemId]: salePoint });
            salePoints.set(itemId, salePoint);
            const known = items.get(itemId);
            if (known) items.set(itemId, { ...known, salePoint });
          } else if ('query' in one) {
            await assertSameAsScan(index, [...items.values()], one);
          } else {
            removeItems(db, [one.itemId]);
            items.delete(one.itemId);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('no text makes it fail', async () => {
    clear();
    putItem(db, searchItem(1, { title: '해리 AND a' }));
    await fc.assert(
      fc.asyncProperty(hostileQuery, fc.constantFrom(...SEARCH_SORTS), async (text, sort) => {
        const result = await index.search(request(text, { sort }));
        assert.ok(result.totalCount === 0 || result.totalCount === 1);
      }),
      { numRuns: 300 },
    );
  });
});

/** The item with everything changed but its words. */
function withFigures(known: Item | undefined, about: Partial<Item>): Item | null {
  if (known === undefined) return null;
  const { itemId, title, subTitle, contributors, publisher, series, originalTitle } = known;
  return { ...known, ...about, itemId, title, subTitle, contributors, publisher, series, originalTitle };
}

async function assertSameAsScan(
  index: OpenedSearch,
  items: readonly OracleItem[],
  { query, target, filter, offset }: Pick<SearchRequest, 'query' | 'target' | 'filter' | 'offset'>,
): Promise<void> {
  const requests = SEARCH_SORTS.flatMap((sort) =>
    SEARCH_CATEGORIES.map((category) => request(query, { sort, category, target, filter, offset, limit: 5 })),
  );
  const results = await Promise.all(requests.map((asked) => index.search(asked)));
  for (const [at, asked] of requests.entries()) {
    assert.deepEqual(results[at], searchByScan(items, asked, TODAY), JSON.stringify(asked));
  }
}
