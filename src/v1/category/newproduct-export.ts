import Type from 'typebox';
import { exportItems } from '../export-items.ts';
import { readNewProductCell } from '../list-cell.ts';
import { PAGE_SIZE_EXPORT, readFileForm, readPaging } from '../params.ts';
import { parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The new products as a file (docs/rules/spreadsheets.md#endpoints). */
export const newproductExport: Endpoint = {
  path: '/v1/category/newproduct/export',
  name: 'newproductExport',
  title: 'New products, file',
  description: 'The products of a category that were registered lately, as a spreadsheet.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    sort: parameter.newProductSort,
    page: parameter.page,
    pageSize: parameter.pageSizeExport,
    format: parameter.format,
    header: parameter.header,
  }),
  data: null,
  errors: ['PARAM_001', 'PARAM_005', 'PARAM_006', 'PARAM_007', 'NEW_001'],
  answer,
};

async function answer({ query }: Call, services: Services): Promise<Answer> {
  const cell = readNewProductCell(query);
  const page = readPaging(query, PAGE_SIZE_EXPORT);
  const form = readFileForm(query);
  const edition = await services.rankings.findLatestEdition('newProduct');
  return exportItems({ prefix: 'newproduct', edition, cell, page, form, noResult: 'NEW_001' }, services);
}
