import assert from 'node:assert/strict';
import { ALL_LISTS, bySales } from '../feed-lists.ts';
import { DEAL, failed, itemIds, type Rows, succeeded } from '../rows.ts';
import { integerRows } from './integer-rows.ts';

/** bestsellerDeal: docs/rules/interface.md#endpoints and docs/rules/rankings.md#deals. */
export function bestsellerDealRows(rows: Rows): void {
  const { row } = rows;
  row('bestsellerDeal categoryId: required, 400 PARAM_001 without it or when empty', async ({ client }) => {
    for (const parameters of [{}, { categoryId: '' }, { categoryid: '001' }]) {
      failed(await client.call(DEAL, parameters), 400, 'PARAM_001');
    }
  });

  row('bestsellerDeal: what is on a deal now, most copies of seven days first', async ({ client }) => {
    const all = succeeded(await client.call(DEAL, { categoryId: ALL_LISTS, pageSize: 100 }));
    assert.deepEqual(itemIds(all), bySales);
    // The deal of 1008 ended yesterday; no other book of the category ever was on one.
    assert.deepEqual(itemIds(succeeded(await client.call(DEAL, { categoryId: '001001' }))), [1004]);
  });

  row('item list on bestsellerDeal: salePrice is the price of the deal', async ({ client }) => {
    const { data } = succeeded(await client.call(DEAL, { categoryId: '001001' }));
    assert.deepEqual([data.items[0]?.shopPrice, data.items[0]?.salePrice], [12000, 6000]);
    assert.deepEqual([data.currentPage, data.pageSize, data.totalCount], [1, 20, 1]);
  });

  row('bestsellerDeal detail: N by default', async ({ client }) => {
    const byDefault = succeeded(await client.call(DEAL, { categoryId: '001001' }));
    const named = succeeded(await client.call(DEAL, { categoryId: '001001', detail: 'N' }));
    assert.deepEqual(byDefault.data.items, named.data.items);
    assert.ok(!('subTitle' in (byDefault.data.items[0] ?? {})));
  });

  row('404 BEST_001: nothing of the category is on a deal', async ({ client }) => {
    for (const categoryId of ['unknown', '001002']) {
      failed(await client.call(DEAL, { categoryId }), 404, 'BEST_001');
    }
  });

  integerRows('bestsellerDeal', { path: DEAL, parameters: { categoryId: ALL_LISTS } }, 'BEST_001', rows);
}
