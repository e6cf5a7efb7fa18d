import type { CategoryNode } from '../../../src/catalog/category.ts';
import { type Author, type Item, measuresBy } from '../../../src/catalog/item.ts';
import { nameOfNumber } from '../../../src/catalog/item-names.ts';
import type { FeedRecord } from '../../../src/ingest/feed-record.ts';

export function anItem(itemId: number, more: Partial<Item> = {}): Item {
  return {
    itemId,
    isbn13: '',
    isbn10: '',
    title: `책 ${itemId}`,
    subTitle: '',
    originalTitle: null,
    originalTranslation: null,
    contributors: [{ authorId: 7, author: '허균', authorType: '지음' }],
    publisher: '서가',
    publishDate: '2024-05-01',
    catalog: 'BOOK',
    goodsType: '국내도서',
    goodsSortNm: null,
    categoryIds: ['001'],
    adultYn: 'N',
    shopPrice: 15000,
    salePrice: 13500,
    deal: null,
    itemStatus: '판매중',
    itemFormat: null,
    fixedBookPriceYn: 'Y',
    ...measuresBy(() => null),
    servicePoint: null,
    starScore: 0,
    ebookId: null,
    series: [],
    cover: null,
    sideCover: null,
    backCover: null,
    contentDetail: null,
    registeredAtMs: Date.UTC(2024, 3, 20),
    attention: null,
    withheld: false,
    ...more,
  };
}

export function person(authorId: number): Author {
  return {
    authorId,
    author: `사람 ${authorId}`,
    birthDate: '1569',
    deathDate: '',
    debutTitle: '',
    details: '',
  };
}

export function category(categoryId: string, parentId: string | null = null): CategoryNode {
  return { categoryId, categoryName: `분류 ${categoryId}`, parentId };
}

export function record(content: Item | Author | CategoryNode): FeedRecord {
  if ('itemId' in content) return { kind: 'item', item: content, name: nameOfNumber(content.itemId) };
  return 'authorId' in content
    ? { kind: 'author', author: content }
    : { kind: 'category', category: content };
}
