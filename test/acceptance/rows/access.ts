import assert from 'node:assert/strict';
import { callsLeft } from '../../support/answer.ts';
import { secondsToMidnightInKorea } from '../calendar.ts';
import { CATEGORIES, FILES, failed, ITEM_DETAIL, MONTHLY, type Rows, SUCCESSES, USAGE } from '../rows.ts';

/** Limits over HTTP: docs/api.md#limits. The first calls of their account. Refusals: test/v1/limits.test.ts. */
export function limitRows({ operatorRow }: Rows): void {
  operatorRow(
    'rate headers: on every answer after the key; 20 at once, 10 a second, 5000 a day, to midnight in Korea',
    async ({ free: { call } }) => {
      const answers = [
        await call(CATEGORIES),
        await call(MONTHLY),
        await call(ITEM_DETAIL, { query: '9791199900998' }),
      ];
      assert.deepEqual(
        answers.map((answer) => [answer.status, callsLeft(answer)]),
        [
          [200, 4999],
          [400, 4998],
          [404, 4997],
        ],
      );
      for (const { headers } of answers) {
        assert.equal(headers['ratelimit-policy'], '"burst";q=20;w=2, "daily";q=5000;w=86400');
        const seconds = Number(/;t=(\d+)$/.exec(String(headers.ratelimit))?.[1]);
        assert.ok(Math.abs(seconds - secondsToMidnightInKorea()) <= 5, `${seconds}`);
      }
      assert.equal((await call(CATEGORIES, {}, { key: 'x' })).headers.ratelimit, undefined);
    },
  );
}

/** A call of every endpoint. */
const CALLS = [...SUCCESSES, ...FILES, { path: USAGE, parameters: {} }];

/** Keys and accounts as far as they show from outside: docs/accounts.md. */
export function authenticationRows({ test, operatorRow }: Rows): void {
  test('401 AUTH_001: the header is missing or empty, on every endpoint', async ({ client }) => {
    for (const { path, parameters } of CALLS) {
      failed(await client.call(path, parameters, { key: null }), 401, 'AUTH_001');
      failed(await client.call(path, parameters, { key: '' }), 401, 'AUTH_001');
    }
  });

  test('401 AUTH_002: a key that was never issued, on every endpoint', async ({ client }) => {
    for (const { path, parameters } of CALLS) {
      for (const key of [
        'x',
        'seoga_live_',
        `seoga_live_${'0'.repeat(38)}`,
        'a'.repeat(5000),
        '키'.normalize('NFD'),
      ]) {
        const header = Buffer.from(key, 'utf8').toString('latin1');
        failed(await client.call(path, parameters, { key: header }), 401, 'AUTH_002');
      }
    }
  });

  test('authentication: by the header X-Api-Key alone, in any case', async ({ client }) => {
    failed(await client.call(CATEGORIES, { 'X-Api-Key': 'k', key: 'k' }, { key: null }), 401, 'AUTH_001');
    const headers = { Authorization: 'Bearer k', Cookie: 'X-Api-Key=k' };
    failed(await client.call(CATEGORIES, {}, { key: null, headers }), 401, 'AUTH_001');
    failed(await client.call(CATEGORIES, {}, { key: null, headers: { 'x-aPI-kEY': 'k' } }), 401, 'AUTH_002');
  });

  operatorRow(
    'keys: each counts exactly as issued; one live key an account; a revoke counts at once, a new key brings no new calls',
    async ({ server, command, free: { call, email, key } }) => {
      const before = callsLeft(await call(CATEGORIES));
      for (const wrong of [`${key}0`, key.toUpperCase(), [key, key]])
        failed(await call(CATEGORIES, {}, { key: wrong }), 401, 'AUTH_002');
      const refused = await server.seoga(['key', 'issue', '--account', email]);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      await command(['key', 'revoke', '--account', email]);
      failed(await call(CATEGORIES), 401, 'AUTH_002');
      const next = await command(['key', 'issue', '--account', email]);
      assert.equal(callsLeft(await call(CATEGORIES, {}, { key: next })), before - 1);
      failed(await call(CATEGORIES), 401, 'AUTH_002');
    },
  );
}
