import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { correctionWords } from '../../../src/search/correction/correction-words.ts';
import { createCorrector, HITS_ASKED_MAX } from '../../../src/search/correction/corrector.ts';
import { buildDictionary } from '../../../src/search/correction/dictionary-arrays.ts';
import { collectHanPairs, hanArrays } from '../../../src/search/correction/han-words.ts';
import { textKey } from '../../../src/search/tokenise.ts';
import { createHitIndex } from './hit-index.ts';

const TITLES = [
  '東洋學 어떻게 할 것인가',
  '三國志 1',
  '李白詩選',
  '經濟學의 길',
  '詩史',
  '時事',
  '학교',
  '小説集 下',
  '小說集 上',
];

function adviserOf(titles: readonly string[]) {
  const pairs = new Set<number>();
  for (const title of titles) collectHanPairs(title, pairs);
  const words = titles.flatMap(correctionWords).map((word) => [word, 1, false] as const);
  const corrector = createCorrector({
    arrays: buildDictionary(words),
    han: hanArrays(pairs),
    similarWords: [],
  });
  const { hasHits } = createHitIndex(titles);
  let asked = 0;
  const hits = {
    hasHits: (query: string) => {
      asked++;
      return hasHits(query);
    },
    countHits: (query: string) => Number(hasHits(query)),
    countBeginning: () => 0,
    isTitle: () => false,
  };
  return { advise: (query: string) => corrector.advise(query, hits), asked: () => asked };
}

describe('Han titles typed in Hangul', () => {
  const { advise } = adviserOf(TITLES);
  const usedFor = (query: string) => {
    const { correction } = advise(query);
    return correction === null ? null : [correction.kind, textKey(correction.query)];
  };

  test('the reading of three syllables or more is answered with the Han title', () => {
    assert.deepEqual(usedFor('동양학 어떻게'), ['similar', textKey('東洋學 어떻게')]);
    assert.deepEqual(usedFor('삼국지 1'), ['similar', textKey('三國志 1')]);
    assert.deepEqual(usedFor('경제학의'), ['similar', textKey('經濟學의')], 'with a particle');
    assert.deepEqual(usedFor('소설집 하'), ['similar', textKey('小說集 下')], 'with its volume');
  });

  test('ㄹ and ㄴ that the start of a word changes are the same character', () => {
    assert.deepEqual(usedFor('이백시선'), ['similar', textKey('李白詩選')]);
    assert.deepEqual(usedFor('리백시선'), ['similar', textKey('李白詩選')]);
  });

  test('a reading of two syllables is offered, not answered, and so is one of several', () => {
    assert.deepEqual(advise('시사').correction, null);
    assert.match(advise('시사').suggestion ?? '', /^(詩史|時事)$/);
  });

  test('a word that the catalogue has in Hangul stays, and a reading of nothing finds nothing', () => {
    assert.equal(advise('학교 사전').correction, null);
    assert.deepEqual(advise('천자문'), { correction: null, suggestion: null });
  });

  test('a hostile query asks for no more hits than any other', () => {
    const chars = [...'가각간갈감갑강개거건검격견경계고곡공과관광교구국군권규균극근금기길'];
    const han = [...'家各間渴監甲江開去建檢格見經界高曲工科官光敎九國軍權規均極根金氣吉'];
    const titles = han.flatMap((first) => han.map((second) => first + second));
    const hostile = adviserOf(titles);
    hostile.advise(Array.from({ length: 12 }, (_, at) => chars.slice(at, at + 14).join('')).join(' '));
    assert.ok(hostile.asked() <= HITS_ASKED_MAX, String(hostile.asked()));
  });
});
