import Type from 'typebox';
import { formatKstMonth, kstMonthOfDay } from '../../clock.ts';
import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { pageOffset, renderItemList, stateKey } from '../item.ts';
import {
  PAGE_SIZE_JSON,
  readAge,
  readCategoryId,
  readDate,
  readDetail,
  readPage,
  readPageSize,
  readSex,
} from '../params.ts';
import { listEntries } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers of a month (spec 4.1, 1; decisions 3, monthly). */
export const bestsellerMonthly: Endpoint = {
  path: '/v1/category/bestsellerMonthly',
  name: 'bestsellerMonthly',
  title: 'Monthly bestsellers',
  description: 'The bestsellers of a category in the month of a date, for all buyers or by sex and age.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    date: parameter.date,
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
  const { query, caller } = call;
  const categoryId = readCategoryId(query);
  const month = kstMonthOfDay(readDate(query, services.clock));
  const cell = { categoryId, sex: readSex(query), age: readAge(query) };
  const page = { page: readPage(query), pageSize: readPageSize(query, PAGE_SIZE_JSON) };
  const detail = readDetail(query);

  const edition = await services.rankings.findEdition('monthly', month);
  if (edition === null) throw new ApiError('BEST_001');
  const view = { detail, sides: true, addOnUserKey: caller.addOnUserKey };
  const key = [
    'monthly',
    await stateKey(call, services),
    edition.period,
    edition.version,
    JSON.stringify([cell, page, detail]),
  ].join('|');
  const payload = await services.payloads.get(key, async () => {
    const { entries, totalCount } = await listEntries(edition, cell, services);
    const offset = pageOffset(page, totalCount, 'BEST_001');
    const shown = await entries(offset, page.pageSize);
    return payloadOf(await renderItemList(shown, view, page, totalCount, services));
  });
  return { payload, edition: formatKstMonth(month) };
}
