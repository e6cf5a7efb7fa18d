import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  displayWidth,
  pictureText,
  setText,
  splitGraphemes,
  stacksUpright,
} from '../../src/covers/cover-text.ts';
import { hostileText } from '../pages/hostile-text.ts';

const SCALE = [
  { size: 40, linesMax: 2 },
  { size: 20, linesMax: 4 },
];

test('a short title is set in the largest size', () => {
  assert.deepEqual(setText('홍길동전', 320, SCALE), { lines: ['홍길동전'], size: 40 });
});

test('Korean and Latin titles break between words, not inside them', () => {
  assert.deepEqual(setText('엄마를 부탁해', 200, SCALE).lines, ['엄마를', '부탁해']);
  assert.deepEqual(setText('Pride and Prejudice', 260, SCALE).lines, ['Pride and', 'Prejudice']);
});

test('a word too long for a large size takes a smaller one before it is cut', () => {
  assert.deepEqual(setText('처음읽는세계사', 200, SCALE), { lines: ['처음읽는세계사'], size: 20 });
});

test('a title of Chinese characters, which has no blanks, breaks between any two of them', () => {
  assert.deepEqual(setText('吾輩は猫である夏', 200, SCALE), { lines: ['吾輩は猫', 'である夏'], size: 40 });
});

test('no character is left alone on the last line while a smaller size remains', () => {
  assert.deepEqual(setText('吾輩は猫で', 200, SCALE), { lines: ['吾輩は猫で'], size: 20 });
});

test('what does not fit in the smallest size ends in an ellipsis, within its lines', () => {
  const { lines, size } = setText('아주 긴 제목 '.repeat(60), 200, SCALE);
  assert.equal(size, 20);
  assert.equal(lines.length, 4);
  assert.match(lines[3] ?? '', /[^\s]…$/);
});

test('no line is wider than the room, and there are never more lines than allowed', () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 60, max: 400 }), (text, widthPx) => {
      const { lines, size } = setText(pictureText(text), widthPx, SCALE);
      const step = SCALE.find((one) => one.size === size);
      assert.ok(lines.length <= (step?.linesMax ?? 0));
      for (const line of lines) {
        if (splitGraphemes(line).length > 1) assert.ok(displayWidth(line) * size <= widthPx, line);
      }
    }),
  );
});

test('every word of a title that fits is shown in order', () => {
  const word = fc.string({ unit: fc.constantFrom('가', '나', 'a', 'b'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      assert.equal(setText(words.join(' '), 320, SCALE).lines.join(' '), words.join(' '));
    }),
  );
});

test('pictures hold no control, direction or unpaired characters and no pile of accents', () => {
  assert.equal(pictureText('a\u202eb\u0000c\n\td'), 'ab c d');
  assert.equal(pictureText('\ud800x'), '\ufffdx');
  assert.equal(pictureText(`q${'\u0301'.repeat(50)}`), `q${'\u0301'.repeat(3)}`);
  assert.ok(splitGraphemes(pictureText('가'.repeat(1_000_000))).length <= 240);
});

test('Korean, Chinese and digits stack upright, Latin does not', () => {
  assert.ok(stacksUpright('조선왕조실록 1'));
  assert.ok(stacksUpright('三國志'));
  assert.ok(!stacksUpright('데미안 Demian'));
});
