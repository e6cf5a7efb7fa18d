import Type from 'typebox';
import { readCategoryCell } from '../list-cell.ts';
import { PAGE_SIZE_JSON, readDetail, readPaging } from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The products that sell week after week (docs/rules/rankings.md#steady). */
export const bestsellerSteady: Endpoint = {
  path: '/v1/category/bestsellerSteady',
  name: 'bestsellerSteady',
  title: 'Steady sellers',
  description:
    'The products of a category that sold in most weeks of a year, a year or more after their publication.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    page: parameter.page,
    pageSize: parameter.pageSize,
    detail: parameter.detail,
  }),
  data: itemListWithSides,
  errors: ['PARAM_001', 'PARAM_006', 'PARAM_007', 'BEST_001'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const { query } = call;
  const cell = readCategoryCell(query);
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const edition = await services.rankings.findLatestEdition('steady');
  return answerRankedList({ edition, cell, page, detail, sides: true, noResult: 'BEST_001' }, call, services);
}
