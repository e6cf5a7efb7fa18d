import Type from 'typebox';
import { exportItems } from '../export-items.ts';
import { readNewProductCell } from '../list-cell.ts';
import { PAGE_SIZE_EXPORT, readFileForm, readPaging } from '../params.ts';
import { parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The featured new products as a file (docs/rules/spreadsheets.md#endpoints). */
export const newproductAttentionExport: Endpoint = {
  path: '/v1/category/newproductAttention/export',
  name: 'newproductAttentionExport',
  title: 'Featured new products, file',
  description: 'The new products of a category that editors chose or buyers noticed, as a spreadsheet.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    sort: parameter.newProductSort,
    page: parameter.page,
    pageSize: parameter.pageSizeExport,
    format: parameter.format,
    header: parameter.header,
  }),
  data: null,
  errors: ['PARAM_001', 'PARAM_005', 'PARAM_006', 'PARAM_007', 'ATTN_001'],
  answer,
};

async function answer({ query }: Call, services: Services): Promise<Answer> {
  const cell = readNewProductCell(query);
  const page = readPaging(query, PAGE_SIZE_EXPORT);
  const form = readFileForm(query);
  const edition = await services.rankings.findLatestEdition('attentionNew');
  return exportItems(
    { prefix: 'newproduct_attention', edition, cell, page, form, noResult: 'ATTN_001' },
    services,
  );
}
