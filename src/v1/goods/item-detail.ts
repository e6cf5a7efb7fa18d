import { endpoint } from '../endpoint.ts';
import { findItem, oneItem, renderItemList } from '../item.ts';
import { detail } from '../params.ts';
import { itemListSchema } from '../schema.ts';

export const itemDetail = endpoint({
  path: '/v1/goods/itemDetail',
  name: 'itemDetail',
  title: { en: 'Product details', ko: '상품 상세' },
  description: {
    en: 'A product by ISBN13 or product number.',
    ko: 'ISBN13이나 상품번호로 상품 하나를 조회합니다.',
  },
  parameters: { ...oneItem, detail },
  data: itemListSchema(true),
  errors: ['GOODS_001', 'GOODS_002', 'SEARCH_002'],
  async answer({ given, caller }, services) {
    const item = await findItem(given.query, 'GOODS_001', services);
    const view = { detail: given.detail, sides: true, addOnUserKey: caller.addOnUserKey };
    const entry = { item, sortOrder: 1, upDown: null };
    const list = { page: 1, pageSize: 1, totalCount: 1 };
    const members = await renderItemList([entry], view, list, services);
    return { members, isLasting: true };
  },
});
