import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCsvRecords } from './csv.ts';
import { readData, readDataText, SKIP_REAL_DATA } from './data-folder.ts';
import type { CategoryLine, FeedLine, ItemLine } from './feed-line.ts';
import { convertGoodbooks, GOODBOOKS_FILE } from './goodbooks.ts';
import { isIsbn10, isIsbn13 } from './isbn.ts';
import { convertLcc, LCC_FILE, parseLcc } from './lcc.ts';
import {
  LOANS_2022_FILE,
  LOANS_2024_FILE,
  type LoanMatrix,
  parseLoans2022,
  parseLoans2024,
} from './loan-matrix.ts';
import {
  convertNlkBooks,
  convertNlkConcepts,
  convertNlkPersons,
  NLK_BOOKS_FILE,
  NLK_CONCEPTS_FILE,
  NLK_PERSONS_FILE,
  parseLod,
} from './nlk.ts';
import { parseAuthorStatement } from './seoul-authors.ts';
import { AGE_OF_BAND, generateOrders } from './seoul-orders.ts';
import { convertSeoulTitles, parseSeoulTitles, parseTitle, SEOUL_TITLES_FILE } from './seoul-titles.ts';
import { convertStandardEbooks, readStandardEbooks } from './standard-ebooks.ts';
import { sortedWords } from './words.ts';

describe('converters of real data', { skip: SKIP_REAL_DATA }, () => {
  it('Seoul titles: 2,400 rows, each with its own number, a class and loans; none lost to the encoding', () => {
    const titles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
    assert.equal(titles.length, 2400);
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
    for (const { title, authorStatement, publisher, kdcClass, loans } of titles) {
      assert.doesNotMatch(title + authorStatement + publisher, /\ufffd/);
      assert.ok(kdcClass >= 0 && kdcClass <= 9 && loans >= 2 && loans <= 22, title);
    }
    // 906 titles have exactly 3 loans: a number that the source's description gives.
    assert.equal(titles.filter(({ loans }) => loans === 3).length, 906);
    // A syllable outside of KS X 1001.
    assert.equal(titles.filter(({ authorStatement }) => authorStatement === '스기타 읿스케 지음').length, 1);
  });

  it('Seoul titles: a valid ISBN13 is kept, an ISBN10 becomes one, a wrong one is left out', () => {
    const titles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
    const items = itemsOf(convertSeoulTitles(titles));
    assertIdentifiers(items);
    for (const [at, { isbn }] of titles.entries()) {
      const expected = isIsbn13(isbn) ? isbn : '';
      if (isbn.length === 13) assert.equal(items[at]?.isbn13, expected);
      if (isIsbn10(isbn.toUpperCase())) assert.equal(items[at]?.isbn13?.slice(3, 12), isbn.slice(0, 9));
    }
    assert.equal(
      items.find(({ title }) => title === '국가')?.isbn13,
      '',
      'the source has a wrong check digit there',
    );
  });

  it('Seoul titles: no word of title or author statement is lost or added', () => {
    const titles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
    for (const [at, item] of itemsOf(convertSeoulTitles(titles)).entries()) {
      const source = titles[at];
      assert.deepEqual(sortedWords(`${item.title} ${item.subTitle}`), sortedWords(source?.title ?? ''));
      const names = item.authors.map(({ author }) => author).join(' ');
      const role = item.authors[0]?.authorType ?? '';
      assert.deepEqual(sortedWords(`${names} ${role}`), sortedWords(source?.authorStatement ?? ''));
    }
  });

  it('goodbooks: 8,000 rows, ISBN-10 with its lost zeros back, no cover where the source has a placeholder', () => {
    const csv = readDataText(GOODBOOKS_FILE);
    const rows = parseCsvRecords(csv);
    const items = itemsOf(convertGoodbooks(csv));
    assert.equal(items.length, 8000);
    assertIdentifiers(items);
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
    const placeholders = rows.filter((row) => row.image_url?.includes('nophoto')).length;
    assert.equal(items.filter((item) => item.cover === null).length, placeholders);
    assert.ok(placeholders > 2000);
    assert.ok(items.every(({ starScore = -1 }) => starScore >= 0 && starScore <= 10));
  });

  it('National Library: 500 books, 100 persons, 99 concepts out of concatenated JSON', () => {
    const books = itemsOf(convertNlkBooks(parseLod(readDataText(NLK_BOOKS_FILE))));
    assert.equal(books.length, 500);
    assertIdentifiers(books);
    assert.equal(books.filter((item) => item.contentDetail?.tableOfContents).length, 22);
    assert.equal(books.filter((item) => item.contentDetail?.bookIntroduction).length, 35);
    assert.equal(books.filter((item) => item.series?.length).length, 275);
    const persons = convertNlkPersons(parseLod(readDataText(NLK_PERSONS_FILE)));
    const authors = persons.filter((line) => line.kind === 'author');
    assert.equal(authors.length, 100);
    assert.equal(authors.filter(({ birthDate }) => /^\d{4}$/.test(birthDate)).length, 93);
    assert.equal(authors.filter(({ deathDate }) => /^\d{4}$/.test(deathDate)).length, 63);
    const concepts = convertNlkConcepts(parseLod(readDataText(NLK_CONCEPTS_FILE)));
    // The concepts and their root.
    assert.equal(concepts.length, 100);
    assertTree(concepts);
  });

  it('Standard Ebooks: 18 titles, each with every entry of its table of contents on the right level', () => {
    const books = readStandardEbooks(readDataText);
    const lines = convertStandardEbooks(books);
    const items = itemsOf(lines);
    assert.equal(items.length, 18);
    assertTree(lines.filter((line) => line.kind === 'category'));
    for (const [at, item] of items.entries()) {
      const entries = /id="toc"[\s\S]*?<\/nav>/.exec(books[at]?.toc ?? '')?.[0].match(/<li/g) ?? [];
      assert.equal(item.contentDetail?.tableOfContents?.split('\n').length, entries.length, item.title);
    }
    const [alice] = items.filter(({ title }) => title.startsWith('Alice'));
    assert.deepEqual(alice?.contentDetail?.tableOfContents?.split('\n').slice(3, 6), [
      'Frontispiece',
      'Alice’s Adventures in Wonderland',
      '  I: Down the Rabbit-Hole',
    ]);
    const [war] = items.filter(({ title }) => title === 'War and Peace');
    assert.ok(war?.contentDetail?.tableOfContents?.includes('\n    Part I: 1805\n      I\n      II\n'));
    assert.deepEqual(
      war?.authors.map(({ authorId, author, authorType }) => [authorId, author, authorType]),
      [
        [79_068_416, 'Leo Tolstoy', 'Author'],
        [81_139_201, 'Louise Maude', 'Translator'],
        [80_001_480, 'Aylmer Maude', 'Translator'],
      ],
    );
    const authorIds = lines.filter((line) => line.kind === 'author').map(({ authorId }) => authorId);
    assert.equal(new Set(authorIds).size, authorIds.length);
  });

  it('LCC: 8,212 nodes whose ids fit and are unique; only the 624 without parents are roots', () => {
    const categories = convertLcc(parseLcc(readDataText(LCC_FILE)));
    assert.equal(categories.length, 8212);
    assertTree(categories);
    assert.equal(categories.filter(({ parentId }) => parentId === null).length, 624);
    assert.ok(categories.every(({ categoryName }) => categoryName !== '' && !/ {2}/.test(categoryName)));
  });

  it('loan matrices: rows add up to the published totals of 2024 and 2022', () => {
    const [of2024, of2022] = readMatrices();
    assert.deepEqual([of2024.total, of2022.total], [357_507, 255_638]);
    for (const matrix of [of2024, of2022]) {
      for (const row of matrix.rows) assert.equal(sum(row.loans), row.total, row.band);
      for (const sex of ['M', 'F'] as const) {
        assert.equal(
          sum(matrix.rows.filter((row) => row.sex === sex).map(({ total }) => total)),
          matrix.totalsBySex[sex],
        );
      }
      for (const [kdcClass, total] of matrix.totalsByClass.entries()) {
        assert.equal(sum(matrix.rows.map(({ loans }) => loans[kdcClass] ?? 0)), total, `class ${kdcClass}`);
      }
      assert.equal(sum(matrix.totalsByClass), matrix.total);
    }
  });

  it('orders: one for every loan of the matrices, by sex, age and class, each with its own buyer', () => {
    const titles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
    const classOf = new Map<number | string, number>();
    for (const title of titles) classOf.set(title.itemId, title.kdcClass).set(title.isbn, title.kdcClass);
    const isbns = titles.map(({ isbn }) => isbn).filter(isIsbn13);
    const plain = new Set(isbns.filter((isbn) => isbns.indexOf(isbn) === isbns.lastIndexOf(isbn)));
    for (const matrix of readMatrices()) {
      const counts = new Map<string, number>();
      const buyers = new Set<string>();
      const months = new Set<string>();
      for (const order of generateOrders(matrix, titles, plain)) {
        const kdcClass = classOf.get(order.itemId ?? order.isbn13 ?? '');
        const cell = `${order.sex} ${order.age} ${kdcClass}`;
        counts.set(cell, (counts.get(cell) ?? 0) + order.quantity);
        buyers.add(order.buyer);
        months.add(order.soldAt.slice(0, 7));
      }
      assert.equal(buyers.size, matrix.total);
      assert.deepEqual([...months].sort(), monthsOf(matrix.year));
      assert.deepEqual(counts, publishedCells(matrix));
    }
  });

  it('titles and author statements are taken apart as libraries write them', () => {
    assert.deepEqual(parseTitle('달러구트 꿈 백화점 :이미예 장편소설 .2 ,단골손님을 찾습니다'), {
      title: '달러구트 꿈 백화점 2, 단골손님을 찾습니다',
      subTitle: '이미예 장편소설',
    });
    assert.deepEqual(
      parseTitle('시대예보 :핵개인의 시대 =Forecast of the times: era of nuclear individuals'),
      {
        title: '시대예보',
        subTitle: '핵개인의 시대 = Forecast of the times: era of nuclear individuals',
      },
    );
    assert.deepEqual(parseTitle('코딩 자율학습 HTML + CSS'), {
      title: '코딩 자율학습 HTML + CSS',
      subTitle: '',
    });
    const statements = [
      'A B, C 저',
      '이현세 [글?그림]',
      '글?그림: 이현세',
      '[by] Carl Sagan',
      '강옥주 [외]지음',
      '홍준',
    ];
    assert.deepEqual(
      statements.map((statement) =>
        parseAuthorStatement(statement).map((one) => [one.author, one.authorType]),
      ),
      [
        [
          ['A B', '저'],
          ['C', '저'],
        ],
        [['이현세', '글·그림']],
        [['이현세', '글·그림']],
        [['Carl Sagan', 'by']],
        [['강옥주', '외 지음']],
        [['홍준', '']],
      ],
    );
  });
});

function itemsOf(lines: readonly FeedLine[]): ItemLine[] {
  return lines.filter((line) => line.kind === 'item');
}

/** Item numbers are unique; ISBNs are right or empty. */
function assertIdentifiers(items: readonly ItemLine[]): void {
  assert.equal(new Set(items.map(({ itemId }) => itemId)).size, items.length);
  for (const { isbn13 = '', isbn10 = '', itemId } of items) {
    assert.ok(isbn13 === '' || isIsbn13(isbn13), `${itemId}: ${isbn13}`);
    assert.ok(isbn10 === '' || isIsbn10(isbn10), `${itemId}: ${isbn10}`);
    assert.ok(Number.isSafeInteger(itemId) && itemId > 0);
  }
}

/** Ids are well formed and unique; every parent is there. */
function assertTree(categories: readonly CategoryLine[]): void {
  const ids = new Set(categories.map(({ categoryId }) => categoryId));
  assert.equal(ids.size, categories.length);
  for (const { categoryId, parentId } of categories) {
    assert.match(categoryId, /^[A-Za-z0-9._-]{1,40}$/);
    assert.ok(parentId === null || (ids.has(parentId) && parentId !== categoryId), categoryId);
  }
}

function readMatrices(): [LoanMatrix, LoanMatrix] {
  return [parseLoans2024(readDataText(LOANS_2024_FILE)), parseLoans2022(readData(LOANS_2022_FILE))];
}

/** The matrix as loans by "sex age class". */
function publishedCells(matrix: LoanMatrix): Map<string, number> {
  const cells = new Map<string, number>();
  for (const { sex, band, loans } of matrix.rows) {
    for (const [kdcClass, count] of loans.entries()) {
      const cell = `${sex ?? undefined} ${sex === null ? undefined : AGE_OF_BAND[band]} ${kdcClass}`;
      if (count > 0) cells.set(cell, (cells.get(cell) ?? 0) + count);
    }
  }
  return cells;
}

function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
