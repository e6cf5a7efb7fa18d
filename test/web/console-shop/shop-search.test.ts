import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearchTermsSearch, readShopSearch } from '../../../web/src/console-shop/shop-search.ts';

test('an address says what the item overrides page shows; the rest is left out', () => {
  assert.deepEqual(readShopSearch({}), {});
  assert.deepEqual(readShopSearch({ text: 9788936434595, field: 'deal', page: 2 }), {
    text: '9788936434595',
    field: 'deal',
    page: 2,
  });
  assert.deepEqual(readShopSearch({ text: '', field: 'price', page: 1, more: 'x' }), {});
  assert.deepEqual(readShopSearch({ text: ['a'], page: 'x' }), {});
});

test('an address says what the search terms page shows, and what stands in its forms', () => {
  const search = { tab: 'similar', text: '책', term: 7, days: 30, page: 3 };
  assert.deepEqual(readSearchTermsSearch(search), { ...search, term: '7' });
  assert.deepEqual(readSearchTermsSearch({ tab: 'all', days: 0, page: 0 }), {});
});
