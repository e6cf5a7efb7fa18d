import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SearchRequest } from '../../../src/search/search-index.ts';
import { searchItem } from '../../search/search-item.ts';
import { ISBN_PAIR } from '../../search/search-oracle.ts';
import { searchConditionTests } from './search-condition-tests.ts';
import { searchOrderTests } from './search-order-tests.ts';
import { searchRandomTests } from './search-random-tests.ts';
import type { OpenSubject } from './search-subject.ts';
import { by, found, idsOf, request } from './search-subject.ts';

/** What every adapter of SearchIndex owes its callers (docs/search.md#matching). */
export function searchIndexContract(name: string, open: OpenSubject): void {
  suite(`${name}: matching`, () => matchingTests(open));
  suite(`${name}: items named by number`, () => identityTests(open));
  suite(`${name}: order`, () => searchOrderTests(open));
  suite(`${name}: targets and filters`, () => searchConditionTests(open));
  suite(`${name}: catalogue changes`, () => changeTests(open));
  suite(`${name}: any catalogue and any query`, () => searchRandomTests(open));
}

function matchingTests(open: OpenSubject): void {
  test('every field is searched, and words may stand in different ones', async (t) => {
    const subject = await open(t);
    subject.put(
      searchItem(1, {
        title: '어린 왕자',
        subTitle: '여우의 비밀',
        originalTitle: 'Le Petit Prince',
        contributors: by('생텍쥐페리', '김하나'),
        publisher: '새벽별',
        series: [{ seriesId: 1, seriesName: '세계문학선' }],
      }),
    );
    for (const query of ['어린왕자', '여우', 'petit', '생텍쥐페리', '김하나', '새벽별', '세계문학']) {
      assert.deepEqual(await idsOf(subject, query), [1], query);
      assert.deepEqual(await idsOf(subject, `${query} 왕자`), [1], query);
    }
    assert.deepEqual(await idsOf(subject, '왕자 없는말'), []);
  });

  test('no word is made of the end of one field and the start of the next', async (t) => {
    const subject = await open(t);
    subject.put(
      searchItem(1, {
        title: '가나',
        subTitle: '다라',
        originalTitle: '마바',
        contributors: by('사아', '자차'),
        publisher: '카타',
        series: [
          { seriesId: 1, seriesName: '파하' },
          { seriesId: 2, seriesName: '거너' },
        ],
      }),
    );
    for (const query of ['나다', '라마', '바사', '아자', '차카', '타파', '하거']) {
      assert.deepEqual(await idsOf(subject, query), [], query);
    }
  });

  test('a query without anything searchable matches nothing', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '?!' }));
    for (const query of ['', ' ', '?!', '*', '""', '\0', '😀', '\ud800', 'ㅤ', '---', '´']) {
      assert.deepEqual(await subject.index.search(request(query)), found([]));
    }
  });
}

function identityTests(open: OpenSubject): void {
  const { isbn13, isbn10 } = ISBN_PAIR;

  test('an ISBN of either length, hyphens and blanks allowed, finds exactly its items', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { isbn13, isbn10, title: '첫째' }));
    subject.put(searchItem(2, { title: `${isbn13} ${isbn10}` }));
    subject.put(searchItem(3, { isbn10: '080442957X' }));
    for (const query of [
      isbn13,
      ' 978-89-364-3459-5 ',
      isbn10,
      '89-364-3459-4',
      '９７８８９３６４３４５９５',
    ]) {
      assert.deepEqual(await idsOf(subject, query), [1], query);
    }
    for (const query of ['080442957X', '0-8044-2957-x', '9780804429573']) {
      assert.deepEqual(await idsOf(subject, query), [3], query);
    }
  });

  test('every item with the same ISBN is found', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { isbn13 }));
    subject.put(searchItem(2, { isbn10 }));
    assert.deepEqual(await idsOf(subject, isbn13), [1, 2]);
    assert.deepEqual(await idsOf(subject, isbn10), [1, 2]);
  });

  test('an item number finds exactly its item; without such an item it is a word', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(7, { title: '1984' }));
    assert.deepEqual(await idsOf(subject, '1984'), [7]);
    subject.put(searchItem(1984, { title: '다른 책' }));
    assert.deepEqual(await idsOf(subject, '1984'), [1984]);
    assert.deepEqual(await idsOf(subject, '1984 '), [1984]);
    assert.deepEqual(await idsOf(subject, '1984', { category: 'EBOOK' }), []);
    subject.put(searchItem(8, { title: '1984', catalog: 'EBOOK' }));
    assert.deepEqual(await idsOf(subject, '1984', { category: 'EBOOK' }), [8]);
  });

  test('the largest item number is found by number and by word', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(Number.MAX_SAFE_INTEGER, { title: '마지막' }));
    assert.deepEqual(await idsOf(subject, '9007199254740991'), [Number.MAX_SAFE_INTEGER]);
    assert.deepEqual(await idsOf(subject, '마지막'), [Number.MAX_SAFE_INTEGER]);
    assert.deepEqual(await idsOf(subject, '9007199254740993'), []);
  });

  test('a withheld item that is named is counted, and no other item is found instead', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(7, { title: '1984' }));
    subject.put(searchItem(1984, { withheld: true }));
    assert.deepEqual(await subject.index.search(request('1984')), found([], 1));
  });
}

function changeTests(open: OpenSubject): void {
  test('a changed item is found by what it says now, and by nothing that it said before', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '하늘', contributors: by('한별'), publishDate: '2020-01-01' }));
    subject.put(searchItem(1, { title: '구름', contributors: by('한별'), catalog: 'DVD' }));
    assert.deepEqual(await idsOf(subject, '하늘'), []);
    assert.deepEqual(await idsOf(subject, '구름', { category: 'BOOK' }), []);
    assert.deepEqual(await idsOf(subject, '구름 한별', { category: 'DVD' }), [1]);
  });

  test('a removed item is not found, and can come back', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '하늘' }));
    subject.remove(1);
    subject.remove(2);
    for (const query of ['하늘', '1']) assert.deepEqual(await idsOf(subject, query), [], query);
    subject.put(searchItem(1, { title: '하늘' }));
    assert.deepEqual(await idsOf(subject, '하늘'), [1]);
  });

  test('withheld items are only counted, in the chosen catalogue, from the change on', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '하늘' }));
    subject.put(searchItem(2, { title: '하늘', catalog: 'EBOOK' }));
    subject.setWithheld(2, true);
    const search = async (other: Partial<SearchRequest>) => subject.index.search(request('하늘', other));
    assert.deepEqual(await search({}), found([1], 1));
    assert.deepEqual(await search({ category: 'BOOK' }), found([1]));
    assert.deepEqual(await search({ category: 'EBOOK' }), found([], 1));
    subject.setWithheld(2, false);
    assert.deepEqual(await search({}), found([1, 2]));
  });
}
