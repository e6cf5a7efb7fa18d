import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { changeAccount } from '../../support/decide.ts';
import { secondsToMidnightInKorea } from '../calendar.ts';
import type { Answer, Client } from '../client.ts';
import { CATEGORIES, failed, ITEM_DETAIL, MONTHLY, type Rows, succeeded } from '../rows.ts';
import { STRICT_LIMITS } from '../service.ts';

/** Daily quota and burst: docs/api.md#limits. */
export function limitRows(rows: Rows): void {
  headerRows(rows);
  dailyRows(rows);
  burstRows(rows);
}

/** Calls left today, as the answer says. */
function remaining(answer: Answer): number {
  return Number(/"daily";r=(\d+);t=\d+$/.exec(String(answer.headers.ratelimit))?.[1]);
}

function headerRows({ operatorRow }: Rows): void {
  operatorRow('default limits: 20 at once, 10 a second, 5000 a day', async ({ accounts }) => {
    const answer = await accounts.free.call(CATEGORIES);
    assert.equal(answer.headers['ratelimit-policy'], '"burst";q=20;w=2, "daily";q=5000;w=86400');
    assert.equal(remaining(answer), 4999);
  });

  operatorRow(
    'rate headers: on every answer after the key, with the seconds to midnight in Korea',
    async ({ accounts }) => {
      const { call } = accounts.developer;
      const answers = [
        await call(CATEGORIES),
        await call(MONTHLY),
        await call(ITEM_DETAIL, { query: '9791199900998' }),
      ];
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses, [200, 400, 404]);
      for (const { headers } of answers) {
        assert.ok(headers['ratelimit-policy']);
        const seconds = Number(/;t=(\d+)$/.exec(String(headers.ratelimit))?.[1]);
        assert.ok(Math.abs(seconds - secondsToMidnightInKorea()) <= 5, `${seconds}`);
      }
      const refused = await call(CATEGORIES, {}, { key: 'x' });
      assert.deepEqual(
        [refused.headers.ratelimit, refused.headers['ratelimit-policy']],
        [undefined, undefined],
      );
    },
  );

  operatorRow(
    'what counts: every call after key and limits, whatever its outcome; no 401',
    async ({ accounts }) => {
      const { call } = accounts.developer;
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
    },
  );
}

function dailyRows({ operatorRow }: Rows): void {
  operatorRow(
    '429 RATE_002: the day of the account is used up, with the seconds to midnight in Retry-After',
    async (operator) => {
      const { call, email } = operator.accounts.quota;
      const allow = (calls: number) =>
        changeAccount(operator.server, email, { override: dailyQuotaOf(calls) });
      await allow(2);
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
      await operator.command(['key', 'revoke', '--account', email]);
      const key = await operator.command(['key', 'issue', '--account', email]);
      failed(await call(CATEGORIES, {}, { key }), 429, 'RATE_002');

      // Refusals counted nothing, and exactly as many calls pass as are left, however many come at once.
      await allow(12);
      const answers = await Promise.all(Array.from({ length: 40 }, () => call(CATEGORIES, {}, { key })));
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 10);
      assert.equal(statuses.filter((status) => status === 429).length, 30);

      // Another account has a day of its own.
      succeeded(await operator.accounts.developer.call(CATEGORIES));
    },
  );
}

/** Many calls at once, and how long they took together. */
async function rush(client: Client, count: number) {
  const startMs = performance.now();
  const answers = await Promise.all(Array.from({ length: count }, () => client.call(CATEGORIES)));
  const seconds = (performance.now() - startMs) / 1000;
  const refused = answers.filter(({ status }) => status === 429);
  return { answers, refused, passed: answers.filter(({ status }) => status !== 429), seconds };
}

function burstRows({ operatorRow }: Rows): void {
  operatorRow(
    '429 RATE_001: too many at once, with quota left; after Retry-After the next call passes',
    async ({ strict }) => {
      const { call, email } = strict.accounts.burst;
      await changeAccount(strict.server, email, { override: dailyQuotaOf(1000) });
      const { answers, passed, refused, seconds } = await rush(strict.accounts.burst, 20);
      const { burst, burstPerSecond } = STRICT_LIMITS;
      assert.ok(
        passed.length >= burst && passed.length <= burst + burstPerSecond * seconds,
        `${passed.length} passed`,
      );
      assert.ok(refused.length > 0, `20 calls took ${seconds} s`);
      for (const answer of refused) {
        failed(answer, 429, 'RATE_001');
        assert.equal(answer.headers['retry-after'], '1');
      }
      assert.equal(Math.min(...answers.map(remaining)), 1000 - passed.length, 'refused calls do not count');

      // What the header promises can only be seen by waiting as long as it says.
      await wait(1000);
      assert.equal(remaining(await call(CATEGORIES)), 1000 - passed.length - 1);
    },
  );
}

const dailyQuotaOf = (dailyQuota: number) => ({ burstPerSecond: null, burst: null, dailyQuota });
