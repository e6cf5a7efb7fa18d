import Type from 'typebox';
import { payloadOf } from '../../http/answer.ts';
import { findItem } from '../find-item.ts';
import { renderItemList, stateKey } from '../item.ts';
import { readDetail, readItemReference } from '../params.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** One product (docs/rules/interface.md#endpoints). */
export const itemDetail: Endpoint = {
  path: '/v1/goods/itemDetail',
  name: 'itemDetail',
  title: 'Product details',
  description: 'A product by ISBN13 or product number.',
  parameters: Type.Object({
    searchType: parameter.searchType,
    query: parameter.itemQuery,
    detail: parameter.detail,
  }),
  data: itemListWithSides,
  errors: ['PARAM_004', 'PARAM_007', 'GOODS_001', 'GOODS_002', 'SEARCH_002'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const reference = readItemReference(call.query);
  const detail = readDetail(call.query);
  const named = 'isbn13' in reference ? `isbn ${reference.isbn13}` : String(reference.itemId);
  const key = `item|${await stateKey(call, services)}|${named}|${detail}`;
  const payload = await services.payloads.get(key, async () => {
    const item = await findItem(reference, 'GOODS_001', services);
    const view = { detail, sides: true, addOnUserKey: call.caller.addOnUserKey };
    const entry = { item, sortOrder: 1, upDown: null };
    return payloadOf(await renderItemList([entry], view, { page: 1, pageSize: 1 }, 1, services));
  });
  return { payload };
}
