import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPattern } from '../../demo/korean.ts';

test('particles follow the last sound of the word before them', () => {
  const cases: readonly (readonly [pattern: string, word: string, filled: string])[] = [
    ['{n}{을/를} 읽다', '달빛', '달빛을 읽다'],
    ['{n}{을/를} 읽다', '바다', '바다를 읽다'],
    ['{n}{은/는} 왜', '토끼', '토끼는 왜'],
    ['{n}{과/와} 나', '섬', '섬과 나'],
    ['{n}{이란/란} 무엇인가', '시간', '시간이란 무엇인가'],
    ['{n}{으로/로} 읽는 역사', '소금', '소금으로 읽는 역사'],
    ['{n}{으로/로} 읽는 역사', '항구', '항구로 읽는 역사'],
    ['{n}{으로/로} 가는 길', '서울', '서울로 가는 길'],
  ];
  for (const [pattern, word, filled] of cases)
    assert.equal(
      fillPattern(pattern, () => word),
      filled,
    );
});
