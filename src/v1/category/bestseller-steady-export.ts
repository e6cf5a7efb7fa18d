import Type from 'typebox';
import { exportItems } from '../export-items.ts';
import { readCategoryCell } from '../list-cell.ts';
import { PAGE_SIZE_EXPORT, readFileForm, readPaging } from '../params.ts';
import { parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The steady sellers as a file (docs/rules/spreadsheets.md#endpoints). */
export const bestsellerSteadyExport: Endpoint = {
  path: '/v1/category/bestsellerSteady/export',
  name: 'bestsellerSteadyExport',
  title: 'Steady sellers, file',
  description: 'The products of a category that have sold week by week for a year, as a spreadsheet.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
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
  const cell = readCategoryCell(query);
  const page = readPaging(query, PAGE_SIZE_EXPORT);
  const form = readFileForm(query);
  const edition = await services.rankings.findLatestEdition('steady');
  return exportItems(
    { prefix: 'bestseller_steady', edition, cell, page, form, noResult: 'BEST_001' },
    services,
  );
}
