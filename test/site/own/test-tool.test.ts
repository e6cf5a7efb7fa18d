import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { decode } from '../markup.ts';
import { type Browser, csrfIn, formIn, issueKey, partOf, signedIn, textOf } from '../site-kit.ts';

const toolOf = (endpoint: string) => `/portal/test?endpoint=${endpoint}`;

describe('the test tool', () => {
  let browser: Browser;
  let key: string;
  const app = suiteApp({ environment: { SEOGA_DAILY_QUOTA: '20' } }, async (made) => {
    browser = await signedIn(made);
    key = await issueKey(browser);
  });
  const run = async (endpoint: string, values: Readonly<Record<string, string>> = {}) => {
    const { text } = await browser.submit(toolOf(endpoint), 'run', values);
    const code = (part: string) =>
      decode(/<code>([\s\S]*?)<\/code>/.exec(partOf(text, part) ?? '')?.[1] ?? '');
    const answer = partOf(text, 'answer') ?? '';
    const curl = decode(/<code>(curl [\s\S]*?)<\/code>/.exec(answer)?.[1] ?? '');
    const status = Number(/data-part="status">(\d+)</.exec(answer)?.[1]);
    return { text: answer, status, curl, body: code('body') };
  };
  const callsToday = async () =>
    (await app.listUsage(browser.accountId)).reduce((sum, { calls }) => sum + calls, 0);

  test('answers what the account itself would get, counts one, and tells no key', async () => {
    const before = await callsToday();
    const answer = await run('bestsellerMonthly', { categoryId: '001', date: '2026-10-05', detail: 'Y' });
    assert.equal(await callsToday(), before + 1);
    const url = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-05&detail=Y';
    const own = await app.app.inject({ url, headers: { 'x-api-key': key } });
    assert.equal(answer.status, 200);
    assert.deepEqual(JSON.parse(answer.body), own.json());
    assert.ok(textOf(answer.text).includes('seoga-edition 2026-10'));
    assert.equal(answer.curl, `curl -s -H "X-Api-Key: $SEOGA_API_KEY" \\\n  'https://books.example${url}'`);
    assert.equal(answer.text.includes(key), false);
    const [, tested] = await app.callLog.list(browser.accountId);
    assert.equal(tested?.isTestRun, true, 'told apart from calls with the key');
  });

  test('asking for the own usage does not count', async () => {
    const before = await callsToday();
    assert.equal(JSON.parse((await run('usage', { days: '1' })).body).data.data.today.used, before);
    assert.equal(await callsToday(), before);
  });

  test('what is wrong comes back as the answer of the API, in the language of the page', async () => {
    const page = await browser.get(toolOf('itemList'), { 'accept-language': 'ko' });
    const csrf = csrfIn(page.text);
    const fields = { form: 'run', csrf, endpoint: 'itemList', query: '' };
    const { text } = await browser.post('/portal/test', fields, { 'accept-language': 'ko' });
    assert.match(text, /PARAM_003/);
    assert.match(text, /href="\/docs\/errors\/PARAM_003"/);
    assert.match(partOf(text, 'body') ?? '', /&quot;message&quot;: &quot;[^&]*[가-힣]/);
  });

  test('categories are chosen by name, and each field says its default', async () => {
    const page = await browser.page(toolOf('bestsellerMonthly'));
    assert.match(page, /<option value="001001">국내도서 &gt; 소설 \(001001\)<\/option>/);
    assert.match(page, /name="date"[^>]* value="2026-11-20"/);
    assert.match(page, /<option value="Y">[^<]+\(Y\)<\/option>/);
  });

  test('a spreadsheet comes as a table and as the very file; CSV, too', async () => {
    const { text, curl } = await run('bestsellerMonthlyExport', { categoryId: '001', date: '2026-10-05' });
    const rows = textOf(partOf(text, 'rows') ?? '');
    assert.match(rows, /순위 ISBN13 상품번호 상품명.*1 9791199900011 1002 구운몽/);
    const [, name, bytes = ''] = /download="([^"]+)" href="data:[^,]+;base64,([^"]+)"/.exec(text) ?? [];
    assert.match(name ?? '', /^bestseller_monthly_\w+\.xlsx$/);
    assert.equal(Buffer.from(bytes, 'base64').subarray(0, 2).toString(), 'PK');
    assert.match(curl, /^curl -s -H "X-Api-Key: \$SEOGA_API_KEY" -OJ /);
    const csv = await run('categoryListExport', { format: 'csv' });
    assert.match(textOf(partOf(csv.text, 'rows') ?? ''), /카테고리ID 카테고리명.*001001001 고전소설/);
  });

  test('names no address: unknown endpoints are refused, and other fields reach no query', async () => {
    const csrf = csrfIn(await browser.page('/portal/test'));
    for (const endpoint of ['nowhere', '/v1/category/list', 'https://evil.example/', '../health']) {
      const { status } = await browser.post('/portal/test', { form: 'run', csrf, endpoint });
      assert.equal(status, 404, endpoint);
    }
    const odd = { form: 'run', csrf, endpoint: 'categoryList', "a'&b#c/../": "'; rm -rf /\n&x=1" };
    const { text } = await browser.post('/portal/test', odd);
    assert.match(text, /https:\/\/books\.example\/v1\/category\/list&#39;/);
  });

  test('the gate refuses as it does for the account itself, which costs no quota', async () => {
    let last = await run('categoryList');
    while (last.status === 200) last = await run('categoryList');
    assert.equal(last.status, 429);
    assert.equal(JSON.parse(last.body).errorCode, 'RATE_002');
    assert.equal(await callsToday(), 20);
  });

  test('409 NO_KEY without a live key', async () => {
    const other = await signedIn(app);
    assert.equal((await other.submit(toolOf('categoryList'), 'run')).status, 409);
    await issueKey(other);
    await app.accounts.revokeKey(other.accountId);
    assert.equal((await other.submit(toolOf('categoryList'), 'run')).status, 409);
  });
});

test('begins with the documented number where the shop has no products', async (t) => {
  const browser = await signedIn(await createTestApp(t));
  const { text } = await browser.get(toolOf('itemDetail'));
  const { searchType, query } = formIn(text, 'run').fields;
  assert.deepEqual([searchType, query], ['', '9799010016057']);
});
