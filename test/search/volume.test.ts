import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { searchItem } from './search-item.ts';
import { openItems } from './small-index.ts';

/** What a shop of these titles finds. */
function searchTitles(titles: readonly string[]) {
  const search = openItems(titles.map((title, at) => searchItem(at + 1, { title })));
  return async (query: string) => (await search(query)).itemIds.map((itemId) => titles[itemId - 1]);
}

/** Ways in which catalogues write the third volume. */
const THIRD: readonly string[] = [
  '표해록 3 | 표해록 03 | 표해록 3권 | 표해록 제3권 | 표해록3 | 표해록 (3) | 표해록 하 | 표해록 (하) | 표해록 하권',
  '표해록 3: 바다 | 표해록 Ⅲ | 표해록 第三卷 | 표해록 Vol. 3 | 표해록 #3 | 표해록 3부 | 표해록, Volume Three',
  '표해록: Book 3 | 표해록 Part III | 표해록 T03 | 표해록 Tome 3 | 표해록 Bd. 3',
].flatMap((line) => line.split(' | '));
const OTHERS =
  '표해록 1 | 표해록 제2권 | 표해록 13 | 표해록 Vol. 30 | 표해록 세트 (전3권) | 표해록 3-in-1, Vol. 4'.split(
    ' | ',
  );

suite('a volume is one thing, however it is written', () => {
  for (const third of THIRD) {
    const search = searchTitles([third, ...OTHERS]);
    test(third, async () => {
      for (const query of THIRD.filter((one) => !/바다|록 ?\(?\d+\)?$|Ⅲ|하$/u.test(one)))
        assert.deepEqual(await search(query), [third], query);
      for (const query of ['표해록 3', '표해록 03', '표해록 (3)', '표해록 III', '표해록3', '표해록 하'])
        assert.equal((await search(query))[0], third, query);
      for (const query of ['표해록 5권', '표해록 Volume 33', '표해록 상권'])
        assert.ok(!(await search(query)).includes(third), query);
    });
  }

  test('numbers that are no volumes stay words of their titles', async () => {
    const titles = '1984 | Catch-22 | 11/22/63 | 세상의 중심 | Book of One | 십이국기 1~3권 세트'.split(
      ' | ',
    );
    const search = searchTitles(titles);
    for (const [query, ...found] of [
      ['1984', '1984'],
      ['catch 22', 'Catch-22'],
      ['세상 중', '세상의 중심'],
      ['one book', 'Book of One'],
      ['십이국기 3권'],
    ] as const)
      assert.deepEqual(await search(query), found, query);
  });
});
