import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { correctionWords } from '../../../src/search/correction/correction-words.ts';
import { createCorrector } from '../../../src/search/correction/corrector.ts';
import { buildDictionary } from '../../../src/search/correction/dictionary-arrays.ts';
import { romanArrays } from '../../../src/search/correction/roman-words.ts';
import { romanKey } from '../../../src/search/fold/romanise.ts';
import { correctWith } from './correct-with.ts';
import { createHitIndex } from './hit-index.ts';

test('a Hangul word and its spellings by the Revised Romanization have the same key', () => {
  // Examples of the standard's own tables of sound changes, and other spellings in use.
  const spellings: Readonly<Record<string, readonly string[]>> = {
    백마: ['baengma'],
    신문로: ['sinmunno', 'sinmullo'],
    종로: ['Jongno'],
    왕십리: ['Wangsimni'],
    별내: ['Byeollae'],
    신라: ['Silla'],
    해돋이: ['haedoji'],
    같이: ['gachi'],
    좋고: ['joko'],
    놓다: ['nota'],
    잡혀: ['japyeo'],
    압구정: ['Apgujeong'],
    낙동강: ['Nakdonggang', 'nakttonggang'],
    옷이: ['osi'],
    읽어: ['ilgeo'],
    앉아: ['anja'],
    좋아: ['joa'],
    많아: ['mana'],
    있다: ['itda', 'itta'],
    김치: ['gimchi', 'kimchi'],
    포터: ['poteo'],
    한강: ['hangang', 'han-gang'],
  };
  for (const [hangul, [...all]] of Object.entries(spellings))
    assert.ok(all.map(romanKey).includes(romanKey(hangul)), `${hangul}: ${romanKey(hangul)}`);
});

describe('Korean titles in Latin letters', () => {
  const titles = ['해리 포터와 비밀', '독립 운동', '모순', 'Mania', '마니아 클럽', '신라의 달밤'];
  const arrays = buildDictionary(titles.flatMap(correctionWords).map((word) => [word, 1, false] as const));
  const corrector = createCorrector({ arrays, roman: romanArrays(arrays), similarWords: [] });
  const { hasHits } = createHitIndex(titles);
  const used = (query: string) => correctWith(corrector, query, hasHits);

  test('the query is answered in Hangul where one reading has hits', () => {
    assert.deepEqual(used('haeri poteowa'), { kind: 'similar', query: '해리 포터와' });
    assert.deepEqual(used('Dongnip undong'), { kind: 'similar', query: '독립 운동' });
    assert.deepEqual(used('sillaui dalbam'), { kind: 'similar', query: '신라의 달밤' });
  });

  test('a short word is offered, not answered', () => {
    const advice = corrector.advise('mosun', {
      hasHits,
      countHits: () => 0,
      countBeginning: () => 0,
      isTitle: () => false,
    });
    assert.deepEqual(advice, { correction: null, suggestion: '모순' });
  });

  test('a query that finds something as typed, and one that spells nothing, are left to the other steps', () => {
    assert.ok(hasHits('mania'));
    assert.equal(used('xylophone'), null);
  });
});
