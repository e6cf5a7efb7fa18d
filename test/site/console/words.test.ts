import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import { csrfIn, partOf, suiteBrowser, textOf } from '../site-kit.ts';

const PAGE = '/portal/console/search';

describe('what operators decide of search', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  const search = async (text: string) => {
    const { status, json } = await app.get(`/v1/goods/itemList?query=${encodeURIComponent(text)}`);
    return status === 200 ? 'found' : json.errorCode;
  };
  const partIn = async (list: string, part: string, more = '') =>
    textOf(partOf(await operator.page(`${PAGE}?list=${list}${more}`), part)?.split('</table>')[0] ?? '');

  test('a blocked term takes its reach, typed, and refuses searches from the next one on, until it is allowed', async () => {
    assert.equal(await search('구운몽'), 'found');
    const blocked = `${PAGE}?list=blocked`;
    const asked = await operator.submit(blocked, 'block', { term: ' 구운몽 ', reason: '법원의 결정' });
    assert.equal(asked.status, 409);
    assert.match(partOf(asked.text, 'confirm') ?? '', /pattern="1"/);
    assert.equal(await search('구운몽'), 'found', 'nothing is blocked before the number is typed');
    const done = await operator.submitIn(asked.text, blocked, 'block', { confirmation: '1' });
    assert.equal(done.status, 200);
    assert.match(await partIn('blocked', 'terms'), /구운몽/);
    assert.equal(await search('구운 몽'), 'SEARCH_002');
    await operator.submit(blocked, 'allow', {}, '구운몽');
    assert.equal(await search('구운몽'), 'found');
    const history = await partIn('blocked', 'history');
    for (const one of ['법원의 결정', operator.email]) assert.ok(history.includes(one), one);
    const changes = app.readAudit().filter((line) => line.startsWith('search.'));
    assert.deepEqual(changes, ['search.blocked search', 'search.allowed search']);
  });

  test('searches without result and corrected ones are told by days', async () => {
    await search('없는 책 제목');
    await search('없는 책 제목');
    app.searchTerms.recordQuery({ query: '홍길동젼', correction: { kind: 'spelling', query: '홍길동전' } });
    await app.flush();
    assert.match(await partIn('missed', 'searches', '&days=1'), /없는 책 제목 2 2026-11-21/);
    assert.match(await partIn('corrected', 'searches'), /홍길동젼 홍길동전/);
    app.clock.advance(86_400_000);
    assert.doesNotMatch(await partIn('missed', 'searches', '&days=1'), /없는 책 제목/);
    assert.match(await partIn('missed', 'searches', '&days=30'), /없는 책 제목/);
    const missed = await operator.page(`${PAGE}?list=missed&days=30`);
    const [, to = ''] = /href="(\/portal\/console\/search\?list=blocked&amp;term[^"]*)"/.exec(missed) ?? [];
    assert.match(await operator.page(to.replaceAll('&amp;', '&')), /name="term"[^>]* value="없는 책 제목"/);
    for (let times = 0; times < 19; times++) await search('없는 책 제목');
    await app.flush();
    const often = await operator.submit(`${PAGE}?list=blocked`, 'block', { term: '책 제목' });
    assert.match(partOf(often.text, 'confirm') ?? '', /pattern="21"/, 'how often it was searched for');
  });

  test('similar words are grouped, merged, found and removed', async () => {
    const similar = `${PAGE}?list=similar`;
    await operator.submit(similar, 'group', { words: '셜록\n홈스\n홈즈' });
    await operator.submit(similar, 'group', { words: '홈즈\n명탐정' });
    assert.match(await partIn('similar', 'groups'), /명탐정, 셜록, 홈스, 홈즈/);
    assert.doesNotMatch(await partIn('similar', 'groups', '&text=%EC%97%86%EC%9D%8C'), /셜록/);
    const { groups } = await app.searchTerms.similarWords();
    assert.equal((await operator.submit(similar, 'ungroup', {}, groups[0]?.[0])).status, 200);
    assert.deepEqual((await app.searchTerms.similarWords()).groups, []);
  });

  test('400 a fault is told in the language of the page; 404 for a term that is not blocked', async () => {
    const csrf = csrfIn(await operator.page(PAGE));
    const path = `${PAGE}?list=blocked&lang=ko`;
    const korean = await operator.post(path, { form: 'block', csrf, term: '!?' });
    assert.match(korean.text, /검색에 쓰이는 글자가 없습니다/);
    const gone = await operator.post(PAGE, { form: 'allow', csrf, term: '차단하지 않은 말' });
    assert.equal(gone.status, 404);
  });
});
