import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readOperations } from '../../../web/src/test-tool/operations.ts';

const document: unknown = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../openapi.json'), 'utf8'),
);
const operations = readOperations(document);

test('every endpoint of the document is offered, files apart from queries', () => {
  const { paths } = document as { paths: Record<string, unknown> };
  assert.equal(operations.length, Object.keys(paths).length);
  assert.equal(operations.filter((one) => one.isFile).length, 8);
  assert.deepEqual(
    operations.filter((one) => !one.isCounted).map((one) => one.path),
    ['/v1/usage'],
  );
});

test('parameters become the control that fits them', () => {
  const monthly = operations.find((one) => one.id === 'bestsellerMonthly');
  const kinds = monthly?.parameters.map(({ name, kind, required, fallback }) => [
    name,
    kind,
    required,
    fallback,
  ]);
  assert.deepEqual(kinds, [
    ['categoryId', 'category', true, ''],
    ['date', 'date', false, ''],
    ['sex', 'choice', false, 'A'],
    ['age', 'choice', false, '255'],
    ['page', 'number', false, '1'],
    ['pageSize', 'number', false, '20'],
    ['detail', 'choice', false, 'N'],
  ]);
  const pageSize = monthly?.parameters.find((one) => one.name === 'pageSize');
  assert.deepEqual([pageSize?.minimum, pageSize?.maximum], [1, 100]);
});

test('a document of another shape offers nothing and does no harm', () => {
  for (const odd of [null, 7, 'x', [], {}, { paths: [] }, { paths: { '/a': { get: { summary: 'b' } } } }]) {
    assert.deepEqual(readOperations(odd), []);
  }
});
