import Type from 'typebox';
import { findEditionOfDate } from '../../rankings/edition-of-date.ts';
import {
  PAGE_SIZE_JSON,
  readAge,
  readCategoryId,
  readDate,
  readDetail,
  readPaging,
  readSex,
} from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers of a month (docs/rules/rankings.md#monthly). */
export const bestsellerMonthly: Endpoint = {
  path: '/v1/category/bestsellerMonthly',
  name: 'bestsellerMonthly',
  title: 'Monthly bestsellers',
  description: 'The bestsellers of a category in the month of a date, for all buyers or by sex and age.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    date: parameter.dateOfMonth,
    sex: parameter.sex,
    age: parameter.age,
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
  const categoryId = readCategoryId(query);
  const date = readDate(query);
  const cell = { categoryId, sex: readSex(query), age: readAge(query) };
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const edition = await findEditionOfDate('monthly', date, services);
  return answerRankedList({ edition, cell, page, detail, sides: true, noResult: 'BEST_001' }, call, services);
}
