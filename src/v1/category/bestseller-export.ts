import Type from 'typebox';
import { exportItems } from '../export-items.ts';
import { readSegmentCell } from '../list-cell.ts';
import { PAGE_SIZE_EXPORT, readFileForm, readPaging } from '../params.ts';
import { parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The overall bestsellers as a file (docs/rules/spreadsheets.md#endpoints). */
export const bestsellerExport: Endpoint = {
  path: '/v1/category/bestseller/export',
  name: 'bestsellerExport',
  title: 'Bestsellers, file',
  description: 'The bestsellers of a category over the last four weeks as a spreadsheet.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    sex: parameter.sex,
    age: parameter.age,
    page: parameter.page,
    pageSize: parameter.pageSizeExport,
    format: parameter.format,
    header: parameter.header,
  }),
  data: null,
  errors: ['PARAM_001', 'PARAM_006', 'PARAM_007', 'BEST_001'],
  answer,
};

async function answer({ query }: Call, services: Services): Promise<Answer> {
  const cell = readSegmentCell(query);
  const page = readPaging(query, PAGE_SIZE_EXPORT);
  const form = readFileForm(query);
  const edition = await services.rankings.findLatestEdition('overall');
  return exportItems({ prefix: 'bestseller', edition, cell, page, form, noResult: 'BEST_001' }, services);
}
