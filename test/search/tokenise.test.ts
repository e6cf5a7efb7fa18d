import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldText } from '../../src/search/fold/fold-text.ts';
import { indexTokens, queryTerms, textKey, volumeNamedBy } from '../../src/search/tokenise.ts';
import { fc } from '../support/properties.ts';
import { anyTexts, finds } from './finds.ts';
import { searchItem } from './search-item.ts';
import { openItems } from './small-index.ts';

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const hangulWord = fc.string({ unit: syllable, minLength: 1, maxLength: 5 });
const latinWord = fc.stringMatching(/^[A-Za-z]{1,8}$/);
const number = fc.nat({ max: 2100 }).map(String);
const separator = fc.constantFrom(' ', '  ', ', ', ': ', ' - ', '·', '(');
const title = fc
  .array(fc.tuple(fc.oneof(hangulWord, latinWord, number), separator), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([word, after]) => word + after).join(''));
const anyText = fc.oneof(title, ...anyTexts);

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

const DONT = ["don't", 'don’t', 'dont', 'DON`T', 'don´t', 'donʼt', 'don＇t'];
const NINE_ELEVEN = ['9/11', '9.11', '9·11', '9-11', '9ㆍ11', '９／１１'];
const QUOTED = ['"harry potter"', '“harry” potter', "'harry' 'potter'", 'harry* potter', '%harry% potter'];

/** A text, queries that find it, and queries that don't. */
const TEXTS: readonly (readonly [text: string, found: readonly string[], not?: readonly string[]])[] = [
  // An apostrophe, of any kind, is not there; the words before and after it find it, too.
  ["Don't Look Now", DONT],
  ['Dont Look Now', DONT],
  ['Don Quixote, t. 1', [], DONT],
  ["Charlotte's Web", ['charlotte web', 'charlottes web']],
  ['Charlotte’s Web', ['charlottes web']],
  ["L'Amour", ['amour']],
  // Initials are one word, too, with and without blanks behind their dots.
  ['J. K. Rowling', ['jk rowling', 'J.K. Rowling', 'rowling']],
  ['Winnie-the-Pooh, A. A Milne', ['aa milne', 'a milne']],
  ['1. A 학급', ['a 학급'], ['1a']],
  ['Charlotteʼs Spider-Web', ['charlotte', 'spiderweb']],
  // A hyphen or dot between numbers never makes a third number.
  ['1-2', [], ['12']],
  ['35', [], ['3.5']],
  ['1-2학년', ['1-2']],
  // A trade mark sign is not part of the word before it.
  ['Freedom™ (Daemon)', ['freedom daemon']],
  ['Freedom® (Daemon)', ['freedom daemon']],
  // An ampersand is "and", both ways, and may be left out.
  ['Batman & Robin', ['batman and robin']],
  ['Batman and Robin', ['batman & robin']],
  ['Batman, Robin', ['batman & robin']],
  ['Simon&Garfunkel', ['Simon and Garfunkel']],
  ['Simon and Garfunkel', ['simon&garfunkel']],
  ['Pain & chocolat', ['pain et chocolat']],
  ['사랑과 & 전쟁', ['사랑과 전쟁']],
  // Two numbers with one sign between them are one thing, whatever the sign.
  ['9/11 위원회 보고서', NINE_ELEVEN],
  ['9월의 책 11권', [], NINE_ELEVEN],
  ['Nine to 11, page 9', [], NINE_ELEVEN],
  ['19/11', [], NINE_ELEVEN],
  ['3·1운동과 임시정부', ['3.1운동', '3·1운동', '3ㆍ1 운동']],
  ['1운동 3', [], ['3.1운동']],
  ['11.22.63', ['11/22/63']],
  ['11/22/63', ['11']],
  ['1Q84 3', ['1Q84']],
  // Quotation marks, * and % mean nothing; OR, AND and NOT are words like others.
  ['Harry Potter', QUOTED, ['pott*', 'harry OR houdini']],
  ['Harry Houdini', [], [...QUOTED, 'harry NOT potter']],
  ['해리포터', ['"해리" 포터']],
  ['Now or Never', ['now OR never']],
  ['Salt near the sea', [], ['title:salt', 'NEAR(sea, 3)', "sal* ' OR 1=1 --"]],
  // The comma that groups digits may be left out.
  ['20,000 Leagues Under the Sea', ['20000 leagues']],
  ['20000 Leagues', ['20,000 leagues']],
  ['1,2권', [], ['12']],
  // .NET is not the word net; C++, C# and C are three languages.
  ['.NET 입문', ['.NET', 'dotnet']],
  ['ASP.NET Core', ['.net', 'asp.net']],
  ['The Net', [], ['.NET']],
  ['C++ 입문', ['c++', 'Ｃ＋＋', 'CPP'], ['c#', 'CSharp', 'C']],
  ['C# 입문', ['c#', 'CSharp'], ['c++', 'Ｃ＋＋', 'CPP', 'C']],
  ['C 입문', ['C'], ['c++', 'Ｃ＋＋', 'CPP', 'c#', 'CSharp']],
  ['Modern C++11', ['C++']],
  ['C#12', ['C# 12']],
  ['CPP-T 2급', [], ['C++']],
  ['AC/DC', ['ac dc', 'acdc']],
  // Han and kana inside a text without blanks.
  ['星の王子さま', ['王子'], ['王様']],
  ['缶ビール入門', ['ビール']],
  ['𠮷野家', ['𠮷']],
  // A volume with another number, though both words of it stand apart.
  ['해리 포터 3권', ['3권']],
  ['해리 포터 3 전4권', [], ['3권']],
  ['해리 포터 13권', [], ['3권']],
  ['AA팀', [], ['A팀']],
  // Jamo that only together would make its syllables.
  ['하', [], ['ㅎㅏ']],
  ['ㅎㅏ', [], ['하']],
  ['ㅋㅋㅋ 유머집', ['ㅋㅋ']],
];

for (const [text, found, not = []] of TEXTS)
  test(text, () => {
    for (const query of found) assert.ok(finds(query, text), `${query} finds it`);
    for (const query of not) assert.ok(!finds(query, text), `${query} doesn't find it`);
  });

test('spellings with a sign, joined and split, find one another', () => {
  for (const [one, other] of [
    ['spider-man', 'spiderman'],
    ['spider-man', 'spider man'],
    ['Spider‐Man', 'spider-man'],
    ['J.K. Rowling', 'JK Rowling'],
    ['J.K. Rowling', 'J. K. Rowling'],
    ['Node.js', 'nodejs'],
    ['R&D', 'RD'],
    ['COVID-19', 'covid19'],
    ['해리포터3권', '해리포터 3 권'],
    ['A팀', 'A 팀'],
    ['제3의물결', '제 3의 물결'],
    ['TV동화', 'TV 동화'],
    ['1984년', '1984 년'],
  ] as const) {
    assert.ok(finds(one, other), `${one} finds ${other}`);
    assert.ok(finds(other, one), `${other} finds ${one}`);
  }
});

test('textKey is the same for titles that differ in blanks, signs, case, width and hyphens alone', () => {
  assert.equal(textKey('해리 포터'), textKey('해리포터!'));
  assert.equal(textKey('Spider-Man: Home'), textKey('SPIDERMAN ｈｏｍｅ'));
  assert.equal(textKey('Batman & Robin'), textKey('batman AND robin'));
  assert.notEqual(textKey('해리 포터 1'), textKey('해리 포터 2'));
});

test('Roman numbers of volumes, in tenths', () => {
  for (const [word, volume] of Object.entries({ iii: 30, iv: 40, viii: 80, ix: 90, xiv: 140, xix: 190 }))
    assert.equal(volumeNamedBy(word), volume, word);
});

/** What a shop of these titles finds. */
function searchTitles(titles: readonly string[]) {
  const search = openItems(titles.map((title, at) => searchItem(at + 1, { title })));
  return async (query: string) => (await search(query)).itemIds.map((itemId) => titles[itemId - 1]);
}

/** Ways in which catalogues write the third volume. */
const THIRD: readonly string[] = [
  '표해록 3 | 표해록 03 | 표해록 3권 | 표해록 제3권 | 표해록3 | 표해록 (3) | 표해록 하 | 표해록 (하) | 표해록 하권',
  '표해록 3: 바다 | 표해록 Ⅲ | 표해록 第三卷 | 표해록 Vol. 3 | 표해록 #3 | 표해록 3부 | 표해록, Volume Three',
  '표해록: Book 3 | 표해록 Part III | 표해록 T03 | 표해록 Tome 3 | 표해록 Bd. 3',
].flatMap((line) => line.split(' | '));
const OTHERS =
  '표해록 1 | 표해록 제2권 | 표해록 13 | 표해록 Vol. 30 | 표해록 세트 (전3권) | 표해록 3-in-1, Vol. 4'.split(
    ' | ',
  );

suite('a volume is one thing, however it is written', () => {
  for (const third of THIRD) {
    const search = searchTitles([third, ...OTHERS]);
    test(third, async () => {
      for (const query of THIRD.filter((one) => !/바다|록 ?\(?\d+\)?$|Ⅲ|하$/u.test(one)))
        assert.deepEqual(await search(query), [third], query);
      for (const query of ['표해록 3', '표해록 03', '표해록 (3)', '표해록 III', '표해록3', '표해록 하'])
        assert.equal((await search(query))[0], third, query);
      for (const query of ['표해록 5권', '표해록 Volume 33', '표해록 상권'])
        assert.ok(!(await search(query)).includes(third), query);
    });
  }

  test('numbers that are no volumes stay words of their titles', async () => {
    const titles = '1984 | Catch-22 | 11/22/63 | 세상의 중심 | Book of One | 십이국기 1~3권 세트'.split(
      ' | ',
    );
    const search = searchTitles(titles);
    for (const [query, ...found] of [
      ['1984', '1984'],
      ['catch 22', 'Catch-22'],
      ['세상 중', '세상의 중심'],
      ['one book', 'Book of One'],
      ['십이국기 3권'],
    ] as const)
      assert.deepEqual(await search(query), found, query);
  });
});
