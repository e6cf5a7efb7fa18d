import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textKey } from '../../src/search/tokenise.ts';
import { finds } from './finds.ts';

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
