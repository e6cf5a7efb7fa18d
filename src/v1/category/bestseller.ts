import Type from 'typebox';
import { readSegmentCell } from '../list-cell.ts';
import { PAGE_SIZE_JSON, readDetail, readPaging } from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The overall bestsellers of four weeks (docs/rules/rankings.md#overall). */
export const bestseller: Endpoint = {
  path: '/v1/category/bestseller',
  name: 'bestseller',
  title: 'Bestsellers',
  description:
    'The bestsellers of a category over the last four weeks, late weeks counting most, for all buyers or by sex and age.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    sex: parameter.sex,
    age: parameter.age,
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
  const cell = readSegmentCell(query);
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const edition = await services.rankings.findLatestEdition('overall');
  return answerRankedList({ edition, cell, page, detail, sides: true, noResult: 'BEST_001' }, call, services);
}
