import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shelf, SuggestionsView, UsagePage } from '../../../src/portal/contract.ts';
import { createPortalClient, signUp } from '../../support/portal-client.ts';
import { searchWorld } from '../../v1/goods/search-kit.ts';

test('a mended search tells the term that it used, any other none', async (t) => {
  const { app } = await searchWorld(t);
  const reader = await signUp(app, 'reader@books.example');
  const search = async (query: string) =>
    (await reader.get<Shelf>(`/search?query=${encodeURIComponent(query)}`)).view;
  const mended = await search('셜록 홈스');
  assert.deepEqual([mended.mendedQuery, mended.totalCount], ['셜록 홈즈', 2]);
  assert.equal(mended.call.parameters.query, '셜록 홈스', 'the call is the one that was asked for');
  assert.equal((await search('바람')).mendedQuery, null);
  assert.equal((await search('이런 책은 없다')).mendedQuery, null);
});

test('suggestions are those of the API, do not count, and need a sign-in', async (t) => {
  const { app, setAvailable } = await searchWorld(t);
  const path = (query: string) => `/suggest?query=${encodeURIComponent(query)}`;
  assert.equal((await createPortalClient(app).get(path('바람'))).failure.code, 'SIGN_IN_FIRST');
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
