import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import inject from 'light-my-request';
import { createApp } from '../../../../src/http/app.ts';
import { createRateLimiter } from '../../../../src/http/rate-limiter.ts';
import { createPostgresGate } from '../../../../src/store/postgres/accounts/gate.ts';
import { createPostgresRecentCalls } from '../../../../src/store/postgres/accounts/recent-calls.ts';
import { createDatabase } from '../../../../src/store/postgres/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { postgresSuite, sharedPostgres } from '../../../support/postgres-database.ts';
import { accountsDatabase, KEY_PREFIX, PEPPER, TIER_LIMITS } from './accounts-database.ts';

/** What a second's promise may take on a machine that stalls, in ms. A call that hangs would have no end. */
const ABOUT_A_SECOND_MS = 20_000;
const PATH = '/v1/category/list';

/** The API with one endpoint, whose gate reaches the database over a network that can fail. */
async function setUp(t: TestContext) {
  const world = await accountsDatabase(t);
  const { clock, accounts, address } = world;
  const account = await accounts.createAccount({
    email: 'a@b.example',
    name: 'A',
    tier: 'free',
    role: 'developer',
  });
  const key = (await accounts.issueKey(account?.accountId ?? 0)) ?? '';
  const proxy = await startFaultProxy(t, { targetPort: (await sharedPostgres()).port });
  const hosts = [{ host: '127.0.0.1', port: proxy.port }];
  const database = createDatabase({ address: { ...address, hosts }, connectionsMax: 4 });
  t.after(() => database.close());
  const onWriteError = (error: unknown) => world.writeErrors.push(error);
  const app = await createApp({
    gate: createPostgresGate({
      database,
      pepper: PEPPER,
      keyPrefix: KEY_PREFIX,
      tierLimits: TIER_LIMITS,
      clock,
      onWriteError,
    }),
    recentCalls: createPostgresRecentCalls(database, onWriteError),
    limiter: createRateLimiter(clock),
    clock,
    observers: [],
    baseUrl: 'https://books.example',
    notices: { termsUrl: null, contact: null },
    trustedProxies: null,
    log: {
      level: 'warn',
      keyPrefix: KEY_PREFIX,
      destination: new Writable({ write: (_chunk, _encoding, done) => done() }),
    },
  });
  const operation = {
    operationId: '',
    summary: '',
    description: '',
    'x-texts': [],
    tags: [],
    security: [],
    query: {},
  };
  const body = { length: 2, before: '', isDated: false, behind: '{}', end: null };
  const ready = { tag: '', headers: [], allHeaders: [], nextEditionAtMs: undefined, body };
  app.api.add({
    path: PATH,
    endpoint: 'categoryList',
    uncounted: false,
    operation: { ...operation, responses: {} },
    findReady: () => ready,
    answer: () => assert.fail('the answer is ready'),
    ignoredNames: () => null,
  });
  t.after(() => app.close());
  const get = (apiKey: string) => inject(app.listener, { url: PATH, headers: { 'x-api-key': apiKey } });
  return { get, key, proxy };
}

postgresSuite('the API while the database is away', () => {
  test('503 UPSTREAM_UNAVAILABLE within a second, never a false 401 or 429; then answers again', async (t) => {
    const { get, key, proxy } = await setUp(t);
    const answers200 = async () => {
      const { statusCode } = await eventually(
        () => get(key),
        (answer) => answer.statusCode === 200,
      );
      assert.equal(statusCode, 200);
    };
    await answers200();
    for (const fault of ['hang', 'cut'] as const) {
      proxy.set(fault);
      const startMs = performance.now();
      const answers = await Promise.all(Array.from({ length: 8 }, () => get(key)));
      assert.ok(performance.now() - startMs < ABOUT_A_SECOND_MS);
      for (const answer of answers) {
        assert.equal(answer.statusCode, 503);
        assert.equal(answer.json().errorCode, 'UPSTREAM_UNAVAILABLE');
        assert.equal(answer.json().success, false);
      }
      assert.equal((await get('no key at all')).statusCode, 401, 'a malformed key needs no database');
      proxy.set('none');
      await answers200();
    }
  });
});
