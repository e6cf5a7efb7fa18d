import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shelf, SuggestionsView } from '../../src/portal/contract/catalogue.ts';
import type { UsagePage } from '../../src/portal/contract/own-service.ts';
import { signUp } from '../support/portal-client.ts';
import { searchWorld } from '../v1/goods/search-kit.ts';

test('a corrected search tells the term that it used, any other none', async (t) => {
  const { app } = await searchWorld(t);
  const reader = await signUp(app, 'reader@books.example');
  const search = async (query: string) =>
    (await reader.get<Shelf>(`/search?query=${encodeURIComponent(query)}`)).view;
  const corrected = await search('셜록 홈스');
  assert.deepEqual(
    [corrected.correction, corrected.totalCount],
    [{ kind: 'similar', query: '셜록 홈즈' }, 2],
  );
  assert.equal(corrected.call.parameters.query, '셜록 홈스', 'the call is the one that was asked for');
  assert.equal((await search('바람')).correction, null);
  assert.equal((await search('이런 책은 없다')).correction, null);
});

test('filters are those of the API: they narrow the shelf, stand in its call, and a wrong one is named', async (t) => {
  const { app } = await searchWorld(t);
  const reader = await signUp(app, 'reader@books.example');
  const path = `/search?query=${encodeURIComponent('바람')}`;
  const narrowed: readonly (readonly [Readonly<Record<string, string>>, readonly number[]])[] = [
    [{}, [1, 2, 3]],
    [{ target: 'title' }, [2, 3]],
    [{ target: 'publisher' }, [1]],
    [{ inStock: 'Y' }, [1, 3]],
    [{ publishedFrom: '2021-05-01' }, [2]],
    [{ publishedTo: '2021-04-30' }, [1]],
    [{ priceFrom: '9001' }, [2]],
    [{ priceFrom: '1', priceTo: '9000' }, [1]],
    [{ target: 'title', publishedFrom: '2021-01-01', priceTo: '12000' }, [2]],
    [{ inStock: 'Y', priceFrom: '9001' }, []],
  ];
  for (const [filters, expected] of narrowed) {
    const { status, view } = await reader.get<Shelf>(`${path}&${new URLSearchParams(filters)}`);
    const shown = view.items.map((item) => item.itemId).sort();
    assert.deepEqual([status, shown, view.totalCount], [200, expected, expected.length]);
    assert.deepEqual(view.call.parameters, { query: '바람', ...filters });
    const answer = await app.get(view.call.path);
    const answered = answer.status === 404 ? [] : answer.json.data.items.map((item) => item.itemId);
    const found = view.items.map((item) => item.itemId);
    assert.deepEqual(found, answered, view.call.path);
  }
  assert.deepEqual((await reader.get<Shelf>(`${path}&publishedTo=&priceTo=`)).view.call.parameters, {
    query: '바람',
  });
  for (const [query, field, words] of [
    ['target=shelf', 'target', /all, title, author, publisher/],
    ['inStock=yes', 'inStock', /Y, N/],
    ['publishedFrom=2021-02-29', 'publishedFrom', /yyyy-MM-dd/],
    ['publishedFrom=2021-02-02&publishedTo=2021-02-01', 'publishedTo', /2021-02-02/],
    ['priceFrom=9.5', 'priceFrom', /999999999/],
    ['priceFrom=2&priceTo=1', 'priceTo', /priceFrom \(2\)/],
    ['priceTo=1&priceTo=2', 'priceTo', /once/],
  ] as const) {
    const { status, failure } = await reader.get(`${path}&${query}`);
    assert.deepEqual([status, failure.code, failure.field], [400, 'INVALID', field], query);
    assert.match(failure.message, words);
  }
});

test('suggestions are those of the API and do not count', async (t) => {
  const { app, setAvailable } = await searchWorld(t);
  const path = (query: string) => `/suggest?query=${encodeURIComponent(query)}`;
  const reader = await signUp(app, 'reader@books.example');
  const suggestions = async (query: string) =>
    (await reader.get<SuggestionsView>(path(query))).view.suggestions;
  assert.deepEqual(await suggestions('바람'), ['바람의 끝', '바람과 나비']);
  assert.deepEqual(await suggestions(''), []);
  assert.deepEqual(await suggestions('가'.repeat(201)), [], 'too long for the API');
  assert.equal((await reader.get<UsagePage>('/usage')).view.callsToday, 0);
  setAvailable(false);
  assert.equal((await reader.get(path('바람'))).failure.code, 'UNAVAILABLE');
});
