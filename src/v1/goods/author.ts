import { ApiError } from '../../http/errors.ts';
import { dataMember, endpoint } from '../endpoint.ts';
import { findItem, oneItem } from '../item.ts';
import { address, dataObject, label, long, text } from '../schema.ts';

const authorData = dataObject('Author', {
  authorId: long({ en: 'Author number', ko: '저자 번호' }),
  author: text({ en: 'Name of the author', ko: '저자 이름' }),
  authorType: label(text({ en: 'Role, such as author or translator', ko: '역할. 지은이, 옮긴이 등' }), {
    지음: { en: 'Author', ko: '지은이' },
    옮김: { en: 'Translator', ko: '옮긴이' },
  }),
  birthDate: text({ en: 'Date of birth', ko: '생년월일' }),
  deathDate: text({ en: 'Date of death; empty when none', ko: '사망일. 없으면 빈 문자열' }),
  debutTitle: text({ en: 'First work', ko: '데뷔작' }),
  details: text({ en: 'About the author', ko: '저자 소개' }),
  link: address({ en: "Author's page", ko: '저자 페이지' }),
});

export const author = endpoint({
  path: '/v1/goods/author',
  name: 'author',
  title: { en: 'Author of a product', ko: '상품의 저자' },
  description: {
    en: 'The author of a product by ISBN13 or product number.',
    ko: 'ISBN13이나 상품번호로 그 상품의 저자를 조회합니다.',
  },
  parameters: oneItem,
  data: authorData,
  errors: ['AUTHOR_404', 'GOODS_002', 'SEARCH_002'],
  async answer({ given }, services) {
    // No separate code exists for an unknown product number (docs/api.md#known-quirks).
    const item = await findItem(given.query, 'AUTHOR_404', services);
    const found = await services.catalog.findItemAuthor(item.itemId);
    if (found === null) throw new ApiError('AUTHOR_404');
    const { authorId, author, authorType, birthDate, deathDate, debutTitle, details } = found;
    const link = services.links.author(authorId);
    const data = { authorId, author, authorType, birthDate, deathDate, debutTitle, details, link };
    return { members: dataMember(data), isLasting: true };
  },
});
