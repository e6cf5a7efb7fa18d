import Type from 'typebox';
import { tableOfContentsOf } from '../../catalog/fragment.ts';
import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { findItem } from '../find-item.ts';
import { readItemReference } from '../params.ts';
import { contentData, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The table of contents of a product (docs/rules/interface.md#endpoints). */
export const content: Endpoint = {
  path: '/v1/goods/content',
  name: 'content',
  title: 'Table of contents',
  description: 'The table of contents of a product by ISBN13 or product number.',
  parameters: Type.Object({ searchType: parameter.searchType, query: parameter.itemQuery }),
  data: contentData,
  errors: ['PARAM_004', 'GOODS_001', 'GOODS_002', 'SEARCH_002'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const item = await findItem(readItemReference(call.query), 'GOODS_001', services);
  const contents = tableOfContentsOf(item.template);
  if (contents === null) throw new ApiError('GOODS_001', { value: item.itemId });
  return { payload: payloadOf(Buffer.from(`"data":${JSON.stringify({ itemId: item.itemId, contents })}`)) };
}
