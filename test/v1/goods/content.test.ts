import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

describe('content', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });

  test('200: the table of contents with its line breaks', async () => {
    const { json } = await app.get('/v1/goods/content?searchType=ItemId&query=1001');
    assert.deepEqual(json.data.data, { itemId: 1001, contents: '1장 집을 떠나다\n2장 율도국' });
  });

  const answers: [string, number, string][] = [
    ['searchType=ItemId&query=1002', 404, 'GOODS_001'],
    ['searchType=ItemId&query=999', 404, 'GOODS_001'],
    ['query=9791199999999', 404, 'GOODS_002'],
    ['searchType=ItemId&query=1005', 404, 'SEARCH_002'],
    ['query=', 400, 'PARAM_004'],
  ];
  for (const [query, status, code] of answers) {
    test(`${status} ${code}: ?${query}`, async () => {
      const answer = await app.get(`/v1/goods/content?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [status, code]);
    });
  }
});
