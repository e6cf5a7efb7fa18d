import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldText } from '../../src/search/fold/fold-text.ts';
import { indexTokens, queryTerms, textKey } from '../../src/search/tokenise.ts';
import { fc } from '../support/properties.ts';
import { finds } from './finds.ts';

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const hangulWord = fc.string({ unit: syllable, minLength: 1, maxLength: 5 });
const latinWord = fc.stringMatching(/^[A-Za-z]{1,8}$/);
const number = fc.nat({ max: 2100 }).map(String);
const separator = fc.constantFrom(' ', '  ', ', ', ': ', ' - ', '·', '(');
const title = fc
  .array(fc.tuple(fc.oneof(hangulWord, latinWord, number), separator), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([word, after]) => word + after).join(''));
/** Anything a keyboard, a feed or an attacker may send. */
const anyText = fc.oneof(
  title,
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((c) => String.fromCharCode(...c)),
);

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

function assertSameTokens(one: string, other: string): void {
  assert.deepEqual(indexTokens(one), indexTokens(other));
  assert.deepEqual(queryTerms(one), queryTerms(other));
  assert.equal(textKey(one), textKey(other));
}

/** Texts that search can't tell apart. */
const SAME: readonly (readonly [one: string, other: string])[] = [
  // Case, width, Unicode form.
  ['Straße', 'STRASSE'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς'],
  ['ｶﾞﾗｽ', 'ガラス'],
  ['\uffbe\uffc2\uffbb\uffa4', 'ㅎㅏㅋㄴ'],
  // Accents of Latin, Greek and Arabic letters, ligatures.
  ['Brontë', 'Bronte'],
  ['FRANÇOIS', 'francois'],
  ['Œuvres complètes', 'oeuvres completes'],
  ['Ærø Łódź Þór', 'aero lodz thor'],
  ['ﬁn de siècle', 'fin de siecle'],
  ['Οδύσσεια', 'οδυσσεια'],
  ['أنتِ لي', 'انت لي'],
  // Forms of one Han character: variants, simplified, Japanese and compatibility forms.
  ['敎育學 硏究', '教育学 研究'],
  ['中國歷史', '中国历史'],
  ['圖書館', '図書館'],
  ['發展與頭髮', '发展与头发'],
  ['靑年', '青年'],
  ['樂樂', '乐乐'],
  // Invisible characters inside a word.
  ['해\u200b리\ufeff 포\u00ad터', '해리 포터'],
  ['har\u00adry', 'harry'],
  // A jamo that stands alone is the one that a keyboard types, from the first to the last of its kind.
  ['\u1100 \u1112 \u1161 \u1175 \u11a8 \u11c2', 'ㄱ ㅎ ㅏ ㅣ ㄱ ㅎ'],
  ['\uffa1 \uffbe \uffc2 \uffdc', 'ㄱ ㅎ ㅏ ㅣ'],
  ['\u1100\u1161\u11a8', '각'],
];

suite('what does not matter', () => {
  test('case and width of a title, the Unicode form of any text', () => {
    fc.assert(
      fc.property(title, anyText, (text, any) => {
        for (const other of [text.toUpperCase(), text.toLowerCase(), fullWidth(text)])
          assertSameTokens(other, text);
        for (const form of ['NFC', 'NFD']) assertSameTokens(any.normalize(form), any);
      }),
    );
  });

  for (const [one, other] of SAME) test(`${one}, ${other}`, () => assertSameTokens(one, other));

  test('marks of other scripts and strokes of Han characters do', () => {
    for (const [one, other] of [
      ['ガラス', 'カラス'],
      ['й', 'и'],
      ['की', 'का'],
      ['日本', '日木'],
    ] as const)
      assert.notDeepEqual(indexTokens(one), indexTokens(other));
  });

  test('folded text stays as it is when folded again', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(foldText(foldText(text)), foldText(text))));
  });
});

suite('any text', () => {
  test('gives folded tokens of letters, marks and digits, never blanks, other signs or broken characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const asked = queryTerms(text).flat(2);
        for (const token of [...indexTokens(text), ...asked.map((term) => term.token)]) {
          assert.match(token, /^[\p{L}\p{N}\p{M}]+(?:(?<=\p{N})·(?=\p{N})[\p{L}\p{N}\p{M}]+)?$/u);
          assert.doesNotMatch(token, /[A-Z]/);
        }
      }),
    );
  });

  test('finds itself, unless nothing in it is searchable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // An ampersand alone answers "and", but asks for nothing.
        assert.equal(finds(text, text), indexTokens(text.replaceAll('&', ' ')).length > 0);
      }),
    );
  });
});

test('a text without signs inside words gives what the way for such signs gives, which a lone apostrophe asks for', () => {
  const piece = fc.constantFrom(..."가힣AzC09 .-&+#'`,/:!_\n\0", '해리', '  ', ' & ', ',000', '.net');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      assert.deepEqual(indexTokens(text), indexTokens(`${text} '`));
    }),
    { numRuns: 2_000 },
  );
});
