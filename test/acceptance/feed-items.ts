import type { FeedLine } from './feed-line.ts';

/**
 * What search is asked about: 바람 in every field that counts, each with other dates; 물결 once in each
 * catalogue; a pair that differs in one word; and Latin words.
 */
export const searchItems: readonly FeedLine[] = [
  found(1201, '바람', { publishDate: '2019-03-01', registeredAt: '2019-05-01T00:00:00+09:00' }),
  found(1202, '바람과 함께 사라지다', {
    publishDate: '2019-01-01',
    registeredAt: '2019-03-01T00:00:00+09:00',
  }),
  found(1203, '여행', {
    authors: [{ author: '바람' }],
    publishDate: '2019-05-01',
    registeredAt: '2019-01-01T00:00:00+09:00',
  }),
  found(1204, '강가에서', {
    publisher: '바람출판',
    publishDate: '2019-02-01',
    registeredAt: '2019-04-01T00:00:00+09:00',
  }),
  found(1205, '숲의 바람', { publishDate: '2019-04-01', registeredAt: '2019-02-01T00:00:00+09:00' }),
  found(1206, '물결'),
  found(2206, '물결', { catalog: 'FOREIGN', categoryIds: ['002'] }),
  found(3206, '물결', { catalog: 'EBOOK', categoryIds: ['003'] }),
  found(4206, '물결', { catalog: 'MUSIC', categoryIds: ['004'] }),
  found(5206, '물결', { catalog: 'DVD', categoryIds: ['005'] }),
  found(1207, '해리 포터 이야기'),
  found(1208, '해리 이야기'),
  found(2209, 'Pride and Prejudice', {
    catalog: 'FOREIGN',
    categoryIds: ['002'],
    authors: [{ author: 'Jane Austen' }],
  }),
  found(2210, 'Prideful Days', { catalog: 'FOREIGN', categoryIds: ['002'] }),
  found(3001, '홍길동전 전자책', { catalog: 'EBOOK', categoryIds: ['003'] }),
];

function found(itemId: number, title: string, more: object = {}): FeedLine {
  return { kind: 'item', itemId, title, catalog: 'BOOK', categoryIds: ['001004'], ...more };
}
