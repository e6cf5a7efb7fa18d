import type { Column } from '../../export/table.ts';
import { ApiError } from '../../http/errors.ts';
import { dataMember, endpoint, type Services } from '../endpoint.ts';
import { fileOf } from '../export-file.ts';
import { fileForm } from '../params.ts';
import { address, dataSchema, list, object, text } from '../schema.ts';

const categoryListData = dataSchema(
  'CategoryList',
  list(
    object(
      {
        categoryId: text({ en: 'Category ID', ko: '카테고리 ID' }),
        categoryName: text({ en: 'Category name', ko: '카테고리 이름' }),
        categoryFullPath: text({
          en: 'Names from the top-level category down',
          ko: '최상위 카테고리부터의 전체 경로',
        }),
        categoryUrl: address({ en: 'Category page', ko: '카테고리 페이지' }),
      },
      'Category',
    ),
  ),
);

export const categoryList = endpoint({
  path: '/v1/category/list',
  name: 'categoryList',
  title: { en: 'Categories', ko: '카테고리 목록' },
  description: {
    en: 'All categories, parents before their children.',
    ko: '모든 카테고리입니다. 상위 카테고리가 먼저 나옵니다.',
  },
  parameters: {},
  data: categoryListData,
  errors: ['CATEGORY_001'],
  async answer(_call, services) {
    return { members: dataMember(await readCategories(services)), isLasting: true };
  },
});

const COLUMNS: readonly Column[] = ['카테고리ID', '카테고리명', '전체경로', 'URL'].map((title) => ({
  title,
  type: 'text',
}));

export const categoryListExport = endpoint({
  path: '/v1/category/list/export',
  name: 'categoryListExport',
  title: { en: 'Categories, file', ko: '카테고리 파일' },
  description: {
    en: 'All categories, parents before their children, as a spreadsheet.',
    ko: '모든 카테고리를 스프레드시트로 받습니다. 상위 카테고리가 먼저 나옵니다.',
  },
  parameters: fileForm,
  data: null,
  errors: ['CATEGORY_001'],
  async answer({ given: form }, services) {
    const rows = (await readCategories(services)).map((category) => Object.values(category));
    return { ...fileOf('category_list', { columns: COLUMNS, rows }, form), isLasting: true };
  },
});

async function readCategories({ catalog, links }: Services) {
  const categories = await catalog.listCategories();
  if (categories.length === 0) throw new ApiError('CATEGORY_001');
  return categories.map(({ categoryId, categoryName, fullPath }) => ({
    categoryId,
    categoryName,
    categoryFullPath: fullPath,
    categoryUrl: links.category(categoryId),
  }));
}
