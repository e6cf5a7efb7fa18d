import Type from 'typebox';
import { findEditionOfDate } from '../../rankings/edition-of-date.ts';
import { exportItems } from '../export-items.ts';
import {
  PAGE_SIZE_EXPORT,
  readAge,
  readCategoryId,
  readDate,
  readFileForm,
  readPaging,
  readSex,
} from '../params.ts';
import { parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers of a month as a file (docs/rules/spreadsheets.md#endpoints). */
export const bestsellerMonthlyExport: Endpoint = {
  path: '/v1/category/bestsellerMonthly/export',
  name: 'bestsellerMonthlyExport',
  title: 'Monthly bestsellers, file',
  description: 'The bestsellers of a category in the month of a date as a spreadsheet.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    date: parameter.dateOfMonth,
    sex: parameter.sex,
    age: parameter.age,
    page: parameter.page,
    pageSize: parameter.pageSizeExport,
    format: parameter.format,
    header: parameter.header,
  }),
  data: null,
  errors: ['PARAM_001', 'PARAM_002', 'PARAM_006', 'PARAM_007', 'BEST_001'],
  answer,
};

async function answer({ query }: Call, services: Services): Promise<Answer> {
  const categoryId = readCategoryId(query);
  const date = readDate(query);
  const cell = { categoryId, sex: readSex(query), age: readAge(query) };
  const page = readPaging(query, PAGE_SIZE_EXPORT);
  const form = readFileForm(query);
  const edition = await findEditionOfDate('monthly', date, services);
  return exportItems(
    { prefix: 'bestseller_monthly', edition, cell, page, form, noResult: 'BEST_001' },
    services,
  );
}
