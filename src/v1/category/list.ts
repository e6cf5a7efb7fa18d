import Type from 'typebox';
import { ApiError } from '../../http/errors.ts';
import { dataMember, endpoint } from '../endpoint.ts';
import { address, dataSchema, text } from '../schemas.ts';

const categoryListData = dataSchema(
  'CategoryList',
  Type.Array(
    Type.Object(
      {
        categoryId: text({ en: 'Category ID', ko: '카테고리 ID' }),
        categoryName: text({ en: 'Category name', ko: '카테고리 이름' }),
        categoryFullPath: text({
          en: 'Names from the top-level category down',
          ko: '최상위 카테고리부터의 전체 경로',
        }),
        categoryUrl: address({ en: 'Category page', ko: '카테고리 페이지' }),
      },
      { title: 'Category' },
    ),
  ),
);

/** The category tree as a flat list (docs/api.md#endpoints). */
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
    const categories = await services.catalog.listCategories();
    if (categories.length === 0) throw new ApiError('CATEGORY_001');
    const data = categories.map((category) => ({
      categoryId: category.categoryId,
      categoryName: category.categoryName,
      categoryFullPath: category.fullPath,
      categoryUrl: services.links.category(category.categoryId),
    }));
    return { members: dataMember(data), isLasting: true };
  },
});
