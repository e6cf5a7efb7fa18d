import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hangulStrokes } from '../../src/search/correction/keyboard.ts';
import { buildSuggestions, createSuggester } from '../../src/search/suggestions.ts';
import { fc } from '../support/properties.ts';
import { anyTexts } from './finds.ts';

type Entry = readonly [text: string, salePoint: number];

const SHOP: readonly Entry[] = [
  ['해리 포터와 마법사의 돌', 50],
  ['해림', 3],
  ['해리와 샐리', 5],
  ['Harry Potter', 8],
  ['조앤 K. 롤링', 9],
  ['과자', 2],
  ['가구 만들기', 4],
  ['21세기 자본', 1],
  ['남한산성', 6],
  ['Les Misérables', 7],
];

function suggestionsOf(entries: readonly Entry[], query: string, limit = 10): string[] {
  return createSuggester(buildSuggestions(entries))(query, limit);
}

suite('what a query being typed may become', () => {
  const cases: readonly (readonly [query: string, texts: readonly string[]])[] = [
    // 해리 is on the way to 해림, 고 to 과; the final consonant may begin the next syllable.
    ['해리', ['해리 포터와 마법사의 돌', '해리와 샐리', '해림']],
    ['핼', ['해리 포터와 마법사의 돌', '해리와 샐리', '해림']],
    ['고', ['과자']],
    // Keyboards join ㄴ and ㅎ.
    ['ㄶ', ['남한산성']],
    ['ㅎㄹ', ['해리 포터와 마법사의 돌', '해리와 샐리', '해림']],
    ['ㅎㄹㅍㅌㅇㅁㅂ', ['해리 포터와 마법사의 돌']],
    ['ㄱㄱ ㅁ', ['가구 만들기']],
    ['ㄱㅊ', []],
    ['ｐｏｔ', ['Harry Potter']],
    ['롤', ['조앤 K. 롤링']],
    ['ㅈㅇk', ['조앤 K. 롤링']],
    ['21ㅅㄱ', ['21세기 자본']],
    ['MISÉRABLES', ['Les Misérables']],
    ['miserables', ['Les Misérables']],
    ['gf vx', ['해리 포터와 마법사의 돌']],
    ['ㅗㅁㄱ교', ['Harry Potter']],
    [' !? ', []],
  ];
  const suggest = createSuggester(buildSuggestions(SHOP));
  for (const [query, texts] of cases) {
    test(`"${query}"`, () => assert.deepEqual(suggest(query, 10), texts));
  }

  test('spellings that differ in blanks, signs, case and width are one text, in the best-selling spelling', () => {
    const spellings: Entry[] = [
      ['해리 포터', 5],
      ['해리포터', 7],
      ['해리-포터!', 6],
      ['ＨＡＲＲＹ', 1],
      ['Harry', 1],
    ];
    assert.deepEqual(suggestionsOf(spellings, '해'), ['해리포터']);
    assert.deepEqual(suggestionsOf(spellings, 'har'), ['Harry']);
  });

  test('of many texts, those whose words go on as the keys say, best sellers first, not more than asked', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'가각간고과기나날라해핼'),
      minLength: 1,
      maxLength: 4,
    });
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const books = fc.uniqueArray(fc.tuple(text, fc.nat(20)), {
      selector: ([title]) => title.replaceAll(' ', ''),
      minLength: 300,
      maxLength: 500,
    });
    const keysOf = (words: readonly string[]) => hangulStrokes(words.join('')) ?? '';
    fc.assert(
      fc.property(books, fc.array(word, { minLength: 20, maxLength: 20 }), (entries, queries) => {
        const suggest = createSuggester(buildSuggestions(entries));
        const ranked = entries.toSorted(([a, aSales], [b, bSales]) => bSales - aSales || (a < b ? -1 : 1));
        for (const query of queries) {
          const expected = ranked.filter(([title]) => {
            const words = title.split(' ');
            return words.some((_, at) => keysOf(words.slice(at)).startsWith(keysOf([query])));
          });
          assert.deepEqual(
            suggest(query, 10),
            expected.slice(0, 10).map(([title]) => title),
            query,
          );
        }
      }),
      { numRuns: 10 },
    );
  });

  test('texts and queries of any length and content are answered', () => {
    const long = '가나다 '.repeat(200);
    assert.deepEqual(suggestionsOf([[long, 1]], long), [long]);
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.nat(9))), anyText, (entries, query) => {
        const found = suggestionsOf(entries, query);
        assert.equal(new Set(found).size, found.length);
      }),
      { numRuns: 300 },
    );
  });
});

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'가각해핼포표ㄱㄴㄹㅎㄲㄳabA 12'), maxLength: 8 }),
  ...anyTexts,
);
