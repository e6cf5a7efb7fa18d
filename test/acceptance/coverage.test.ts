import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ERROR_STATUS } from '../../src/http/errors.ts';
import { coverageDocument, ELSEWHERE, TITLES } from './coverage.ts';
import { ENDPOINTS } from './interface.ts';
import { DETAIL_FIELDS, ITEM_FIELDS } from './rows/item-fields.ts';

const root = resolve(import.meta.dirname, '../..');

test('API_COVERAGE.md is what the suite proves (node test/acceptance/coverage.ts > API_COVERAGE.md)', () => {
  assert.equal(readFileSync(resolve(root, 'API_COVERAGE.md'), 'utf8'), coverageDocument());
});

test('titles are unique, and say what they prove', () => {
  assert.deepEqual(
    TITLES.filter((title, index) => TITLES.indexOf(title) !== index || !title.includes(': ')),
    [],
  );
});

test('every error code of the service is proved', () => {
  const inTable = ENDPOINTS.flatMap(({ parameters, errors }) => [
    ...parameters.map(({ code }) => code),
    ...Object.keys(errors),
  ]);
  const proved = [...inTable, ...TITLES, ...ELSEWHERE.map(([row]) => row)].join(' ');
  assert.deepEqual(
    Object.keys(ERROR_STATUS).filter((code) => !proved.includes(code)),
    [],
  );
});

test('every parameter of an endpoint and every field of an item is named by a test', () => {
  for (const { name, parameters } of ENDPOINTS) {
    const titles = TITLES.filter((title) => title.startsWith(`${name} `)).join(' ');
    for (const parameter of parameters) assert.match(titles, new RegExp(`\\b${parameter.name}\\b`));
  }
  for (const [field] of [...ITEM_FIELDS, ...DETAIL_FIELDS])
    assert.match(TITLES.join(' '), new RegExp(`\\b${field}\\b`));
});

test('the test files that prove what no request from outside reaches exist', () => {
  const lost = ELSEWHERE.filter(([, file]) => !existsSync(resolve(root, file)));
  assert.deepEqual(lost, []);
});
