import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemJson, type RenderContext } from '../../src/v1/item.ts';
import { anItem } from '../contracts/catalog/catalog-records.ts';

const context: RenderContext = {
  links: {
    substituteCover: (side, itemId) => `drawn:${side}:${itemId}`,
    item: (itemId) => `page:${itemId}`,
    mobileItem: (itemId) => `mobile:${itemId}`,
    addOn: (userKey, itemId) => `add:${userKey}:${itemId}`,
  },
  goodsSortNames: new Map([['002', '국내도서-소설']]),
  today: 20_000,
};

const plain = { detail: false, sides: false, addOnUserKey: null };
const item = {
  ...anItem(7, {
    categoryIds: ['002', '001'],
    contributors: [
      { authorId: null, author: '가', authorType: '지음' },
      { authorId: 3, author: '나', authorType: '' },
    ],
    cover: 'https://shop.example/7.png',
    deal: { salePrice: 9_900, from: 19_999, until: 20_000 },
    ebookId: 8,
  }),
  salePoint: 12,
};
const shown = (view: Parameters<typeof itemJson>[1], more: object = {}, at = context) =>
  itemJson({ item: { ...item, ...more }, sortOrder: 4, upDown: -2 }, view, at);

test('what an answer derives from the item, its place, the caller and the day', () => {
  const all = shown({ detail: true, sides: true, addOnUserKey: 'u' });
  assert.partialDeepStrictEqual(all, {
    ...{ sortOrder: 4, upDown: -2, author: '가, 나', goodsSortNm: '국내도서-소설', salePrice: 9_900 },
    ...{ cover: 'https://shop.example/7.png', sideCover: 'drawn:side:7', backCover: 'drawn:back:7' },
    ...{ link: 'page:7', mobileLink: 'mobile:7', eBookLink: 'page:8', addOnLink: 'add:u:7', salePoint: 12 },
  });
  const other = shown(plain, { goodsSortNm: '행사', cover: null }, { ...context, today: 20_001 });
  const undealt = { goodsSortNm: '행사', salePrice: 13_500, cover: 'drawn:cover:7', addOnLink: '' };
  assert.partialDeepStrictEqual(other, undealt);
  assert.equal(shown(plain, { categoryIds: ['009'] }).goodsSortNm, '');
  assert.equal(shown({ ...plain, detail: true }, { ebookId: null }).eBookLink, null);
});
