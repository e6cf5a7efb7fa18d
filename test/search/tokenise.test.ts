import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../../src/search/fold/fold-text.ts';
import { indexTokens, queryTerms, textKey } from '../../src/search/tokenise.ts';
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

suite('what does not matter', () => {
  test('Unicode form: NFC and NFD of any text give the same tokens', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assertSameTokens(text.normalize('NFD'), text.normalize('NFC'));
        assertSameTokens(text, text.normalize('NFC'));
      }),
    );
  });

  test('case: upper and lower spelling of a title give the same tokens', () => {
    fc.assert(
      fc.property(title, (text) => {
        assertSameTokens(text.toUpperCase(), text.toLowerCase());
        assertSameTokens(text, text.toLowerCase());
      }),
    );
    assertSameTokens('Straße', 'STRASSE');
    assertSameTokens('ΟΔΥΣΣΕΥΣ', 'Οδυσσευς');
    assertSameTokens('CAFÉ', 'café');
  });

  test('width: full-width and half-width spelling of a title give the same tokens', () => {
    fc.assert(fc.property(title, (text) => assertSameTokens(fullWidth(text), text)));
    assertSameTokens('ｶﾞﾗｽ', 'ガラス');
    assertSameTokens('\uffbe\uffc2\uffbb\uffa4', 'ㅎㅏㅋㄴ');
  });

  test('folded text stays as it is when folded again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = foldText(text);
        assert.equal(foldText(once), once);
      }),
    );
  });

  test('accents of Latin, Greek and Arabic letters, ligatures; marks of other scripts tell letters apart', () => {
    for (const [one, other] of [
      ['Brontë', 'Bronte'],
      ['FRANÇOIS', 'francois'],
      ['Œuvres complètes', 'oeuvres completes'],
      ['Ærø Łódź Þór', 'aero lodz thor'],
      ['ﬁn de siècle', 'fin de siecle'],
      ['Οδύσσεια', 'οδυσσεια'],
      ['أنتِ لي', 'انت لي'],
    ] as const)
      assertSameTokens(one, other);
    assert.notDeepEqual(indexTokens('ガラス'), indexTokens('カラス'));
    assert.notDeepEqual(indexTokens('й'), indexTokens('и'));
    assert.notDeepEqual(indexTokens('की'), indexTokens('का'));
  });

  test('forms of one Han character: variants, simplified, Japanese and compatibility forms', () => {
    for (const [one, other] of [
      ['敎育學 硏究', '教育学 研究'],
      ['中國歷史', '中国历史'],
      ['圖書館', '図書館'],
      ['發展與頭髮', '发展与头发'],
      ['靑年', '青年'],
      ['樂樂', '乐乐'],
    ] as const)
      assertSameTokens(one, other);
    assert.notDeepEqual(indexTokens('日本'), indexTokens('日木'));
  });

  test('invisible characters inside a word', () => {
    assertSameTokens('해\u200b리\ufeff 포\u00ad터', '해리 포터');
    assertSameTokens('har\u00adry', 'harry');
  });
});

suite('what finds a title', () => {
  test('every run of two or more Hangul syllables, also across blanks and punctuation', () => {
    fc.assert(
      fc.property(
        fc.array(hangulWord, { minLength: 1, maxLength: 4 }),
        separator,
        fc.nat(),
        (words, gap, at) => {
          const syllables = [...words.join('')];
          fc.pre(syllables.length >= 2);
          const from = at % (syllables.length - 1);
          for (let to = from + 2; to <= syllables.length; to++) {
            const part = syllables.slice(from, to).join('');
            assert.ok(finds(part, words.join(gap)), `${part} in ${words.join(gap)}`);
          }
        },
      ),
    );
  });

  test('every syllable alone, wherever it stands', () => {
    fc.assert(
      fc.property(title, (text) => {
        for (const one of text.match(/[가-힣]/g) ?? []) assert.ok(finds(one, text), `${one} in ${text}`);
      }),
    );
  });

  test('every whole word, and the words in any order', () => {
    fc.assert(
      fc.property(title, (text) => {
        const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
        for (const word of words) assert.ok(finds(word, text), `${word} in ${text}`);
        assert.ok(finds(words.toReversed().join(' '), text));
      }),
    );
  });

  test('joined and split spellings of Hangul, both ways', () => {
    fc.assert(
      fc.property(fc.array(hangulWord, { minLength: 2, maxLength: 5 }), (words) => {
        assert.ok(finds(words.join(''), words.join(' ')));
        assert.ok(finds(words.join(' '), words.join('')));
      }),
    );
  });

  test('Hangul and words or numbers that touch it, joined and split, both ways', () => {
    for (const [joined, split] of [
      ['해리포터3권', '해리포터 3 권'],
      ['A팀', 'A 팀'],
      ['제3의물결', '제 3의 물결'],
      ['TV동화', 'TV 동화'],
      ['1984년', '1984 년'],
    ] as const) {
      assert.ok(finds(joined, split), joined);
      assert.ok(finds(split, joined), split);
    }
  });

  test('Han and kana inside a text without blanks', () => {
    assert.ok(finds('王子', '星の王子さま'));
    assert.ok(finds('ビール', '缶ビール入門'));
    assert.ok(finds('𠮷', '𠮷野家'));
    assert.ok(!finds('王様', '星の王子さま'));
  });
});

suite('what does not find a title', () => {
  test('a volume with another number, though both words of it stand apart', () => {
    assert.ok(finds('3권', '해리 포터 3권'));
    assert.ok(!finds('3권', '해리 포터 3 전4권'));
    assert.ok(!finds('3권', '해리 포터 13권'));
    assert.ok(!finds('A팀', 'AA팀'));
  });

  test('jamo that only together would make its syllables', () => {
    assert.ok(!finds('ㅎㅏ', '하'));
    assert.ok(!finds('하', 'ㅎㅏ'));
    assert.ok(finds('ㅋㅋ', 'ㅋㅋㅋ 유머집'));
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
        assert.equal(finds(text, text), indexTokens(text).length > 0);
      }),
    );
  });
});

suite('textKey', () => {
  test('is the same for titles that differ in blanks, punctuation, case, width and hyphens alone', () => {
    assert.equal(textKey('해리 포터'), textKey('해리포터!'));
    assert.equal(textKey('Spider-Man: Home'), textKey('SPIDERMAN ｈｏｍｅ'));
    assert.notEqual(textKey('해리 포터 1'), textKey('해리 포터 2'));
  });
});
