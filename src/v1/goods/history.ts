import { formatKstMonth } from '../../clock.ts';
import { payloadOf } from '../../http/answer.ts';
import { type Answer, type CheckedCall, endpoint } from '../endpoint.ts';
import { findItem } from '../find-item.ts';
import { type OneItem, oneItem } from '../params.ts';
import { historyData } from '../schemas.ts';
import type { Services } from '../services.ts';

/** An item's ranks over time (docs/rules/interface.md#rank-history). */
export const history = endpoint({
  path: '/v1/goods/history',
  name: 'history',
  title: 'Rank history',
  description:
    'The monthly ranks of a product in its category and in its top-level category, by ISBN13 or product number.',
  parameters: oneItem,
  data: historyData,
  errors: ['GOODS_001', 'GOODS_002', 'SEARCH_002'],
  answer,
});

async function answer({ given }: CheckedCall<OneItem>, services: Services): Promise<Answer> {
  const { itemId, mainCategoryId } = await findItem(given.query, 'GOODS_001', services);
  const categories = await services.catalog.listCategories();
  const main = categories.find((category) => category.categoryId === mainCategoryId);
  // An item may name a category that the feed has not brought yet.
  const rootCategoryId = main?.pathIds[0] ?? mainCategoryId;
  const data = {
    itemId,
    categoryId: mainCategoryId,
    ranks: await ranksIn(mainCategoryId, itemId, services),
    rootCategoryId,
    rootRanks: await ranksIn(rootCategoryId, itemId, services),
  };
  return { payload: payloadOf(Buffer.from(`"data":${JSON.stringify(data)}`)), isLasting: true };
}

async function ranksIn(categoryId: string, itemId: number, { rankings }: Services) {
  const ranks = await rankings.listRanksOfItem(itemId, categoryId);
  return ranks.map(({ month, rank }) => ({ month: formatKstMonth(month), rank }));
}
