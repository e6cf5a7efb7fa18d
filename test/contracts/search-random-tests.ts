import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SEARCH_CATEGORIES, SEARCH_SORTS } from '../../src/search/search-index.ts';
import { searchItem } from '../search/search-item.ts';
import type { OracleItem } from '../search/search-oracle.ts';
import { ISBN_PAIR, searchByScan } from '../search/search-oracle.ts';
import type { OpenSubject, SearchSubject } from './search-subject.ts';
import { by, request } from './search-subject.ts';

/** The part of the contract that is checked on random catalogues and queries. */
export function searchRandomTests(open: OpenSubject): void {
  test('answers are those of reading every item, while items change', async (t) => {
    const subject = open(t);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40, size: 'max' }), async (changes) => {
        subject.clear();
        const items = new Map<number, OracleItem>();
        const salePoints = new Map<number, number>();
        for (const one of changes) {
          if ('about' in one) {
            const item = searchItem(one.itemId, one.about);
            subject.put(item);
            const salePoint = salePoints.get(one.itemId) ?? 0;
            items.set(one.itemId, { item, salePoint, withheld: item.withheld });
          } else if ('salePoint' in one) {
            subject.setSalePoint(one.itemId, one.salePoint);
            salePoints.set(one.itemId, one.salePoint);
            const known = items.get(one.itemId);
            if (known) items.set(one.itemId, { ...known, salePoint: one.salePoint });
          } else if ('query' in one) {
            await assertSameAsScan(subject, [...items.values()], one.query, one.offset);
          } else {
            subject.remove(one.itemId);
            items.delete(one.itemId);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('no text makes it fail', async (t) => {
    const subject = open(t);
    subject.put(searchItem(1, { title: '해리 AND a' }));
    await fc.assert(
      fc.asyncProperty(hostileQuery, fc.constantFrom(...SEARCH_SORTS), async (text, sort) => {
        const result = await subject.index.search(request(text, { sort }));
        assert.ok(result.totalCount === 0 || result.totalCount === 1);
      }),
      { numRuns: 300 },
    );
  });

  test('no text of 15 KB makes it fail', async (t) => {
    const subject = open(t);
    subject.put(searchItem(1, { title: '해리 포터 a b the' }));
    const syllables = (count: number) =>
      Array.from({ length: count }, (_, i) => String.fromCharCode(0xac00 + ((i * 7919) % 11172)));
    for (const [text, totalCount] of [
      ['해리 포터 '.repeat(1500), 1],
      ['a-b '.repeat(3750), 1],
      ['('.repeat(15_000), 0],
      ['"the" AND '.repeat(1500), 0],
      ['a'.repeat(15_000), 0],
      [syllables(15_000).join(''), 0],
      [syllables(7_500).join(' '), 0],
      [Array.from({ length: 1_500 }, (_, i) => `a${i}-b${i}`).join(' '), 0],
      [Array.from({ length: 3_000 }, (_, i) => `a${i}`).join('-'), 0],
      ['\0\ud800'.repeat(7_500), 0],
    ] as const) {
      const result = await subject.index.search(request(text, { sort: 'DEFAULT' }));
      assert.equal(result.totalCount, totalCount, text.slice(0, 20));
    }
  });
}

async function assertSameAsScan(
  subject: SearchSubject,
  items: readonly OracleItem[],
  text: string,
  offset: number,
): Promise<void> {
  for (const sort of SEARCH_SORTS) {
    for (const category of SEARCH_CATEGORIES) {
      const asked = request(text, { sort, category, offset, limit: 5 });
      assert.deepEqual(await subject.index.search(asked), searchByScan(items, asked), JSON.stringify(asked));
    }
  }
}

const piece = fc.constantFrom(
  ...['해리', '포터', '리포', '해', '터', '나', '의', '집', '나의집'],
  ...['Harry', 'POTTER', 'e-book', 'ebook', 'Ｂook', 'A', '팀', '3', '권', '1-2', '12', '３권'],
);
const phrase = (maxLength: number) =>
  fc
    .array(fc.tuple(piece, fc.constantFrom('', '', ' ', ' ', ' ', ', ', '-')), { minLength: 1, maxLength })
    .map((parts) => parts.map(([word, gap]) => word + gap).join(''));
const optionalPhrase = fc.oneof(fc.constant(''), phrase(2));
const itemIds = fc.integer({ min: 1, max: 14 });
const aboutItem = fc.record({
  title: phrase(4),
  subTitle: optionalPhrase,
  contributors: fc.array(phrase(2), { maxLength: 2 }).map((names) => by(...names)),
  publisher: optionalPhrase,
  series: fc.array(
    phrase(2).map((seriesName) => ({ seriesId: 1, seriesName })),
    { maxLength: 2 },
  ),
  originalTitle: fc.option(phrase(2)),
  catalog: fc.constantFrom('BOOK', 'FOREIGN', 'EBOOK'),
  publishDate: fc.constantFrom('', '2001-02-03', '2024-05-06'),
  registeredAtMs: fc.integer({ min: 0, max: 3 }),
  withheld: fc.nat(3).map((n) => n === 0),
  isbn13: fc.constantFrom('', '', '', ISBN_PAIR.isbn13),
  isbn10: fc.constantFrom('', '', '', ISBN_PAIR.isbn10),
});
const anyQuery = fc.oneof(
  { weight: 8, arbitrary: phrase(3) },
  { weight: 1, arbitrary: itemIds.map(String) },
  { weight: 1, arbitrary: fc.constantFrom('978-89-364-3459-5', ISBN_PAIR.isbn10, ' 978 8936434595 ') },
);
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put'), itemId: itemIds, about: aboutItem }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), itemId: itemIds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sale'), itemId: itemIds, salePoint: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask'), query: anyQuery, offset: fc.nat(2) }) },
);
/** Whatever a client can put into the query parameter. */
const hostileQuery = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((c) => String.fromCharCode(...c)),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '*',
        '(',
        ')',
        '^',
        ':',
        '{',
        '}',
        '+',
        '-',
        ' ',
        '\0',
        'AND',
        'NOT',
        'NEAR',
        '해',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);
