import type { Column } from '../../export/table.ts';
import { ApiError } from '../../http/errors.ts';
import { endpoint } from '../endpoint.ts';
import { fileOf } from '../export-file.ts';
import { format, header } from '../params.ts';

/** The category tree as a file (docs/api.md#export-endpoints). */
export const categoryListExport = endpoint({
  path: '/v1/category/list/export',
  name: 'categoryListExport',
  title: { en: 'Categories, file', ko: '카테고리 파일' },
  description: {
    en: 'All categories, parents before their children, as a spreadsheet.',
    ko: '모든 카테고리를 스프레드시트로 받습니다. 상위 카테고리가 먼저 나옵니다.',
  },
  parameters: { format, header },
  data: null,
  errors: ['CATEGORY_001'],
  async answer({ given: form }, services) {
    const categories = await services.catalog.listCategories();
    if (categories.length === 0) throw new ApiError('CATEGORY_001');
    const rows = categories.map((category) => [
      category.categoryId,
      category.categoryName,
      category.fullPath,
      services.links.category(category.categoryId),
    ]);
    return { ...fileOf(PREFIX, { columns: COLUMNS, rows }, form), isLasting: true };
  },
});

const PREFIX = 'category_list';

/** docs/api.md#columns. */
const COLUMNS: readonly Column[] = [
  { title: '카테고리ID', type: 'text' },
  { title: '카테고리명', type: 'text' },
  { title: '전체경로', type: 'text' },
  { title: 'URL', type: 'text' },
];
