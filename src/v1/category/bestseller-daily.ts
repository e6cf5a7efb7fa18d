import Type from 'typebox';
import { findEditionOfDate } from '../../rankings/edition-of-date.ts';
import { readCategoryCell } from '../list-cell.ts';
import { PAGE_SIZE_JSON, readDate, readDetail, readPaging } from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers of a day (docs/rules/rankings.md#daily). */
export const bestsellerDaily: Endpoint = {
  path: '/v1/category/bestsellerDaily',
  name: 'bestsellerDaily',
  title: 'Daily bestsellers',
  description: 'The bestsellers of a category on a day.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    date: parameter.date,
    page: parameter.page,
    pageSize: parameter.pageSize,
    detail: parameter.detail,
  }),
  data: itemListWithSides,
  errors: ['PARAM_001', 'PARAM_002', 'PARAM_006', 'PARAM_007', 'BEST_001'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const { query } = call;
  const cell = readCategoryCell(query);
  const date = readDate(query);
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const edition = await findEditionOfDate('daily', date, services);
  return answerRankedList({ edition, cell, page, detail, sides: true, noResult: 'BEST_001' }, call, services);
}
