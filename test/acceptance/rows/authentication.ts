import assert from 'node:assert/strict';
import { send } from '../client.ts';
import { CATEGORIES, FILES, failed, type Rows, SUCCESSES, succeeded, USAGE } from '../rows.ts';

/** A call of every endpoint. */
const CALLS = [...SUCCESSES, ...FILES, { path: USAGE, parameters: {} }];

/** Keys and accounts as far as they show from outside: docs/accounts.md. */
export function authenticationRows(rows: Rows): void {
  keyRows(rows);
  oneKeyRows(rows);
}

function keyRows({ row }: Rows): void {
  row('401 AUTH_001: the header is missing or empty, on every endpoint', async ({ client }) => {
    for (const { path, parameters } of CALLS) {
      failed(await client.call(path, parameters, { key: null }), 401, 'AUTH_001');
      failed(await client.call(path, parameters, { key: '' }), 401, 'AUTH_001');
    }
  });

  row('401 AUTH_002: a key that was never issued, on every endpoint', async ({ client }) => {
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

  row(
    'authentication: a key is taken from the header X-Api-Key alone, in any case of its name',
    async ({ client }) => {
      failed(await client.call(CATEGORIES, { 'X-Api-Key': 'k', key: 'k' }, { key: null }), 401, 'AUTH_001');
      const headers = { Authorization: 'Bearer k', Cookie: 'X-Api-Key=k' };
      failed(await client.call(CATEGORIES, {}, { key: null, headers }), 401, 'AUTH_001');
      failed(
        await client.call(CATEGORIES, {}, { key: null, headers: { 'x-aPI-kEY': 'k' } }),
        401,
        'AUTH_002',
      );
    },
  );

  row('authentication: all other documents of the service need no key', async ({ client }) => {
    assert.equal((await send(`${client.baseUrl}/v1/openapi.json`)).status, 200);
  });
}

function oneKeyRows({ operatorRow }: Rows): void {
  operatorRow('authentication: the key counts exactly as issued, once', async ({ accounts }) => {
    const { call, key } = accounts.developer;
    succeeded(await call(CATEGORIES));
    const changed = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const wrong of [changed, key.slice(0, -1), `${key}0`, key.toUpperCase(), [key, key], [key, 'x']]) {
      failed(await call(CATEGORIES, {}, { key: wrong }), 401, 'AUTH_002');
    }
  });

  operatorRow(
    'keys: one live key an account; a revoke counts at once and for good; then a new key',
    async (operator) => {
      const { call, email, key } = operator.accounts.rotating;
      const refused = await operator.server.seoga(['key', 'issue', '--account', email]);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, /\S/);
      succeeded(await call(CATEGORIES));

      await operator.command(['key', 'revoke', '--account', email]);
      failed(await call(CATEGORIES), 401, 'AUTH_002');

      const next = await operator.command(['key', 'issue', '--account', email]);
      assert.notEqual(next, key);
      succeeded(await call(CATEGORIES, {}, { key: next }));
      failed(await call(CATEGORIES), 401, 'AUTH_002');
    },
  );
}
