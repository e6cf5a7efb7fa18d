import Type from 'typebox';
import { exportItems } from '../export-items.ts';
import { readCategoryCell } from '../list-cell.ts';
import { PAGE_SIZE_EXPORT, readFileForm } from '../params.ts';
import { parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The bestsellers of the last 24 hours as a file, all of them (docs/rules/spreadsheets.md#endpoints). */
export const bestsellerRealtimeExport: Endpoint = {
  path: '/v1/category/bestsellerRealtime/export',
  name: 'bestsellerRealtimeExport',
  title: 'Realtime bestsellers, file',
  description: 'The bestsellers of a category over the last 24 hours as a spreadsheet.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    format: parameter.format,
    header: parameter.header,
  }),
  data: null,
  errors: ['PARAM_001', 'PARAM_007', 'BEST_001'],
  answer,
};

async function answer({ query }: Call, services: Services): Promise<Answer> {
  const cell = readCategoryCell(query);
  const form = readFileForm(query);
  // A realtime list is never longer than a page of a file.
  const page = { page: 1, pageSize: PAGE_SIZE_EXPORT };
  const edition = await services.rankings.findLatestEdition('realtime');
  return exportItems(
    { prefix: 'bestseller_realtime', edition, cell, page, form, noResult: 'BEST_001' },
    services,
  );
}
