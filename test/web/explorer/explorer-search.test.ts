import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  choiceOf,
  filtersOf,
  readExplorerSearch,
  searchOf,
  withFilters,
} from '../../../web/src/explorer/explorer-search.ts';

test('an address without anything is the overall list of everybody', () => {
  assert.deepEqual(readExplorerSearch({}), {});
  assert.deepEqual(choiceOf({}), { list: 'overall', category: '', month: '', sex: 'A', age: '255' });
});

test('a choice survives its way through the address', () => {
  const choice = { list: 'monthly', category: '001002', month: '2026-10', sex: 'F', age: '30' } as const;
  assert.deepEqual(choiceOf(readExplorerSearch({ ...searchOf(choice) })), choice);
  // The router reads numbers where texts look like them.
  assert.deepEqual(readExplorerSearch({ age: 30, category: 12 }), { age: '30', category: '12' });
});

test('unknown choices are left out, defaults too', () => {
  const odd = {
    list: 'worst',
    sex: 'X',
    age: 31,
    page: -2,
    catalog: 'ALL',
    sort: {},
    query: '',
    month: null,
  };
  assert.deepEqual(readExplorerSearch(odd), {});
  assert.deepEqual(readExplorerSearch({ page: 1 }), {});
  assert.deepEqual(readExplorerSearch({ page: '3', query: 'ab' }), { page: 3, query: 'ab' });
});

test('filters stand in the address as typed, those that ask for nothing do not, and they begin at the first page', () => {
  const typed = {
    target: 'title',
    inStock: 'N',
    publishedFrom: '',
    publishedTo: '2024-01-02',
    priceFrom: '09x',
    priceTo: '',
  };
  const search = withFilters({ query: 'ab', sort: 'RECENT', inStock: 'Y', page: 3 }, typed);
  const inForce = { target: 'title', publishedTo: '2024-01-02', priceFrom: '09x' };
  assert.deepEqual(search, { query: 'ab', sort: 'RECENT', ...inForce });
  assert.deepEqual(filtersOf(readExplorerSearch({ ...search })), inForce);
  assert.deepEqual(filtersOf(readExplorerSearch({ query: 'ab', target: 'all', priceTo: 9000 })), {
    priceTo: '9000',
  });
});
