import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { textKey } from '../../src/search/tokenise.ts';
import { finds } from './finds.ts';

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

  test('an ampersand is "and", both ways, and may be left out', () => {
    assert.ok(finds('batman and robin', 'Batman & Robin'));
    assert.ok(finds('batman & robin', 'Batman and Robin'));
    assert.ok(finds('batman & robin', 'Batman, Robin'));
    assert.ok(finds('Simon and Garfunkel', 'Simon&Garfunkel'));
    assert.ok(finds('simon&garfunkel', 'Simon and Garfunkel'));
    assert.ok(finds('pain et chocolat', 'Pain & chocolat'));
    assert.ok(finds('사랑과 전쟁', '사랑과 & 전쟁'));
    assert.equal(textKey('Batman & Robin'), textKey('batman AND robin'));
  });

  test('two numbers with one sign between them are one thing, whatever the sign', () => {
    for (const query of ['9/11', '9.11', '9·11', '9-11', '9ㆍ11', '９／１１']) {
      assert.ok(finds(query, '9/11 위원회 보고서'), query);
      assert.ok(!finds(query, '9월의 책 11권'), query);
      assert.ok(!finds(query, 'Nine to 11, page 9'), query);
      assert.ok(!finds(query, '19/11'), query);
    }
    for (const query of ['3.1운동', '3·1운동', '3ㆍ1 운동'])
      assert.ok(finds(query, '3·1운동과 임시정부'), query);
    assert.ok(!finds('3.1운동', '1운동 3'));
    assert.ok(finds('11/22/63', '11.22.63'));
    assert.ok(finds('11', '11/22/63'));
    assert.ok(finds('1Q84', '1Q84 3'));
  });

  test('quotation marks, * and % mean nothing; OR, AND and NOT are words like others', () => {
    for (const query of [
      '"harry potter"',
      '“harry” potter',
      "'harry' 'potter'",
      'harry* potter',
      '%harry% potter',
    ]) {
      assert.ok(finds(query, 'Harry Potter'), query);
      assert.ok(!finds(query, 'Harry Houdini'), query);
    }
    assert.ok(!finds('pott*', 'Harry Potter'));
    assert.ok(finds('"해리" 포터', '해리포터'));
    assert.ok(!finds('harry OR houdini', 'Harry Potter'));
    assert.ok(finds('now OR never', 'Now or Never'));
    assert.ok(!finds('harry NOT potter', 'Harry Houdini'));
    for (const query of ['title:salt', 'NEAR(sea, 3)', "sal* ' OR 1=1 --"])
      assert.ok(!finds(query, 'Salt near the sea'), query);
  });

  test('the comma that groups digits may be left out', () => {
    assert.ok(finds('20000 leagues', '20,000 Leagues Under the Sea'));
    assert.ok(finds('20,000 leagues', '20000 Leagues'));
    assert.ok(!finds('12', '1,2권'));
  });

  test('.NET is not the word net', () => {
    assert.ok(finds('.NET', '.NET 입문'));
    assert.ok(finds('.net', 'ASP.NET Core'));
    assert.ok(finds('dotnet', '.NET 입문'));
    assert.ok(finds('asp.net', 'ASP.NET Core'));
    assert.ok(!finds('.NET', 'The Net'));
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
    assert.ok(!finds('C++', 'CPP-T 2급'));
    assert.ok(finds('ac dc', 'AC/DC'));
    assert.ok(finds('acdc', 'AC/DC'));
  });
});
