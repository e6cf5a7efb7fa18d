import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { secondsToMidnightInKorea } from '../calendar.ts';
import type { Answer, Client } from '../client.ts';
import { CATEGORIES, failed, ITEM_DETAIL, MONTHLY, type Rows, succeeded } from '../rows.ts';
import { STRICT_LIMITS } from '../service.ts';

/** Daily quota and burst: spec 8; decisions 1. */
export function limitRows(rows: Rows): void {
  headerRows(rows);
  dailyRows(rows);
  burstRows(rows);
}

/** Calls left today, as the answer says. */
function remaining(answer: Answer): number {
  return Number(/^"daily";r=(\d+);t=\d+$/.exec(String(answer.headers['ratelimit']))?.[1]);
}

/** The shop of the strict service is empty, so that this is a call that was admitted there. */
async function admitted(answer: Promise<Answer>): Promise<Answer> {
  failed(await answer, 404, 'CATEGORY_001');
  return answer;
}

function headerRows({ operatorRow }: Rows): void {
  operatorRow('decisions 1 default limits: 10 a second, 5000 a day, named in RateLimit-Policy', async (operator) => {
    const { call } = await operator.newAccount();
    const answer = await call(CATEGORIES);
    assert.equal(answer.headers['ratelimit-policy'], '"burst";q=10;w=1, "daily";q=5000;w=86400');
    assert.equal(remaining(answer), 4999);
  });

  operatorRow('decisions 1 rate headers: on every answer after the key, with the seconds to midnight in Korea', async (operator) => {
    const { call } = await operator.newAccount();
    const answers = [await call(CATEGORIES), await call(MONTHLY), await call(ITEM_DETAIL, { query: '9791199900998' })];
    assert.deepEqual(answers.map(({ status }) => status), [200, 400, 404]);
    for (const { headers } of answers) {
      assert.ok(headers['ratelimit-policy']);
      const seconds = Number(/;t=(\d+)$/.exec(String(headers['ratelimit']))?.[1]);
      assert.ok(Math.abs(seconds - secondsToMidnightInKorea()) <= 5, `${seconds}`);
    }
    const refused = await call(CATEGORIES, {}, { key: 'x' });
    assert.deepEqual([refused.headers['ratelimit'], refused.headers['ratelimit-policy']], [undefined, undefined]);
  });

  operatorRow('decisions 1 what counts: every call after key and limits, whatever its outcome; no 401', async (operator) => {
    const { call } = await operator.newAccount();
    const first = await call(CATEGORIES);
    const start = remaining(first);
    const etag = first.headers.etag ?? '';
    const calls: [expected: number, status: number, answer: () => Promise<Answer>][] = [
      [start - 1, 304, () => call(CATEGORIES, {}, { headers: { 'If-None-Match': etag } })],
      [start - 2, 200, () => call(CATEGORIES, {}, { method: 'HEAD' })],
      [start - 3, 400, () => call(MONTHLY)],
      [start - 4, 404, () => call(ITEM_DETAIL, { searchType: 'ItemId', query: 999 })],
    ];
    for (const [expected, status, ask] of calls) {
      const answer = await ask();
      assert.deepEqual([answer.status, remaining(answer)], [status, expected]);
    }
    failed(await call(CATEGORIES, {}, { key: null }), 401, 'AUTH_001');
    failed(await call(CATEGORIES, {}, { key: 'x' }), 401, 'AUTH_002');
    failed(await call('/v1/nothing'), 404, 'COMMON_404');
    failed(await call(CATEGORIES, {}, { method: 'POST' }), 405, 'COMMON_405');
    assert.equal(remaining(await call(CATEGORIES)), start - 5);
  });
}

function dailyRows({ operatorRow }: Rows): void {
  operatorRow('429 RATE_002: the day of the account is used up, with the seconds to midnight in Retry-After', async (operator) => {
    const account = await operator.newAccount('--tier', 'enterprise');
    await operator.command('account', 'update', '--account', account.email, '--daily', '2');
    const { call } = account;
    assert.deepEqual([remaining(await call(CATEGORIES)), remaining(await call(CATEGORIES))], [1, 0]);
    const refused = await call(CATEGORIES);
    failed(refused, 429, 'RATE_002');
    assert.ok(Math.abs(Number(refused.headers['retry-after']) - secondsToMidnightInKorea()) <= 5);
    assert.equal(remaining(refused), 0);

    // Key, then limits, then parameters, then data.
    failed(await call(MONTHLY), 429, 'RATE_002');
    failed(await call(ITEM_DETAIL, { searchType: 'ItemId', query: 999 }), 429, 'RATE_002');
    failed(await call(MONTHLY, {}, { key: null }), 401, 'AUTH_001');

    // A new key does not bring new calls.
    await operator.command('key', 'revoke', '--account', account.email);
    const key = await operator.command('key', 'issue', '--account', account.email);
    failed(await call(CATEGORIES, {}, { key }), 429, 'RATE_002');

    // Refusals counted nothing: one more call is one more call.
    await operator.command('account', 'update', '--account', account.email, '--daily', '3');
    assert.equal(remaining(await call(CATEGORIES, {}, { key })), 0);
  });

  operatorRow('spec 8 daily quota: each account has its own', async (operator, service) => {
    const { call, email } = await operator.newAccount();
    await operator.command('account', 'update', '--account', email, '--daily', '0');
    failed(await call(CATEGORIES), 429, 'RATE_002');
    succeeded(await service.client.call(CATEGORIES));
  });

  operatorRow('spec 8 daily quota: exactly so many calls, however many come at once', async (operator) => {
    const account = await operator.newAccount('--tier', 'enterprise');
    await operator.command('account', 'update', '--account', account.email, '--daily', '10');
    const answers = await atOnce(account, 40);
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 30);
  });
}

function atOnce(client: Client, count: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => client.call(CATEGORIES)));
}

function burstRows({ operatorRow }: Rows): void {
  operatorRow('429 RATE_001: too many at once, with quota left; after Retry-After the next call passes', async ({ strict }) => {
    const account = await strict.newAccount('--tier', 'free');
    await strict.command('account', 'update', '--account', account.email, '--daily', '1000');
    const startMs = performance.now();
    const answers = await atOnce(account, 20);
    const seconds = (performance.now() - startMs) / 1000;
    const passed = answers.filter(({ status }) => status === 404);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(passed.length + refused.length, 20);
    assert.ok(passed.length >= STRICT_LIMITS.burst);
    assert.ok(passed.length <= STRICT_LIMITS.burst + STRICT_LIMITS.burstPerSecond * seconds);
    assert.ok(refused.length > 0, `20 calls took ${seconds} s`);
    for (const answer of refused) {
      failed(answer, 429, 'RATE_001');
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.equal(Math.min(...answers.map(remaining)), 1000 - passed.length, 'refused calls do not count');

    // What the header promises can only be seen by waiting as long as it says.
    await wait(1000);
    assert.equal(remaining(await admitted(account.call(CATEGORIES))), 1000 - passed.length - 1);
  });

  operatorRow('decisions 1 order of limits: burst before the daily quota', async ({ strict }) => {
    const account = await strict.newAccount();
    // Burst and day allow the same number of calls: one more is over both.
    const answers = await atOnce(account, 12);
    const codes = answers.map(({ json }) => json.errorCode);
    assert.equal(codes.filter((code) => code === 'CATEGORY_001').length, STRICT_LIMITS.dailyQuota);
    assert.ok(codes.includes('RATE_001'), codes.join(' '));
  });

  operatorRow('spec 8 burst: an account that calls too fast does not slow another one', async ({ strict }) => {
    const [fast, other] = await Promise.all([strict.newAccount(), strict.newAccount()]);
    await atOnce(fast, 12);
    await admitted(other.call(CATEGORIES));
  });
}
