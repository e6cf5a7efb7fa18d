import assert from 'node:assert/strict';
import { dayText } from '../calendar.ts';
import { ALL_LISTS, bySales, bySort } from '../feed-lists.ts';
import {
  ATTENTION,
  DAILY,
  failed,
  HISTORY,
  itemIds,
  NEW_PRODUCTS,
  OVERALL,
  REALTIME,
  type Rows,
  STEADY,
  succeeded,
} from '../rows.ts';
import { integerRows } from './integer-rows.ts';

/** Lists that the original interface has as files only, and rank history: docs/rules/interface.md#endpoints-of-our-own. */
export function listRows(rows: Rows): void {
  for (const [name, path] of Object.entries({
    bestseller: OVERALL,
    bestsellerDaily: DAILY,
    bestsellerRealtime: REALTIME,
    bestsellerSteady: STEADY,
  })) {
    bestsellers(name, path, rows);
  }
  newProducts('newproduct', NEW_PRODUCTS, 'NEW_001', rows);
  newProducts('newproductAttention', ATTENTION, 'ATTN_001', rows);
  segments(rows);
  dates(rows);
  history(rows);
}

function bestsellers(name: string, path: string, rows: Rows): void {
  rows.row(`${name}: the bestsellers of a category, with the name of the edition`, async (service) => {
    const { client, days } = service;
    const answer = await client.call(path, { categoryId: ALL_LISTS, pageSize: 100 });
    assert.deepEqual(itemIds(succeeded(answer)), bySales);
    const edition = String(answer.headers['seoga-edition']);
    if (path === REALTIME) assert.match(edition, /^\d{4}-\d\d-\d\dT\d\d:\d0\+09:00$/);
    else assert.equal(edition, dayText(days.yesterday));
  });

  rows.row(`404 BEST_001: ${name} of an unknown category, or one without sales`, async ({ client }) => {
    failed(await client.call(path), 400, 'PARAM_001');
    for (const categoryId of ['unknown', '001004']) {
      failed(await client.call(path, { categoryId }), 404, 'BEST_001');
    }
  });

  integerRows(name, { path, parameters: { categoryId: ALL_LISTS } }, 'BEST_001', rows);
}

function newProducts(name: string, path: string, noResult: string, rows: Rows): void {
  rows.row(`${name} sort: RegDate by default, and five more`, async ({ client, days }) => {
    const parameters = { categoryId: ALL_LISTS, pageSize: 100 };
    for (const [sort, list] of Object.entries(bySort)) {
      const answer = await client.call(path, { ...parameters, sort });
      assert.deepEqual(itemIds(succeeded(answer)), list, sort);
      // These lists follow the catalogue from day to day.
      assert.equal(answer.headers['seoga-edition'], dayText(days.today));
    }
    assert.deepEqual(itemIds(succeeded(await client.call(path, parameters))), bySort.RegDate);
  });

  rows.row(
    `400 PARAM_005: sort of ${name}, with the value and the six in the message`,
    async ({ client }) => {
      for (const sort of ['', 'regDate', 'RECENT', 'Price']) {
        const message = failed(await client.call(path, { categoryId: ALL_LISTS, sort }), 400, 'PARAM_005');
        for (const word of [sort, ...Object.keys(bySort)]) assert.ok(message.includes(word), message);
      }
    },
  );

  rows.row(
    `404 ${noResult}: ${name} of an unknown category, or one with old books only`,
    async ({ client }) => {
      failed(await client.call(path), 400, 'PARAM_001');
      for (const categoryId of ['unknown', '001002']) {
        failed(await client.call(path, { categoryId }), 404, noResult);
      }
    },
  );

  integerRows(name, { path, parameters: { categoryId: ALL_LISTS } }, noResult, rows);
}

function segments({ row }: Rows): void {
  row('bestseller sex and age: the buyers of that sex and age', async ({ client }) => {
    // No buyer of this category is known, so that nothing is in its lists by sex or age.
    for (const parameters of [{ sex: 'M' }, { age: 30 }, { sex: 'F', age: 60 }]) {
      failed(await client.call(OVERALL, { categoryId: ALL_LISTS, ...parameters }), 404, 'BEST_001');
    }
    failed(await client.call(OVERALL, { categoryId: ALL_LISTS, sex: 'X' }), 400, 'PARAM_007');
    failed(await client.call(OVERALL, { categoryId: ALL_LISTS, age: 15 }), 400, 'PARAM_007');
    const all = await client.call(OVERALL, { categoryId: ALL_LISTS, sex: 'A', age: 255, pageSize: 100 });
    assert.deepEqual(itemIds(succeeded(all)), bySales);
  });
}

function dates({ row }: Rows): void {
  row('bestsellerDaily date: yesterday in Korea by default', async ({ client, days }) => {
    const categoryId = ALL_LISTS;
    const named = await client.call(DAILY, { categoryId, date: dayText(days.yesterday), pageSize: 100 });
    assert.deepEqual(itemIds(succeeded(named)), bySales);
    failed(await client.call(DAILY, { categoryId, date: dayText(days.today) }), 404, 'BEST_001');
    failed(await client.call(DAILY, { categoryId, date: '2026-02-30' }), 400, 'PARAM_002');
  });
}

function history({ row }: Rows): void {
  row('history: the ranks of a product by month, oldest first', async ({ client, days }) => {
    const month = (day: number) => dayText(day).slice(0, 7);
    const { data } = succeeded(await client.call(HISTORY, { searchType: 'ItemId', query: 1001 })).data;
    const { ranks, rootRanks, ...item } = data as Record<string, unknown>;
    assert.deepEqual(item, { itemId: 1001, categoryId: '001001001', rootCategoryId: '001' });
    // It alone sold in its category.
    assert.deepEqual(ranks, [
      { month: month(days.lastMonth), rank: 1 },
      { month: month(days.thisMonth), rank: 1 },
    ]);
    assert.deepEqual(rootRanks, [
      { month: month(days.lastMonth), rank: 2 },
      { month: month(days.thisMonth), rank: 2 },
    ]);
  });

  row('history: errors as on itemDetail', async ({ client }) => {
    failed(await client.call(HISTORY), 400, 'PARAM_004');
    failed(await client.call(HISTORY, { searchType: 'ItemId', query: 999 }), 404, 'GOODS_001');
    failed(await client.call(HISTORY, { query: '9791199900998' }), 404, 'GOODS_002');
    failed(await client.call(HISTORY, { searchType: 'ItemId', query: 1005 }), 404, 'SEARCH_002');
  });
}
