import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { type Answer, type CheckedCall, endpoint } from '../endpoint.ts';
import { categoryListData } from '../schemas.ts';
import type { Services } from '../services.ts';

/** The category tree as a flat list (docs/rules/interface.md#endpoints). */
export const categoryList = endpoint({
  path: '/v1/category/list',
  name: 'categoryList',
  title: 'Categories',
  description: 'All categories, parents before their children.',
  parameters: {},
  data: categoryListData,
  errors: ['CATEGORY_001'],
  answer,
});

async function answer(_call: CheckedCall<object>, services: Services): Promise<Answer> {
  const revision = await services.catalog.revision();
  const payload = await services.payloads.get(`categories|${revision}`, async () => {
    const categories = await services.catalog.listCategories();
    if (categories.length === 0) throw new ApiError('CATEGORY_001');
    const data = categories.map((category) => ({
      categoryId: category.categoryId,
      categoryName: category.categoryName,
      categoryFullPath: category.fullPath,
      categoryUrl: services.links.category(category.categoryId),
    }));
    return payloadOf(Buffer.from(`"data":${JSON.stringify(data)}`));
  });
  return { payload, isLasting: true };
}
