import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createCorrector, HITS_ASKED_MAX } from '../../../src/search/correction/corrector.ts';
import { buildDictionary, correctionWords } from '../../../src/search/correction/dictionary.ts';
import { composeHangul, hangulStrokes } from '../../../src/search/correction/keyboard.ts';
import type { SimilarGroups } from '../../../src/search/correction/likely-queries.ts';
import type { CorrectionKind } from '../../../src/search/correction/word-candidates.ts';
import { fc } from '../../support/properties.ts';
import { anyTexts, finds } from '../finds.ts';

/** A catalogue of texts, each the whole of an item. Its index only knows whether something has hits. */
function correctedCatalogue(
  texts: readonly string[],
  similarWords: SimilarGroups = [],
  names: readonly string[] = [],
) {
  const nameWords = new Set(names.flatMap(correctionWords));
  const words = [...Map.groupBy(texts.flatMap(correctionWords), (word) => word)].map(
    ([word, all]) => [word, all.length, nameWords.has(word)] as const,
  );
  const corrector = createCorrector(buildDictionary(words), similarWords);
  const hasHits = (query: string) => texts.some((text) => finds(query, text));
  const correct = (query: string, isHit = hasHits) =>
    corrector(query, {
      count: (asked, isBeginning = false) => Number(!isBeginning && isHit(asked)),
      isMeant: (rest, isTitle) => isTitle && isHit(rest),
    }).correction;
  return { correct, hasHits };
}

const TEXTS = [
  '해리 포터와 마법사의 돌 조앤 롤링',
  '해리 포터 1',
  '해리 포터 2권',
  '어린 왕자 생텍쥐페리',
  '셜록 홈즈의 모험 코난 도일',
  '완전한 행복 정유정',
  '사피엔스 유발 하라리',
  '1984 조지 오웰',
  '쾌락의 혼돈',
  '왜 세계의 절반은 굶주리는가',
  'Harry Potter and the Chamber of Secrets',
  'Dune Messiah vol. 2',
  'Gabriel García Márquez',
  "Charlotte's Web",
  'Spider-Man',
  'Henry V',
  '죄와 벌 도스토옙스키',
  'Total Recall Arnold Schwarzenegger',
];
const SIMILAR = [
  ['셜록 홈스', '셜록 홈즈'],
  ['생떽쥐베리', '생텍쥐페리'],
  ['hp', 'harry potter'],
  ['3권', '2권'],
];
const KOREAN_NAMES = ['조앤 롤링', '코난 도일', '정유정', '유발 하라리', '조지 오웰', '도스토옙스키'];
const NAMES = [...KOREAN_NAMES, 'Gabriel García Márquez', 'Schwarzenegger'];
const shop = correctedCatalogue(TEXTS, SIMILAR, NAMES);

suite('a query without a hit is corrected', () => {
  const cases: readonly (readonly [kind: CorrectionKind, typed: string, used: string])[] = [
    ['keyboard', 'gofl vhxj', '해리 포터'],
    ['keyboard', 'ㅗㅁㄱ교 ㅔㅐㅅㅅㄷㄱ', 'harry potter'],
    ['keyboard', '해리 vhxj', '해리 포터'],
    ['keyboard', 'GOFL VHXJ', '해리 포터'],
    // Only part of a word of the catalogue: 법사 in 마법사.
    ['keyboard', 'qjqtk', '법사'],
    ['spelling', '해리 포타', '해리 포터'],
    ['spelling', '헤리 포터', '해리 포터'],
    ['spelling', '사피앤스', '사피엔스'],
    ['spelling', '오나전한 행복', '완전한 행복'],
    // The sound of ㅙ typed with two other keys.
    ['spelling', '퀘락의', '쾌락의'],
    ['spelling', 'harry poter', 'harry potter'],
    ['spelling', 'hary potter', 'harry potter'],
    ['spelling', 'Hary Poter', 'harry potter'],
    ['spelling', 'ｃｈａｍｂｅｒ ｓｅｃｒｅｔｓｓ', 'ｃｈａｍｂｅｒ secrets'],
    // Two strokes in one word: of eight keys, or beside another word.
    ['spelling', 'dune mesiahh', 'dune messiah'],
    ['spelling', 'chanbeer', 'chamber'],
    // A long name alone.
    ['spelling', '도스토예프스키', '도스토옙스키'],
    ['spelling', 'schwarzeneger', 'schwarzenegger'],
    // Joined words: three of two syllables, and four.
    ['spacing', '해리포터롤링', '해리 포터 롤링'],
    ['spacing', '해리포터조앤롤링', '해리 포터 조앤 롤링'],
    // Known parts of a word stay.
    ['spelling', '해리포타', '해리포터'],
    ['spelling', '왕지생텍쥐페리', '왕자생텍쥐페리'],
    ['spelling', 'garca marquez', 'garcia marquez'],
    ['spelling', "charlote's web", 'charlottes web'],
    ['spelling', 'spidermna', 'spiderman'],
    ['spacing', 'harrypotter', 'harry potter'],
    ['spacing', 'har ry potter', 'harry potter'],
    ['spacing', 's ecrets', 'secrets'],
    ['spacing', '정유정행복', '정유정 행복'],
    ['similar', '셜록 홈스', '셜록 홈즈'],
    ['spelling', '셜록홈스의 모험', '셜록홈즈의 모험'],
    ['similar', '어린 왕자 생떽쥐베리', '어린 왕자 생텍쥐페리'],
    ['similar', 'hp secrets', 'harry potter secrets'],
    // Numbers stay beside what is corrected.
    ['spelling', '해리 포타 2권', '해리 포터 2권'],
    ['spelling', 'duen vol. 2', 'dune vol. 2'],
    ['spelling', '1984 조지 오윌', '1984 조지 오웰'],
    ['spelling', 'henri V', 'henry V'],
  ];
  for (const [kind, typed, used] of cases) {
    test(`${kind}: ${typed} becomes ${used}`, () => {
      assert.equal(shop.hasHits(typed), false, 'found nothing as typed');
      assert.deepEqual(shop.correct(typed), { query: used, kind });
    });
  }
});

test('keyboard comes before spelling, however common the other word is', () => {
  const golf = Array.from({ length: 200 }, (_, number) => `golf ${number}`);
  const { correct } = correctedCatalogue(['해리 포터', ...golf]);
  assert.deepEqual(correct('gofl'), { query: '해리', kind: 'keyboard' });
});

suite('what is not touched', () => {
  const untouched: Readonly<Record<string, readonly string[]>> = {
    'an ISBN': ['9788936434596', '978-89-364-3459-6', '893643459X'],
    'a number': [
      '1985',
      '해리 포터 3',
      '해리 포터 3권',
      'dune vol. 3',
      'henry IV',
      'henry II',
      '제3부',
      '2nd',
    ],
    'a short word alone, or with two wrong strokes in fewer than eight': ['왠', 'mesiahh'],
    'a name alone, and what has the form of a Korean name': ['롤리', 'marques', '정유장'],
    'a right word that the shop does not have': ['mustache', 'sherry', '보험', '프랑스어', '인공지능'],
    'a query with signs of query languages': ['har*', 'harri%', 'harri OR potter', 'c++'],
    'a query in other scripts or in none': ['漢字', 'русский', '!?', ''],
  };
  for (const [what, queries] of Object.entries(untouched)) {
    test(what, () => {
      for (const query of queries) {
        assert.equal(shop.hasHits(query), false, query);
        assert.equal(shop.correct(query), null, query);
      }
    });
  }

  test('a wrong key is found behind twelve right words', () => {
    const right = 'harry potter '.repeat(8);
    assert.equal(shop.correct(`${right}pottr`)?.query, `${right}potter`);
  });

  test('three wrong strokes are too many', () => {
    assert.equal(shop.correct('hxrrx pottxr'), null);
    assert.equal(shop.correct('mxssxxh'), null);
  });
});

suite('any query', () => {
  const words = TEXTS.join(' ').split(' ');
  const letter = fc.constantFrom(...'abcehrtyvol가해리포터ㅎㅗ권 .-12345');
  const spoiled = fc
    .tuple(fc.constantFrom(...words), fc.nat(20), letter, fc.nat(1))
    .map(([word, at, added, cut]) => {
      const keys = hangulStrokes(word) ?? word;
      const wrong = keys.slice(0, at) + added + keys.slice(at + cut);
      return hangulStrokes(word) === null ? wrong : composeHangul(wrong);
    });
  const anyQuery = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.oneof(spoiled, fc.constantFrom(...words)), { minLength: 1, maxLength: 4 })
        .map((parts) => parts.join(' ')),
    },
    fc.string({ unit: letter, maxLength: 30 }),
    ...anyTexts,
  );

  const hostile = [
    '\ud800'.repeat(200),
    'a'.repeat(200),
    'ㅎ'.repeat(200),
    Array.from({ length: 66 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}q`).join(' '),
    Array.from({ length: 40 }, (_, i) => `해리${String.fromCharCode(0xac_00 + 97 * i)}포`).join(' '),
    "a'".repeat(100),
    `e${'\u0301'.repeat(199)}`,
    '해리포터'.repeat(50),
    'harrypotter'.repeat(18),
  ];

  test('a correction has hits, is another query, keeps every number, and is asked for a bounded number of times', () => {
    let corrected = 0;
    fc.assert(
      fc.property(anyQuery, (query) => {
        if (shop.hasHits(query)) return;
        for (const hasHits of [() => false, shop.hasHits]) {
          let asked = 0;
          const correction = shop.correct(query, (one) => {
            asked++;
            return hasHits(one);
          });
          assert.ok(asked <= HITS_ASKED_MAX);
          if (correction === null) continue;
          corrected++;
          assert.ok(hasHits(correction.query));
          assert.notEqual(correction.query, query);
          assert.deepEqual(correction.query.match(/\p{N}+/gu), query.normalize('NFC').match(/\p{N}+/gu));
        }
      }),
      { numRuns: 3000, seed: 4, examples: hostile.map((query) => [query]) },
    );
    assert.ok(corrected > 80, `${corrected} queries were corrected`);
  });
});

test('words of a text: Hangul with its particles, Latin as the index holds it; nothing with digits', () => {
  for (const [text, words] of [
    ['해리 포터와 Café-Society', 'cafe cafesociety society 포터와 해리'],
    ['3권, 2nd (제1부) ＡＢＣ', 'abc 권 부 제'],
    ["Charlotte's Web", 'charlotte charlottes web'],
    ['1984', ''],
    ['', ''],
  ] as const)
    assert.equal(correctionWords(text).sort().join(' '), words);
});
