import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, searchItem } from '../search-item.ts';
import { openItems } from '../small-index.ts';

const item = (itemId: number, title: string, more: Parameters<typeof searchItem>[1] = {}) =>
  searchItem(itemId, { title, ...more });
const series = (seriesName: string) => [{ seriesId: 1, seriesName }];

/** What is searched instead of queries without a hit, and what that finds; null where they stay as they are. */
const SHOPS = [
  {
    what: 'spelling and spacing: names that sound alike, titles without "and" and particles',
    items: [
      item(1, '햄릿', { contributors: by('윌리엄 셰익스피어') }),
      item(2, '빨간 머리 앤'),
      item(3, '로미오와 줄리엣'),
      item(4, '죄와 벌', { contributors: by('표도르 도스토옙스키') }),
      item(5, '야간 비행', { contributors: by('앙투안 드 생텍쥐페리') }),
      item(6, '로켓의 역사'),
      item(7, '차이콥스키 평전'),
    ],
    corrects: [
      ['섹스피어', ['spelling', '셰익스피어', 1]],
      ['세익스피어 햄릿', ['spelling', '셰익스피어 햄릿', 1]],
      ['빨강머리앤', ['spelling', '빨간머리앤', 2]],
      ['로미오줄리엣', ['spacing', '로미오 줄리엣', 3]],
      ['로미오 줄리엣', null],
      ['도스또예프스끼', ['spelling', '도스토옙스키', 4]],
      ['생떽쥐베리 야간비행', ['spelling', '생텍쥐페리 야간비행', 5]],
      ['차이코프스키', ['spelling', '차이콥스키', 7]],
      ['셰익슈필', null],
    ],
  },
  {
    what: 'partial: the query without what links or describes, then without a subtitle or a series; volumes stay',
    items: [
      item(1, 'Salt Harbour', { contributors: by('Ida Quill'), publishDate: '2019-01-01' }),
      item(2, 'Kite Year', { contributors: by('John Marlow'), series: series('Night Walks') }),
      item(3, '소금 항구', { contributors: by('윤하루') }),
      item(4, '표해록 1', { contributors: by('최부') }),
      item(5, '海圖'),
    ],
    corrects: [
      ['books by Ida Quill', ['partial', 'Ida Quill', 1]],
      ['john p. marlow', ['partial', 'john marlow', 2]],
      ['Salt Harbour (2015)', ['partial', 'Salt Harbour', 1]],
      ['salt harbour, 2nd edition', ['partial', 'salt harbour', 1]],
      ['윤하루를', ['partial', '윤하루', 3]],
      ['Salt Harbour: A Tale of the North', ['partial', 'Salt Harbour', 1]],
      ['소금 항구 - 어느 겨울의 이야기', ['partial', '소금 항구', 3]],
      ['소금 항구(바다 이야기)', ['partial', '소금 항구', 3]],
      ['Kite Year (Day Walkers Book 4)', null],
      ['Kite Year (Kite Year, #1)', null],
      ['표해록 (2권)', null],
      ['표해록 2권', null],
      ['Salt Harbour [eBock]', ['partial', 'Salt Harbour', 1]],
    ],
  },
];

for (const { what, items, corrects } of SHOPS)
  test(what, async () => {
    const search = openItems(items);
    for (const [query, to] of corrects) {
      const { correction, itemIds } = await search(String(query), { correct: true });
      assert.deepEqual(correction && [correction.kind, correction.query, ...itemIds], to, String(query));
    }
  });
