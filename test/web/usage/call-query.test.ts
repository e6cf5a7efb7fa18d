import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableQuery, valuesOf } from '../../../web/src/usage/call-query.ts';

test('a query is shown decoded, and a broken escape as it came', () => {
  assert.equal(
    readableQuery('query=%EC%97%AC%ED%96%89+%EC%97%90%EC%84%B8%EC%9D%B4&page=2&broken=%E'),
    'query=여행 에세이&page=2&broken=%E',
  );
});

test('a call is run again with its values, without masked keys', () => {
  assert.deepEqual(valuesOf('query=%EC%97%AC%ED%96%89+1%2B1&page=2&apiKey=***'), {
    query: '여행 1+1',
    page: '2',
  });
  assert.deepEqual(valuesOf(''), {});
});

test('a query that was cut cannot be run again', () => {
  assert.equal(valuesOf('query=a%20long%20on…'), null);
});
