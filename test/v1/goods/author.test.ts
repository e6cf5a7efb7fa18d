import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

describe('author', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });

  test('200: the first contributor with a record, in the role that this product gives', async () => {
    const { json } = await app.get('/v1/goods/author?query=9788936434595');
    assert.deepEqual(json.data.data, {
      authorId: 7,
      author: '허균',
      authorType: '지음',
      birthDate: '1569',
      deathDate: '1618',
      debutTitle: '홍길동전',
      details: '조선 중기의 문신.\n홍길동전의 지은이로 알려져 있다.',
      link: 'https://books.example/authors/7',
    });
  });

  const answers: [string, number, string][] = [
    ['searchType=ItemId&query=1002', 404, 'AUTHOR_404'],
    ['searchType=ItemId&query=999', 404, 'AUTHOR_404'],
    ['query=9791199999999', 404, 'GOODS_002'],
    ['searchType=ItemId&query=1005', 404, 'SEARCH_002'],
    ['query=x', 400, 'PARAM_004'],
    ['searchType=x&query=9788936434595', 400, 'PARAM_004'],
  ];
  for (const [query, status, code] of answers) {
    test(`${status} ${code}: ?${query}`, async () => {
      const answer = await app.get(`/v1/goods/author?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [status, code]);
    });
  }
});
