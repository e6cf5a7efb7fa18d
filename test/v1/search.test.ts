import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book } from '../support/small-shop.ts';
import { createTestApp } from '../support/test-app.ts';
import { searchWorld } from './goods/search-kit.ts';

// Corrections and their headers from outside: test/acceptance/rows/search.ts.

const ITEM_LIST = '/v1/goods/itemList?query=';
const KIND = 'seoga-correction';
describe('a corrected term', () => {
  test('200 and 304: also on further pages and for callers who have the answer', async (t) => {
    const { app, search } = await searchWorld(t);
    assert.equal((await search('셜록 홈스', '&page=2&pageSize=1')).headers[KIND], 'similar');
    const { headers } = await search('셜록 홈스');
    const url = `${ITEM_LIST}${encodeURIComponent('셜록 홈스')}`;
    const again = await app.get(url, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.headers[KIND]], [304, 'similar']);
  });

  test("200: the message names both queries in each caller's language, whoever asked before", async (t) => {
    const { app } = await searchWorld(t);
    const ask = async (query: string, language: string, etag = '') => {
      const url = `${ITEM_LIST}${encodeURIComponent(query)}`;
      return app.get(url, { 'accept-language': language, ...(etag === '' ? {} : { 'if-none-match': etag }) });
    };
    const english = await ask('셜록 홈스', 'en');
    const korean = await ask('셜록 홈스', 'ko', String(english.headers.etag));
    assert.equal(korean.status, 200, 'a sentence in one language is no copy of the other');
    for (const { json, headers } of [english, korean]) {
      assert.ok(json.message.includes('셜록 홈스') && json.message.includes('셜록 홈즈'), json.message);
      assert.match(String(headers.vary), /Accept-Language/);
    }
    assert.notEqual(english.json.message, korean.json.message);
    assert.equal((await ask('셜록 홈스', 'en')).json.message, english.json.message);
    assert.equal((await ask('셜록', 'ko')).json.message, 'OK');
  });
});

test('200: a withheld item is left out, even while the index lags behind', async (t) => {
  const { search, withholdUnseen } = await searchWorld(t);
  const ids = async () => (await search('바람')).json.data.items.map(({ itemId }) => itemId);
  assert.deepEqual(await ids(), [3, 2, 1]);
  withholdUnseen(2);
  assert.deepEqual(await ids(), [3, 1]);
});

describe('blocked terms', () => {
  test('404 SEARCH_002: no mistake leads around a blocked term', async (t) => {
    const { app, search } = await searchWorld(t);
    assert.equal((await search('바랍')).status, 200);
    await app.searchTerms.blockTerm('바람');
    assert.equal((await search('바랍')).json.errorCode, 'SEARCH_002');
    assert.equal((await search('바랍', '&correct=N')).json.errorCode, 'SEARCH_001');
  });

  test('400 and 401 come first; blocked terms answer also while the index does not, other searches with 503', async (t) => {
    const { app, search, endSearch } = await searchWorld(t);
    await app.searchTerms.blockTerm('바람');
    assert.equal((await search('바람', '&page=0')).json.errorCode, 'PARAM_007');
    assert.equal((await app.app.inject({ url: '/v1/goods/itemList?query=a' })).statusCode, 401);
    endSearch();
    assert.equal((await search('바람')).json.errorCode, 'SEARCH_002');
    for (const path of ['itemList?query=a', 'suggest?query=a']) {
      const { json } = await app.get(`/v1/goods/${path}`);
      assert.equal(json.errorCode, 'UPSTREAM_UNAVAILABLE', path);
    }
    assert.equal((await app.get('/v1/goods/itemDetail?searchType=ItemId&query=1')).status, 200);
  });

  test('200: suggestions leave out what is blocked, and others move up', async (t) => {
    const { app } = await searchWorld(t);
    const suggest = async (text: string) => {
      const answer = await app.get(`/v1/goods/suggest?query=${encodeURIComponent(text)}`);
      assert.equal(answer.status, 200);
      return answer.json.data.data;
    };
    assert.deepEqual(await suggest('바람'), { query: '바람', suggestions: ['바람의 끝', '바람과 나비'] });
    await app.searchTerms.blockTerm('끝');
    assert.deepEqual(await suggest('바람'), { query: '바람', suggestions: ['바람과 나비'] });
    await app.searchTerms.blockTerm('바람');
    assert.deepEqual(await suggest('바람'), { query: '바람', suggestions: [] });
    assert.deepEqual(await suggest('바'), { query: '바', suggestions: [] });
  });
});

describe('what the operator learns', () => {
  test('terms without result and corrected ones, once a search, without those that a filter emptied', async (t) => {
    const { app, search } = await searchWorld(t);
    for (const [term, more] of [
      ['바람', ''],
      ['없는책', ''],
      ['없는책', '&category=MUSIC'],
      ['없는책', '&page=2'],
      ['바람', '&priceTo=5&priceFrom=5'],
      ['금서', ''],
      ['셜록 홈스', ''],
      ['셜록 홈스', '&page=2&pageSize=1'],
      ['someone@books.example', ''],
      ['!!', ''],
    ] as const) {
      await search(term, more);
    }
    await app.flush();
    const counts = await app.searchTerms.listQueryCounts(0);
    assert.deepEqual(
      counts.map(({ query, kind, used, calls }) => [query, kind, used, calls]),
      [
        ['없는책', '', '', 2],
        ['', '', '', 1],
        ['셜록 홈스', 'similar', '셜록 홈즈', 1],
      ],
    );
  });
});

test('200: a repeated search answers the same data, until an import changes it', async (t) => {
  const app = await createTestApp(t);
  const url = `${ITEM_LIST}${encodeURIComponent('나중')}`;
  const titles = async (more = '') => {
    const { json, status } = await app.get(url + more);
    return [status, ...(json.data.items?.map(({ title }) => title) ?? [])];
  };
  await app.feed([book(1, '나중 일')]);
  assert.deepEqual(await titles(), [200, '나중 일']);
  assert.deepEqual(await titles(), [200, '나중 일']);
  assert.deepEqual(await titles('&page=2'), [404]);
  await app.feed([book(1, '나중 이'), book(2, '나중 삼')]);
  assert.deepEqual((await titles()).toSorted(), [200, '나중 삼', '나중 이']);
  await app.feed([book(1, '처음'), book(2, '나중 삼', { withheld: true })]);
  assert.deepEqual(await titles(), [404]);
});
