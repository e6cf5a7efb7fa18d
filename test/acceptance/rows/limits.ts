import assert from 'node:assert/strict';
import { changeAccount } from '../../support/decide.ts';
import { secondsToMidnightInKorea } from '../calendar.ts';
import type { Answer } from '../client.ts';
import { CATEGORIES, failed, ITEM_DETAIL, MONTHLY, type Rows, succeeded } from '../rows.ts';

/** Limits over HTTP: docs/api.md#limits. What counts, and the burst: test/v1/limits.test.ts. */
export function limitRows(rows: Rows): void {
  headerRows(rows);
  dailyRows(rows);
}

/** Calls left today, as the answer says. */
function remaining(answer: Answer): number {
  return Number(/"daily";r=(\d+);t=\d+$/.exec(String(answer.headers.ratelimit))?.[1]);
}

function headerRows({ operatorRow }: Rows): void {
  operatorRow(
    'rate headers: on every answer after the key; 20 at once, 10 a second, 5000 a day, to midnight in Korea',
    async ({ accounts }) => {
      const { call } = accounts.free;
      const answers = [
        await call(CATEGORIES),
        await call(MONTHLY),
        await call(ITEM_DETAIL, { query: '9791199900998' }),
      ];
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses, [200, 400, 404]);
      assert.deepEqual(answers.slice(0, 1).map(remaining), [4999]);
      for (const { headers } of answers) {
        assert.equal(headers['ratelimit-policy'], '"burst";q=20;w=2, "daily";q=5000;w=86400');
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

const dailyQuotaOf = (dailyQuota: number) => ({ burstPerSecond: null, burst: null, dailyQuota });
