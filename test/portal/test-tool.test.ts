import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { readXlsx } from '../../src/export/read-xlsx.ts';
import type { CallsPage, TestAnswer, UsagePage } from '../../src/portal/contract/own-service.ts';
import { issueKey, type PortalClient, signUp } from '../support/portal-client.ts';
import { suiteApp } from '../support/suite-app.ts';

describe('the test tool', () => {
  let client: PortalClient;
  let key: string;
  const app = suiteApp({ environment: { SEOGA_DAILY_QUOTA: '20' } }, async (made) => {
    client = await signUp(made, 'tester@books.example');
    key = await issueKey(client);
  });
  const run = async (endpoint: string, parameters: Record<string, string> = {}) =>
    (await client.post<TestAnswer>('/test', { endpoint, parameters })).view;
  const callsToday = async () => (await client.get<UsagePage>('/usage')).view.callsToday;

  test('answers what the account itself would get, counts one, and tells neither key nor pass', async () => {
    const before = await callsToday();
    const parameters = { categoryId: '001', date: '2026-10-05', detail: 'Y' };
    const answer = await run('bestsellerMonthly', parameters);
    assert.equal(await callsToday(), before + 1);
    const url = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-05&detail=Y';
    const own = await app.app.inject({ url, headers: { 'x-api-key': key } });
    assert.equal(answer.status, 200);
    assert.equal(answer.body, own.payload);
    assert.equal(answer.headers.etag, own.headers.etag);
    assert.equal(answer.headers['seoga-edition'], '2026-10');
    assert.ok(String(answer.headers.ratelimit).endsWith(`, "daily";r=${20 - before - 1};t=43200`));
    assert.equal(answer.curl, `curl -s -H "X-Api-Key: $SEOGA_API_KEY" \\\n  'https://books.example${url}'`);
    assert.equal(JSON.stringify(answer).includes(key), false);
    const { calls } = (await client.get<CallsPage>('/calls')).view;
    assert.deepEqual(
      calls.map(({ isTestRun }) => isTestRun),
      [undefined, true],
      'told apart from calls with the key',
    );
  });

  test('the curl command works as it is pasted into a shell, over its two lines', async () => {
    const { curl } = await run('itemList', { query: "여행 & '책'", page: '1' });
    const program = `curl() { printf '%s\\n' "$@"; }\n${curl}\n`;
    const env = { PATH: process.env.PATH ?? '', SEOGA_API_KEY: key };
    const passed = execFileSync('sh', { input: program, env, encoding: 'utf8' }).trimEnd().split('\n');
    const query = new URLSearchParams({ query: "여행 & '책'", page: '1' });
    assert.deepEqual(passed, [
      '-s',
      '-H',
      `X-Api-Key: ${key}`,
      `https://books.example/v1/goods/itemList?${query}`,
    ]);
  });

  test('asking for the own usage does not count, as the page says', async () => {
    const before = await callsToday();
    const answer = await run('usage', { days: '1' });
    assert.equal(answer.status, 200);
    assert.equal(JSON.parse(answer.body ?? '').data.data.today.used, before);
    assert.equal(await callsToday(), before);
  });

  test('failures come back as answers, in the language of the page', async () => {
    const answer = await client.post<TestAnswer>(
      '/test',
      { endpoint: 'bestsellerMonthly', parameters: {} },
      { 'accept-language': 'ko' },
    );
    assert.equal(answer.view.status, 400);
    const { errorCode, message } = JSON.parse(answer.view.body ?? '');
    assert.equal(errorCode, 'PARAM_001');
    assert.match(message, /[가-힣]/);
  });

  test('a spreadsheet comes as a table and as the very file', async () => {
    const { body, table, curl } = await run('bestsellerMonthlyExport', {
      categoryId: '001',
      date: '2026-10-05',
    });
    assert.equal(body, null);
    assert.equal(table?.fileName, 'bestseller_monthly_20261121.xlsx');
    assert.deepEqual(table?.rows[0]?.slice(0, 4), ['순위', 'ISBN13', '상품번호', '상품명']);
    assert.deepEqual(table?.rows[1]?.slice(0, 4), ['1', '9791199900011', 1002, '구운몽']);
    assert.deepEqual(readXlsx(Buffer.from(table?.base64 ?? '', 'base64')), table?.rows);
    assert.match(curl, /^curl -s -OJ /);
  });

  test('a table without a row of names says so, and holds every entry', async () => {
    const parameters = { categoryId: '001', date: '2026-10-05', header: 'N' };
    const { table } = await run('bestsellerMonthlyExport', parameters);
    assert.equal(table?.hasHeader, false);
    assert.deepEqual(table?.rows[0]?.slice(0, 4), ['1', '9791199900011', 1002, '구운몽']);
    assert.equal(
      (await run('bestsellerMonthlyExport', { ...parameters, header: 'Y' })).table?.hasHeader,
      true,
    );
  });

  test('CSV comes as a table, too', async () => {
    const { table } = await run('categoryListExport', { format: 'csv' });
    assert.deepEqual(
      table?.rows.map((row) => row.slice(0, 3)),
      [
        ['카테고리ID', '카테고리명', '전체경로'],
        ['001', '국내도서', '국내도서'],
        ['001001', '소설', '국내도서 > 소설'],
        ['001001001', '고전소설', '국내도서 > 소설 > 고전소설'],
        ['003', 'eBook', 'eBook'],
      ],
    );
  });

  test('names no address: unknown endpoints and paths are refused, parameters cannot leave the query', async () => {
    for (const endpoint of ['nowhere', '/v1/category/list', 'https://evil.example/', '../health']) {
      const answer = await client.post('/test', { endpoint, parameters: {} });
      assert.equal(answer.failure.field, 'endpoint', endpoint);
    }
    const odd = await run('categoryList', { "a'&b#c/../": "'; rm -rf /\n&x=1" });
    assert.equal(odd.status, 200);
    assert.match(odd.curl, /'https:\/\/books\.example\/v1\/category\/list\?[\w%+.*=-]+'$/);
    const number = await client.post('/test', { endpoint: 'categoryList', parameters: { a: 1 } });
    assert.equal(number.failure.field, 'parameters');
  });

  test('the gate refuses as it does for the account itself, which costs no quota', async () => {
    let last = await run('categoryList');
    while (last.status === 200) last = await run('categoryList');
    assert.equal(last.status, 429);
    assert.equal(JSON.parse(last.body ?? '').errorCode, 'RATE_002');
    assert.equal(last.headers['retry-after'], '43200');
    assert.equal(await callsToday(), 20);
  });

  test('409 NO_KEY without a live key', async () => {
    const other = await signUp(app, 'keyless@books.example');
    const call = { endpoint: 'categoryList', parameters: {} };
    assert.equal((await other.post('/test', call)).failure.code, 'NO_KEY');
    const issued = await issueKey(other);
    assert.equal((await other.post<TestAnswer>('/test', call)).view.status, 200);
    await other.post('/key/revoke', { confirmation: issued.slice(-4) });
    assert.equal((await other.post('/test', call)).failure.code, 'NO_KEY');
  });
});
