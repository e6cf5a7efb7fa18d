import { ApiError } from '../../http/errors.ts';
import { dataMember, endpoint } from '../endpoint.ts';
import { findItem, oneItem } from '../item.ts';
import { dataObject, long, text } from '../schema.ts';

const contentData = dataObject('Contents', {
  itemId: long({ en: 'Product number', ko: '상품번호' }),
  contents: text({ en: 'Table of contents with line breaks', ko: '줄바꿈이 들어 있는 목차' }),
});

export const content = endpoint({
  path: '/v1/goods/content',
  name: 'content',
  title: { en: 'Table of contents', ko: '목차' },
  description: {
    en: 'The table of contents of a product by ISBN13 or product number.',
    ko: 'ISBN13이나 상품번호로 그 상품의 목차를 조회합니다.',
  },
  parameters: oneItem,
  data: contentData,
  errors: ['GOODS_001', 'GOODS_002', 'SEARCH_002'],
  async answer({ given }, services) {
    const item = await findItem(given.query, 'GOODS_001', services);
    const contents = item.contentDetail?.tableOfContents;
    if (!contents) throw new ApiError('GOODS_001', { value: item.itemId });
    return { members: dataMember({ itemId: item.itemId, contents }), isLasting: true };
  },
});
