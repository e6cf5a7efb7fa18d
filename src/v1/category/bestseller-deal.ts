import Type from 'typebox';
import { readCategoryCell } from '../list-cell.ts';
import { PAGE_SIZE_JSON, readDetail, readPaging } from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListCoverOnly, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers among products at a special price (docs/rules/rankings.md#deals). */
export const bestsellerDeal: Endpoint = {
  path: '/v1/category/bestsellerDeal',
  name: 'bestsellerDeal',
  title: 'Bestselling deals',
  description: 'The products of a category that are on a deal today, by their sales of the last seven days.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    page: parameter.page,
    pageSize: parameter.pageSize,
    detail: parameter.detail,
  }),
  data: itemListCoverOnly,
  errors: ['PARAM_001', 'PARAM_006', 'PARAM_007', 'BEST_001'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const { query } = call;
  const cell = readCategoryCell(query);
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const edition = await services.rankings.findLatestEdition('deal');
  return answerRankedList(
    { edition, cell, page, detail, sides: false, noResult: 'BEST_001' },
    call,
    services,
  );
}
