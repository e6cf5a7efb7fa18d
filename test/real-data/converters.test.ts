import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readData, readDataText, SKIP_REAL_DATA } from '../../real-data/data-folder.ts';
import { type FeedLine, type ItemLine, isbnPair } from '../../real-data/feed-line.ts';
import { convertGoodbooks, GOODBOOKS_FILE } from '../../real-data/goodbooks.ts';
import { LOANS_2024_FILE, parseLoans2024 } from '../../real-data/loan-matrix.ts';
import {
  convertNlkBooks,
  convertNlkConcepts,
  convertNlkPersons,
  NLK_BOOKS_FILE,
  NLK_CONCEPTS_FILE,
  NLK_PERSONS_FILE,
  parseLod,
} from '../../real-data/nlk.ts';
import { parseAuthorStatement } from '../../real-data/seoul-authors.ts';
import { parseSeoulTitles, parseTitle, SEOUL_TITLES_FILE } from '../../real-data/seoul-titles.ts';
import { convertStandardEbooks, readStandardEbooks } from '../../real-data/standard-ebooks.ts';

it('the real data lie beside the project', { skip: SKIP_REAL_DATA }, () => {
  // Suites that are left out are not counted; this test stands for them in the tally of skipped tests.
  assert.match(readDataText('README.md'), /ko-seoul-library/);
});

describe('converters of real data', { skip: SKIP_REAL_DATA }, () => {
  it('Seoul titles: 2,400 rows as their source describes them; none lost to the encoding', () => {
    const titles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
    assert.equal(new Set(titles.map((title) => title.itemId)).size, 2400);
    assert.deepEqual(titles[0], {
      itemId: 11_297_078,
      title: '여행의 이유 :김영하 산문',
      authorStatement: '김영하 지음',
      publisher: '문학동네',
      isbn: '9788954655972',
      kdcClass: 8,
      loans: 22,
    });
    // 906 titles have exactly 3 loans: a number that the source's description gives.
    assert.equal(titles.filter(({ loans }) => loans === 3).length, 906);
    assert.doesNotMatch(JSON.stringify(titles), /\ufffd/);
    // A syllable outside of KS X 1001.
    assert.equal(titles.filter(({ authorStatement }) => authorStatement === '스기타 읿스케 지음').length, 1);
  });

  it('goodbooks: 8,000 rows, ISBN-10 with its lost zeros back, no cover where the source has a placeholder', () => {
    const csv = readDataText(GOODBOOKS_FILE);
    const items = itemsOf(convertGoodbooks(csv));
    assert.equal(items.length, 8000);
    assert.deepEqual(items[0], {
      kind: 'item',
      itemId: 1_000_001,
      isbn10: '0439023483',
      isbn13: '9780439023481',
      title: 'The Hunger Games (The Hunger Games, #1)',
      originalTitle: 'The Hunger Games',
      authors: [{ authorId: null, author: 'Suzanne Collins', authorType: '' }],
      publishDate: '',
      catalog: 'FOREIGN',
      categoryIds: ['002001'],
      starScore: 8.68,
      cover: 'https://images.gr-assets.com/books/1447303603m/2767052.jpg',
    });
    // Each row with a placeholder names it twice: large and small.
    const placeholders = (csv.match(/\/nophoto\//g)?.length ?? 0) / 2;
    assert.equal(items.filter((item) => item.cover === null).length, placeholders);
  });

  it('National Library: 500 books, 100 persons, 99 concepts out of concatenated JSON', () => {
    const books = itemsOf(convertNlkBooks(parseLod(readDataText(NLK_BOOKS_FILE))));
    assert.equal(books.length, 500);
    assert.equal(books.filter((item) => item.contentDetail?.tableOfContents).length, 22);
    assert.equal(books.filter((item) => item.contentDetail?.bookIntroduction).length, 35);
    assert.equal(books.filter((item) => item.series?.length).length, 275);
    const persons = convertNlkPersons(parseLod(readDataText(NLK_PERSONS_FILE)));
    const authors = persons.filter((line) => line.kind === 'author');
    assert.equal(authors.length, 100);
    assert.equal(authors.filter(({ birthDate }) => /^\d{4}$/.test(birthDate)).length, 93);
    assert.equal(authors.filter(({ deathDate }) => /^\d{4}$/.test(deathDate)).length, 63);
    // The concepts and their root.
    assert.equal(convertNlkConcepts(parseLod(readDataText(NLK_CONCEPTS_FILE))).length, 100);
  });

  it('Standard Ebooks: 18 titles, each with every entry of its table of contents on the right level', () => {
    const books = readStandardEbooks(readDataText);
    const items = itemsOf(convertStandardEbooks(books));
    assert.equal(items.length, 18);
    for (const [at, item] of items.entries()) {
      const entries = /id="toc"[\s\S]*?<\/nav>/.exec(books[at]?.toc ?? '')?.[0].match(/<li/g) ?? [];
      assert.equal(item.contentDetail?.tableOfContents?.split('\n').length, entries.length, item.title);
    }
    const war = items.find(({ title }) => title === 'War and Peace');
    assert.ok(war?.contentDetail?.tableOfContents?.includes('\n    Part I: 1805\n      I\n      II\n'));
    assert.deepEqual(
      war?.authors.map(({ authorId, author, authorType }) => [authorId, author, authorType]),
      [
        [79_068_416, 'Leo Tolstoy', 'Author'],
        [81_139_201, 'Louise Maude', 'Translator'],
        [80_001_480, 'Aylmer Maude', 'Translator'],
      ],
    );
  });

  it('loans: rows add up to the published totals by sex and class', () => {
    const matrix = parseLoans2024(readDataText(LOANS_2024_FILE));
    assert.equal(matrix.total, 357_507);
    for (const row of matrix.rows) assert.equal(sum(row.loans), row.total, row.band);
    for (const sex of ['M', 'F'] as const) {
      const ofSex = matrix.rows.filter((row) => row.sex === sex);
      assert.equal(sum(ofSex.map(({ total }) => total)), matrix.totalsBySex[sex]);
    }
    for (const [kdcClass, total] of matrix.totalsByClass.entries()) {
      assert.equal(sum(matrix.rows.map(({ loans }) => loans[kdcClass] ?? 0)), total, `class ${kdcClass}`);
    }
    assert.equal(sum(matrix.totalsByClass), matrix.total);
  });

  for (const [text, title, subTitle] of [
    [
      '달러구트 꿈 백화점 :이미예 장편소설 .2 ,단골손님을 찾습니다',
      '달러구트 꿈 백화점 2, 단골손님을 찾습니다',
      '이미예 장편소설',
    ],
    ['시대예보 :핵개인의 시대 =Forecast of the times', '시대예보', '핵개인의 시대 = Forecast of the times'],
    ['코딩 자율학습 HTML + CSS', '코딩 자율학습 HTML + CSS', ''],
  ] as const) {
    it(`a library's title is taken apart: ${text}`, () =>
      assert.deepEqual(parseTitle(text), { title, subTitle }));
  }

  for (const [statement, ...people] of [
    ['A B, C 저', ['A B', '저'], ['C', '저']],
    ['이현세 [글?그림]', ['이현세', '글·그림']],
    ['글?그림: 이현세', ['이현세', '글·그림']],
    ['[by] Carl Sagan', ['Carl Sagan', 'by']],
    ['강옥주 [외]지음', ['강옥주', '외 지음']],
    ['홍준', ['홍준', '']],
  ] as const) {
    it(`a library's statement of responsibility is taken apart: ${statement}`, () =>
      assert.deepEqual(
        parseAuthorStatement(statement).map(({ author, authorType }) => [author, authorType]),
        people,
      ));
  }

  it('a number without a valid check digit gives no ISBN', () => {
    assert.deepEqual(isbnPair('0-8044-2957-x'), { isbn13: '9780804429573', isbn10: '080442957X' });
    assert.deepEqual(isbnPair('9780306406158'), { isbn13: '', isbn10: '' });
  });
});

function itemsOf(lines: readonly FeedLine[]): ItemLine[] {
  return lines.filter((line) => line.kind === 'item');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
