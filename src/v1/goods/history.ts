import { mainCategoryOf } from '../../catalog/item.ts';
import { formatKstMonth } from '../../clock.ts';
import { dataMember, endpoint, type Services } from '../endpoint.ts';
import { findItem, oneItem } from '../item.ts';
import { type DocumentText, dataObject, integer, list, long, object, text } from '../schema.ts';

const monthRanks = (description: DocumentText) =>
  list(
    object(
      {
        month: text({ en: 'Month, yyyy-MM', ko: '월. yyyy-MM' }),
        rank: integer({ en: "Place in the month's list, from 1", ko: '해당 월 목록에서의 순위. 1부터' }),
      },
      'MonthRank',
    ),
    description,
  );

const historyData = dataObject('RankHistory', {
  itemId: long({ en: 'Product number', ko: '상품번호' }),
  categoryId: text({ en: "The product's first category", ko: '상품의 첫 카테고리' }),
  ranks: monthRanks({
    en: 'Months in which it ranked in that category, oldest first',
    ko: '해당 카테고리에서 순위에 든 달. 오래된 달부터',
  }),
  rootCategoryId: text({ en: 'The top-level category above it', ko: '상위의 최상위 카테고리' }),
  rootRanks: monthRanks({
    en: 'Months in which it ranked in the top-level category, oldest first',
    ko: '최상위 카테고리에서 순위에 든 달. 오래된 달부터',
  }),
});

export const history = endpoint({
  path: '/v1/goods/history',
  name: 'history',
  title: { en: 'Rank history', ko: '순위 이력' },
  description: {
    en: 'The monthly ranks of a product in its category and in its top-level category, by ISBN13 or product number.',
    ko: 'ISBN13이나 상품번호로 그 상품의 월별 순위를 조회합니다. 상품의 카테고리와 최상위 카테고리에서의 순위입니다.',
  },
  parameters: oneItem,
  data: historyData,
  errors: ['GOODS_001', 'GOODS_002', 'SEARCH_002'],
  async answer({ given }, services) {
    const item = await findItem(given.query, 'GOODS_001', services);
    const { itemId } = item;
    const mainCategoryId = mainCategoryOf(item);
    const categories = await services.catalog.listCategories();
    const main = categories.find((category) => category.categoryId === mainCategoryId);
    // An item may refer to a category that hasn't been imported yet.
    const rootCategoryId = main?.pathIds[0] ?? mainCategoryId;
    const data = {
      itemId,
      categoryId: mainCategoryId,
      ranks: await ranksIn(mainCategoryId, itemId, services),
      rootCategoryId,
      rootRanks: await ranksIn(rootCategoryId, itemId, services),
    };
    return { members: dataMember(data), isLasting: true };
  },
});

async function ranksIn(categoryId: string, itemId: number, { rankings }: Services) {
  const ranks = await rankings.listRanksOfItem(itemId, categoryId);
  return ranks.map(({ month, rank }) => ({ month: formatKstMonth(month), rank }));
}
