import { tableOfContentsOf } from '../../catalog/fragment.ts';
import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { type Answer, type CheckedCall, endpoint } from '../endpoint.ts';
import { findItem } from '../find-item.ts';
import { type OneItem, oneItem } from '../params.ts';
import { contentData } from '../schemas.ts';
import type { Services } from '../services.ts';

/** The table of contents of a product (docs/rules/interface.md#endpoints). */
export const content = endpoint({
  path: '/v1/goods/content',
  name: 'content',
  title: 'Table of contents',
  description: 'The table of contents of a product by ISBN13 or product number.',
  parameters: oneItem,
  data: contentData,
  errors: ['GOODS_001', 'GOODS_002', 'SEARCH_002'],
  answer,
});

async function answer({ given }: CheckedCall<OneItem>, services: Services): Promise<Answer> {
  const item = await findItem(given.query, 'GOODS_001', services);
  const contents = tableOfContentsOf(item.template);
  if (contents === null) throw new ApiError('GOODS_001', { value: item.itemId });
  const payload = payloadOf(Buffer.from(`"data":${JSON.stringify({ itemId: item.itemId, contents })}`));
  return { payload, isLasting: true };
}
