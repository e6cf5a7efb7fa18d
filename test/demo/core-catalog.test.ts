import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE_AUTHORS, CORE_PIECES, CORE_WORKS } from '../../demo/core-catalog.ts';
import contents from '../../demo/works/contents.json' with { type: 'json' };

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

test('at least 120 works are described and 25 have their true contents, each of a work that exists', () => {
  assert.ok(CORE_WORKS.filter((work) => work.about !== null).length >= 120);
  assert.ok(CORE_WORKS.filter((work) => work.contents !== null).length >= 25);
  const titles = new Set(CORE_WORKS.map((work) => work.korean));
  const unknown = Object.keys(contents).filter((title) => !titles.has(title));
  assert.deepEqual(unknown, []);
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
