import Type from 'typebox';
import { readCategoryCell } from '../list-cell.ts';
import { PAGE_SIZE_JSON, readDetail, readPaging } from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers of the last 24 hours (docs/rules/rankings.md#realtime). */
export const bestsellerRealtime: Endpoint = {
  path: '/v1/category/bestsellerRealtime',
  name: 'bestsellerRealtime',
  title: 'Realtime bestsellers',
  description:
    'The 100 bestsellers of a category over the last 24 hours, the last hours counting most, renewed every ten minutes.',
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
  const edition = await services.rankings.findLatestEdition('realtime');
  return answerRankedList({ edition, cell, page, detail, sides: true, noResult: 'BEST_001' }, call, services);
}
