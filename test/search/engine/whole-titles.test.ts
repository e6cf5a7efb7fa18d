import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Item } from '../../../src/catalog/item.ts';
import { by, searchItem } from '../search-item.ts';
import { openItems } from '../small-index.ts';

const about = (title: string, contributors: string, more: Partial<Item> = {}) => ({
  title,
  contributors: contributors === '' ? [] : by(...contributors.split(' & ')),
  ...more,
});
const series = (seriesName: string) => ({ series: [{ seriesId: 1, seriesName }] });

/** Books; those about them have even numbers, and sell better. */
const ITEMS = [
  about('Salt Harbour', 'Ida Quill', { publisher: 'Tern', publishDate: '2015-03-01' }),
  about('Salt Harbour by Ida Quill: A Reading Guide', 'Guides'),
  about('The Lantern Road: How We Walk at Night', 'Osei, Kofi', series('Night Walks')),
  about('Summary of The Lantern Road by Kofi Osei', 'Digest'),
  about('소금 항구', '윤하루 & 김 담', { publisher: '바다집', publishDate: '2019-01-01' }),
  about('윤하루의 소금 항구 필사 노트', '편집부'),
  about('표해록 2', '최부', { publisher: '서해' }),
  about('표해록 1', '최부', { publisher: '서해' }),
  about('It', 'Ida Quill'),
  about('Me and It: an Ida Quill Companion', 'Fans'),
  about('Dust & Salt', 'J. K. Marlow'),
  about('밤', '한별'),
  about('한별의 밤 읽기', '윤하루'),
  about('Amber', '', series('Amber Letters')),
  about('서리 마을', '', series('서리 마을 연대기')),
].map((item, at) => searchItem(at + 1, item));

const search = openItems(
  ITEMS,
  Object.fromEntries(ITEMS.map(({ itemId }) => [itemId, 900 * (1 - (itemId % 2))])),
);

/** The number of an item, and queries that mean it. */
const CASES = [
  [1, 'Salt Harbour by Ida Quill | Ida Quill - Salt Harbour | Salt Harbour Quill | Salt Harbour (2015)'],
  [1, 'salt harbour, written by ida m. quill | Salt Harbour: A Novel | Salt Harbour [eBook]'],
  [1, 'salt harbour special edition | Salt Harbour Tern'],
  [3, 'The Lantern Road Kofi Osei | Kofi Osei lantern road | Lantern Road by Osei'],
  [3, 'the lantern road Night Walks | The Lantern Road (Night Walks Book 4)'],
  [5, '소금 항구 윤하루 | 윤하루 소금 항구 | 윤하루의 소금 항구 | 윤하루 작가의 소금 항구 | 소금 항구 2019'],
  [5, '소금 항구 - 윤하루 지음, 김 담 옮김 | 소금 항구 출판사 바다집 | 소금항구 (양장)'],
  [5, '소금 항구 (리커버 특별판) | 소금 항구를 쓴 윤하루 | 소금 항구는'],
  [7, '표해록 2권 최부 | 최부의 표해록 제2권 | 표해록 최부 지음 2 | 서해 표해록 vol. 2'],
  [9, 'It Ida Quill | it by ida quill'],
  [11, 'Dust & Salt by JK Marlow | Dust and Salt J.K. Marlow | J. K. Marlow: Dust & Salt'],
  [12, '한별 밤 | 밤 한별 저 | 밤 (양장) | 밤 책'],
  [14, 'Amber (Amber Letters #1) | Amber Letters Book 1: Amber'],
  [15, '서리 마을 (서리 마을 연대기 1권)'],
] as const;

suite('a whole title beside what else belongs to the item means it', () => {
  for (const [itemId, queries] of CASES)
    for (const query of queries.split(' | '))
      test(query, async () => {
        for (const sort of ['DEFAULT', 'RELATION'] as const)
          assert.equal((await search(query, { sort })).itemIds[0], itemId, sort);
      });

  test('not beside words, volumes and years of others, nor for one field', async () => {
    const queries =
      'Salt Harbour by Otto Kern | Salt Harbour (2016) | 표해록 3권 최부 | The Lantern Road (Day Walks Book 4) | 밤 이야기 | Amber Letters Book 2 | 서리 마을 연대기 2권';
    for (const query of queries.split(' | ')) assert.deepEqual((await search(query)).itemIds, [], query);
    const query = 'Salt Harbour by Ida Quill';
    const found = await search(query, { target: 'title' });
    assert.deepEqual(found.itemIds, [2]);
  });
});
