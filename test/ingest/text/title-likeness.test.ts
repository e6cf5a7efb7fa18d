import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnlikeTitle } from '../../../src/ingest/text/title-likeness.ts';
import { fc } from '../../support/properties.ts';

test('a title with a correction, a subtitle, an edition or other signs is the same title', () => {
  for (const [before, after] of [
    ['소년이 온다', '소년이온다'],
    ['해리 포터와 마법사의 돌', '해리포터와 마법사의 돌 : 20주년 기념판'],
    ['아몬드', '아몬드 (양장)'],
    ['토지 1', '토지 1 - 개정판'],
    ['채식주의자(개정판)', '채식주의자 - 리마스터 에디션'],
    ['The Great Gatsby', 'the great gatsby: A Novel'],
    ['Brontë', 'BRONTE'],
    ['이기적 유전자', '이기적인 유전자'],
    ['Harry Poter and the Stone', 'Harry Potter and the Stone'],
    ['ＡＢＣ', 'abc'],
    ['…', '소년이 온다'],
  ] as const)
    assert.equal(isUnlikeTitle(before, after), false, `${before} → ${after}`);
});

test('another title is another one, also an author or a number in its place', () => {
  for (const [before, after] of [
    ['소년이 온다', '한강'],
    ['소년이 온다', '13500'],
    ['해리 포터와 마법사의 돌', '반지의 제왕'],
    ['The Great Gatsby', 'F. Scott Fitzgerald'],
    ['이기적 유전자', '총, 균, 쇠'],
    ['책', '시'],
    ['소년이 온다', '??? ??'],
    ['책', '\ufffd'],
  ] as const)
    assert.equal(isUnlikeTitle(before, after), true, `${before} → ${after}`);
});

const lettered = fc.string({ unit: 'grapheme' }).filter((text) => /[\p{L}\p{N}]/u.test(text));

test('likeness of titles with letters has no direction, and a title is like itself', () => {
  fc.assert(
    fc.property(lettered, lettered, (one, other) => {
      assert.equal(isUnlikeTitle(one, one), false);
      assert.equal(isUnlikeTitle(one, other), isUnlikeTitle(other, one));
    }),
  );
});
