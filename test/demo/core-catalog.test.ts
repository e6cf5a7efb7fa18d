import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE_AUTHORS, CORE_PIECES, CORE_WORKS } from '../../demo/core-catalog.ts';
import contents from '../../demo/works/contents.json' with { type: 'json' };

/** Years as the tables write them: 1569, ~1343, BC70, ~BC480. */
const YEAR = /^~?(BC)?\d{1,4}$/;

test('no author of the core died after 1955, so that every work is free to reprint in Korea', () => {
  const late = CORE_AUTHORS.filter(
    ({ died }) => !died.includes('BC') && Number(died.replace('~', '')) > 1955,
  );
  assert.deepEqual(late, []);
  const undated = CORE_AUTHORS.filter(
    ({ born, died }) => died === '' && Number(born.replace('~', '')) > 1900,
  );
  assert.deepEqual(undated, []);
});

test('years of life are years, in the right order and of a human length', () => {
  const yearOf = (text: string) => Number(text.replace('~', '').replace('BC', '-'));
  for (const { key, born, died } of CORE_AUTHORS) {
    for (const year of [born, died]) assert.match(year, new RegExp(`${YEAR.source}|^$`), key);
    if (born === '' || died === '') continue;
    const age = yearOf(died) - yearOf(born);
    assert.ok(age >= 20 && age <= 105, `${key} became ${age}`);
  }
});

test('no work was printed before its author was fifteen', () => {
  for (const { korean, year, authors } of CORE_WORKS) {
    const born = authors.map((author) => Number(author.born)).filter((value) => value >= 1500);
    if (!/^\d{4}$/.test(year) || born.length === 0) continue;
    assert.ok(Number(year) - Math.max(...born) >= 15, `${korean} ${year}`);
  }
});

test('the core has more than 300 works with names in Korean, in English and in their own script', () => {
  assert.ok(CORE_WORKS.length >= 300);
  const names = new Set(CORE_WORKS.map((work) => `${work.korean}|${work.authors.map(({ key }) => key)}`));
  assert.equal(names.size, CORE_WORKS.length, 'no work stands in the tables twice');
  for (const work of CORE_WORKS) {
    assert.match(work.korean, /[가-힣\d]/, work.english);
    assert.match(work.english, /[A-Za-z]/, work.korean);
    assert.notEqual(work.original, '', work.korean);
    assert.notEqual(work.year, '', work.korean);
  }
});

test('works of other scripts keep them in the original title', () => {
  const scripts: Readonly<Record<string, RegExp>> = {
    lzh: /\p{Script=Han}/u,
    zh: /\p{Script=Han}/u,
    ja: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
    el: /\p{Script=Greek}/u,
    ru: /\p{Script=Cyrillic}/u,
    ar: /\p{Script=Arabic}/u,
    fa: /\p{Script=Arabic}/u,
    sa: /\p{Script=Devanagari}/u,
    bn: /\p{Script=Bengali}/u,
    yi: /\p{Script=Hebrew}/u,
  };
  for (const work of CORE_WORKS) assert.match(work.original, scripts[work.language] ?? /./, work.korean);
  for (const language of Object.keys(scripts)) {
    assert.ok(
      CORE_WORKS.some((work) => work.language === language),
      language,
    );
  }
});

test('at least 120 works are described and 25 have their true contents, each of a work that exists', () => {
  assert.ok(CORE_WORKS.filter((work) => work.about !== null).length >= 120);
  assert.ok(CORE_WORKS.filter((work) => work.contents !== null).length >= 25);
  const titles = new Set(CORE_WORKS.map((work) => work.korean));
  assert.deepEqual(
    Object.keys(contents).filter((title) => !titles.has(title)),
    [],
  );
});

test('author numbers and names are unique, and every author made something', () => {
  assert.equal(new Set(CORE_AUTHORS.map((author) => author.authorId)).size, CORE_AUTHORS.length);
  assert.equal(new Set(CORE_AUTHORS.map((author) => author.korean)).size, CORE_AUTHORS.length);
  const made = new Set([
    ...CORE_WORKS.flatMap((work) => work.authors),
    ...CORE_PIECES.map((piece) => piece.composer),
  ]);
  assert.equal(made.size, CORE_AUTHORS.length);
});

test('all texts are in normal form C and free of mark-up', () => {
  const texts = [...CORE_AUTHORS, ...CORE_WORKS]
    .flatMap((row) => Object.values(row))
    .filter((value) => typeof value === 'string');
  for (const text of texts) {
    assert.equal(text, text.normalize('NFC'));
    assert.doesNotMatch(text, /[<>|]|&\w+;/);
  }
});
