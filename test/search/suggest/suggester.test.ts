import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { composeHangul, hangulStrokes } from '../../../src/search/correction/keyboard.ts';
import { buildSuggestions } from '../../../src/search/suggest/suggest-arrays.ts';
import { createSuggester } from '../../../src/search/suggest/suggester.ts';
import { fc } from '../../support/properties.ts';
import { suggestByScan } from './suggest-oracle.ts';

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
  return createSuggester(buildSuggestions(entries)).suggest(query, limit);
}

suite('what a query being typed may become', () => {
  const cases: readonly (readonly [query: string, texts: readonly string[]])[] = [
    // 해리 is on the way to 해림, 고 to 과; the final consonant may begin the next syllable.
    ['해리', ['해리 포터와 마법사의 돌', '해리와 샐리', '해림']],
    ['핼', ['해리 포터와 마법사의 돌', '해리와 샐리', '해림']],
    ['고', ['과자']],
    ['해ㄹ포ㅌ', ['해리 포터와 마법사의 돌']],
    // Keyboards add the lone ㄹ and ㅍ to the syllable: 해ㄹㅍㅌ becomes 햂ㅌ. They also melt ㄴㅎ together.
    ['햂ㅌ', ['해리 포터와 마법사의 돌']],
    ['ㄶ', ['남한산성']],
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
  const { suggest } = createSuggester(buildSuggestions(SHOP));
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

suite('the same as by reading every text', () => {
  test('any query on any texts', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 60 }),
        query,
        fc.integer({ min: 1, max: 5 }),
        (entries, typed, limit) => {
          assert.deepEqual(suggestionsOf(entries, typed, limit), suggestByScan(entries, typed, limit));
        },
      ),
      { numRuns: 600 },
    );
  });

  test('beginnings of one of many texts, as typed key by key, as initials and mixed', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 300, maxLength: 600 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom('plain', 'keys', 'initials', 'mixed')), {
          minLength: 20,
          maxLength: 20,
        }),
        (entries, wanted) => {
          const { suggest } = createSuggester(buildSuggestions(entries));
          for (const [which, length, way] of wanted) {
            const typed = typedAs(entries[which % entries.length]?.[0] ?? '', length, way);
            assert.deepEqual(suggest(typed, 10), suggestByScan(entries, typed, 10), typed);
          }
        },
      ),
      { numRuns: 10 },
    );
  });
});

/** Few different syllables, so that many texts begin alike. */
const syllable = fc.constantFrom(...'가각간고과기나날라리마해핼하포표터토와돌');
const hangul = fc.string({ unit: syllable, minLength: 1, maxLength: 4 });
const latin = fc.stringMatching(/^[a-cA-C]{1,4}$/);
const word = fc.oneof({ weight: 4, arbitrary: hangul }, latin, fc.nat(30).map(String));
const entry = fc.tuple(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.nat(20),
);
const jamo = fc.constantFrom(...'ㄱㄴㄹㅁㅎㅍㅌㅇㄷㄲㄳ');
const query = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: jamo }, { weight: 3, arbitrary: syllable }, latin, fc.constant(' ')),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(
  query,
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 12 })
    .map((codes) => String.fromCharCode(...codes)),
);

function typedAs(text: string, length: number, way: string): string {
  const plain = text.replaceAll(' ', '').slice(0, length);
  if (way === 'initials') return plain.replace(/[가-힣]/g, initialOf);
  if (way === 'mixed')
    return plain.replace(/[가-힣]/g, (one, at: number) => (at % 2 === 1 ? initialOf(one) : one));
  const strokes = way === 'keys' ? hangulStrokes(plain) : null;
  return strokes === null ? plain : composeHangul(strokes.slice(0, -1));
}

function initialOf(one: string): string {
  return 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'.charAt(Math.floor((one.charCodeAt(0) - 0xac_00) / 588));
}
