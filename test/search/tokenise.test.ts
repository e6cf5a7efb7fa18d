import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { indexTokens, normaliseText, queryTerms, textKey } from '../../src/search/tokenise.ts';

/** Whether the tokens of a text answer a query, by the rule that queryTerms documents. */
function finds(query: string, text: string): boolean {
  const tokens = indexTokens(text);
  const words = queryTerms(query);
  return (
    words.length > 0 &&
    words.every((alternatives) =>
      alternatives.some((terms) =>
        terms.every(({ token, isPrefix }) =>
          tokens.some((one) => (isPrefix ? one.startsWith(token) : one === token)),
        ),
      ),
    )
  );
}

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

  test('normal text stays as it is when normalised again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normaliseText(text);
        assert.equal(normaliseText(once), once);
      }),
    );
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
  test('a part of a Latin word or of a number', () => {
    for (const part of ['pot', 'otter', 'potters']) assert.ok(!finds(part, 'Harry Potter'), part);
    assert.ok(!finds('198', '1984'));
    assert.ok(!finds('4', '1984'));
  });

  test('a volume with another number, though both words of it stand apart', () => {
    assert.ok(finds('3권', '해리 포터 3권'));
    assert.ok(!finds('3권', '해리 포터 3 전4권'));
    assert.ok(!finds('3권', '해리 포터 13권'));
    assert.ok(!finds('A팀', 'AA팀'));
  });

  test('Hangul syllables that are not next to each other', () => {
    assert.ok(!finds('해터', '해리 포터'));
    assert.ok(!finds('포해', '해리 포터'));
  });

  test('jamo that only together would make its syllables', () => {
    assert.ok(!finds('ㅎㅏ', '하'));
    assert.ok(!finds('하', 'ㅎㅏ'));
    assert.ok(finds('ㅋㅋ', 'ㅋㅋㅋ 유머집'));
  });
});

suite('signs inside words', () => {
  test('an apostrophe, of any kind, is not there', () => {
    for (const query of ["don't", 'don’t', 'dont', 'DON`T', 'don´t', 'donʼt', 'don＇t']) {
      assert.ok(finds(query, "Don't Look Now"), query);
      assert.ok(finds(query, 'Dont Look Now'), query);
      assert.ok(!finds(query, 'Don Quixote, t. 1'), query);
    }
  });

  test('the words before and after an apostrophe find it, too', () => {
    assert.ok(finds('charlotte web', "Charlotte's Web"));
    assert.ok(finds('charlottes web', 'Charlotte’s Web'));
    assert.ok(finds('amour', "L'Amour"));
    assert.ok(finds('charlotte', 'Charlotteʼs Spider-Web'));
    assert.ok(finds('spiderweb', 'Charlotteʼs Spider-Web'));
  });

  test('a hyphen, dot or ampersand between words: with it, joined and split all find one another', () => {
    for (const spellings of [
      ['spider-man', 'spiderman'],
      ['spider-man', 'spider man'],
      ['Spider‐Man', 'spider-man'],
      ['J.K. Rowling', 'JK Rowling'],
      ['J.K. Rowling', 'J. K. Rowling'],
      ['Node.js', 'nodejs'],
      ['R&D', 'RD'],
      ['COVID-19', 'covid19'],
    ] as const) {
      const [one, other] = spellings;
      assert.ok(finds(one, other), `${one} finds ${other}`);
      assert.ok(finds(other, one), `${other} finds ${one}`);
    }
  });

  test('a hyphen or dot between numbers never makes a third number', () => {
    assert.ok(!finds('12', '1-2'));
    assert.ok(!finds('3.5', '35'));
    assert.ok(finds('1-2', '1-2학년'));
  });

  test('a trade mark sign is not part of the word before it', () => {
    for (const text of ['Freedom™ (Daemon)', 'Freedom® (Daemon)'])
      assert.ok(finds('freedom daemon', text), text);
  });

  test('C++, C# and C are three languages', () => {
    const titles = ['C++ 입문', 'C# 입문', 'C 입문'];
    const found = (query: string) => titles.filter((text) => finds(query, text));
    assert.deepEqual(found('c++'), ['C++ 입문']);
    assert.deepEqual(found('Ｃ＋＋'), ['C++ 입문']);
    assert.deepEqual(found('CPP'), ['C++ 입문']);
    assert.deepEqual(found('c#'), ['C# 입문']);
    assert.deepEqual(found('CSharp'), ['C# 입문']);
    assert.deepEqual(found('C'), ['C 입문']);
    assert.ok(finds('C++', 'Modern C++11'));
    assert.ok(finds('C# 12', 'C#12'));
  });
});

suite('any text', () => {
  test('gives tokens of letters, marks and digits in normal form, never blanks, signs or broken characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const asked = queryTerms(text).flat(2);
        for (const token of [...indexTokens(text), ...asked.map((term) => term.token)]) {
          assert.match(token, /^[\p{L}\p{N}\p{M}]+$/u);
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

  test('has no terms when it is empty or made of signs', () => {
    for (const text of ['', '   ', '?!', '***', '"" AND ()', '😀', '\0', '\ud800', 'ㅤ', '---', '´']) {
      const expected = text.includes('AND') ? 1 : 0;
      assert.equal(queryTerms(text).length, expected, JSON.stringify(text));
    }
  });

  test('of 15 KB is cut in linear time', () => {
    const words = queryTerms('해리포터 e-book '.repeat(1000));
    assert.equal(words.length, 2000);
    assert.equal(queryTerms('a'.repeat(15_000)).length, 1);
  });
});

suite('textKey', () => {
  test('is the same for titles that differ in blanks, punctuation, case, width and hyphens alone', () => {
    assert.equal(textKey('해리 포터'), textKey('해리포터!'));
    assert.equal(textKey('Spider-Man: Home'), textKey('SPIDERMAN ｈｏｍｅ'));
    assert.notEqual(textKey('해리 포터 1'), textKey('해리 포터 2'));
  });
});
