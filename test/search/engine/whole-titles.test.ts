import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { by, searchItem } from '../search-item.ts';
import { openItems } from '../small-index.ts';

const series = (seriesName: string) => [{ seriesId: 1, seriesName }];

/** Books, and books about them, which sell better. */
const ITEMS = [
  searchItem(1, {
    title: 'Salt Harbour',
    contributors: by('Ida Quill'),
    publisher: 'Tern',
    publishDate: '2015-03-01',
  }),
  searchItem(2, { title: 'Salt Harbour by Ida Quill: A Reading Guide', contributors: by('Guides') }),
  searchItem(3, {
    title: 'The Lantern Road: How We Walk at Night',
    contributors: by('Osei, Kofi'),
    series: series('Night Walks'),
  }),
  searchItem(4, { title: 'Summary of The Lantern Road by Kofi Osei', contributors: by('Digest') }),
  searchItem(5, {
    title: '소금 항구',
    contributors: by('윤하루', '김 담'),
    publisher: '바다집',
    publishDate: '2019-01-01',
  }),
  searchItem(6, { title: '윤하루의 소금 항구 필사 노트', contributors: by('편집부') }),
  searchItem(7, { title: '표해록 2', contributors: by('최부'), publisher: '서해' }),
  searchItem(8, { title: '표해록 1', contributors: by('최부'), publisher: '서해' }),
  searchItem(9, { title: 'It', contributors: by('Ida Quill') }),
  searchItem(10, { title: 'Me and It: an Ida Quill Companion', contributors: by('Fans') }),
  searchItem(11, { title: 'Dust & Salt', contributors: by('J. K. Marlow') }),
  searchItem(12, { title: '밤', contributors: by('한별') }),
  searchItem(13, { title: '한별의 밤 읽기', contributors: by('윤하루') }),
  searchItem(14, { title: 'Amber', series: series('Amber Letters') }),
  searchItem(15, { title: '서리 마을', series: series('서리 마을 연대기') }),
];

const search = openItems(ITEMS);

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
