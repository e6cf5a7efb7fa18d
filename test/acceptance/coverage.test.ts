import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { SECTIONS } from './sections.ts';

const root = resolve(import.meta.dirname, '../..');

const titles: string[] = [];
for (const register of SECTIONS) {
  const list = (title: string) => titles.push(title);
  register({ row: list, operatorRow: list });
}

/** Rows of the tables in API_COVERAGE.md: what is promised, and what proves it. */
const coverage = readFileSync(resolve(root, 'API_COVERAGE.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| Row |') && !line.startsWith('|---'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([row = '', promise = '', proof = '']) => ({ row, promise, proof }));

const named = coverage.flatMap(({ proof }) =>
  [...proof.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
);

/** What proves a row that no request from outside can reach. */
const ELSEWHERE = /\bsee (test\/[\w/.-]+\.test\.ts)/g;

test('every test that API_COVERAGE.md names is in the suite', () => {
  assert.deepEqual(
    named.filter((title) => !titles.includes(title)),
    [],
  );
});

test('every test of the suite is named by a row of API_COVERAGE.md', () => {
  assert.deepEqual(
    titles.filter((title) => !named.includes(title)),
    [],
  );
});

test('titles are unique', () => {
  assert.deepEqual(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    [],
  );
});

test('every row is named once, and is proved', () => {
  assert.ok(coverage.length > 100, `${coverage.length} rows`);
  const rows = coverage.map(({ row }) => row);
  assert.deepEqual(
    rows.filter((row, index) => rows.indexOf(row) !== index),
    [],
  );
  const isProved = (proof: string) => proof.startsWith('`') || proof.match(ELSEWHERE) !== null;
  const open = coverage.filter(({ proof }) => !isProved(proof));
  assert.deepEqual(open, []);
});

test('every other test file that API_COVERAGE.md names exists', () => {
  const files = coverage.flatMap(({ proof }) =>
    [...proof.matchAll(ELSEWHERE)].map((match) => match[1] ?? ''),
  );
  assert.ok(files.length > 0);
  assert.deepEqual(
    files.filter((file) => !existsSync(resolve(root, file))),
    [],
  );
});
