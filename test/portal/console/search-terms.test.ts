import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BlockedTermsPage, SearchesPage } from '../../../src/portal/contract/console-shop.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('what operators decide of search', () => {
  const { app, operator } = suiteConsole();
  const search = async (text: string) => {
    const { status, json } = await app.get(`/v1/goods/itemList?query=${encodeURIComponent(text)}`);
    return status === 200 ? 'found' : json.errorCode;
  };

  test('a blocked term refuses searches from the next one on, and allowed again it does not', async () => {
    assert.equal(await search('구운몽'), 'found');
    const asked = await operator.post('/console/terms/block', { term: ' 구운몽 ' });
    assert.equal(asked.status, 409);
    assert.deepEqual([asked.failure.code, asked.failure.confirm], ['CONFIRM_NUMBER', '1']);
    assert.match(asked.failure.message, /find 1 of \d+ products.* type 1\./);
    assert.equal(await search('구운몽'), 'found', 'nothing is blocked before the number is typed');
    const wrong = { term: '구운몽', confirmation: '2' };
    assert.equal((await operator.post('/console/terms/block', wrong)).failure.code, 'CONFIRM_NUMBER');
    const confirmed = { term: ' 구운몽 ', confirmation: '1', reason: '법원의 결정' };
    const blocked = await operator.post<BlockedTermsPage>('/console/terms/block', confirmed);
    assert.deepEqual(blocked.view.terms, ['구운몽']);
    assert.equal(await search('구운 몽'), 'SEARCH_002');
    const again = await operator.post<BlockedTermsPage>('/console/terms/block', confirmed);
    assert.deepEqual(again.view.terms, ['구운몽']);
    assert.deepEqual((await operator.get<BlockedTermsPage>('/console/terms')).view, again.view);
    const allowed = await operator.post<BlockedTermsPage>('/console/terms/allow', { term: '구운몽' });
    assert.deepEqual(allowed.view.terms, []);
    assert.deepEqual(
      allowed.view.history.map(({ term, action, reason, by }) => [term, action, reason, by.email]),
      [
        ['구운몽', 'allowed', '', operator.email],
        ['구운몽', 'blocked', '법원의 결정', operator.email],
      ],
    );
    assert.equal(await search('구운몽'), 'found');
    const notBlocked = await operator.post('/console/terms/allow', { term: '구운몽' });
    assert.equal(notBlocked.failure.code, 'NOT_FOUND');
    const changes = app.readAudit().filter((line) => line.startsWith('search.'));
    assert.deepEqual(changes, ['search.blocked search', 'search.allowed search']);
  });

  test('searches without result and corrected ones are told by days', async () => {
    await search('없는 책 제목');
    await search('없는 책 제목');
    app.searchTerms.recordQuery({ query: '홍길동젼', correction: { kind: 'spelling', query: '홍길동전' } });
    await app.flush();
    const list = async (query: string) =>
      (await operator.get<SearchesPage>(`/console/searches${query}`)).view.searches;
    const missed = (await list('?kind=missed&days=1')).find(({ query }) => query === '없는 책 제목');
    assert.deepEqual(missed, { query: '없는 책 제목', calls: 2, lastDay: '2026-11-21', corrected: null });
    const corrected = (await list('?kind=corrected')).find(({ query }) => query === '홍길동젼');
    assert.deepEqual(corrected?.corrected, { kind: 'spelling', query: '홍길동전' });
    app.clock.advance(86_400_000);
    assert.deepEqual(await list('?kind=missed&days=1'), []);
    assert.equal((await list('?kind=missed&days=2')).length > 0, true);
  });

  test('400 INVALID names the field, in the language of the request', async () => {
    for (const [path, body, field] of [
      ['/console/terms/block', { term: '!?' }, 'term'],
      ['/console/similar/add', { words: '하나' }, 'words'],
      ['/console/similar/add', { words: `${'x'.repeat(51)}\n하나` }, 'words'],
      ['/console/similar/add', { words: Array.from({ length: 21 }, (_, i) => `말${i}`).join('\n') }, 'words'],
    ] as const) {
      const { status, failure } = await operator.post(path, body);
      assert.deepEqual([status, failure.code, failure.field], [400, 'INVALID', field], JSON.stringify(body));
    }
    const inKorean = await operator.post('/console/terms/block', { term: '!?' }, { 'accept-language': 'ko' });
    assert.match(inKorean.failure.message, /검색에 쓰이는 글자가 없습니다/);
    for (const [query, field] of [
      ['days=91', 'days'],
      ['days=0', 'days'],
      ['kind=all', 'kind'],
      ['page=x', 'page'],
    ]) {
      assert.equal((await operator.get(`/console/searches?${query}`)).failure.field, field, query);
    }
  });
});
