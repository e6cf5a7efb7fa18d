import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createAccountStore } from '../../src/accounts/account-store.ts';
import { systemClock } from '../../src/clock.ts';
import { parseDatabaseUrl } from '../../src/config/database-url.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { postgresDatabase, postgresSuite, sharedPostgres } from '../support/postgres-database.ts';
import { type PostgresServer, startPostgres, startStandby } from '../support/postgres-server.ts';
import { opsOf, type ServerProcess, startServer } from '../support/server-process.ts';
import { type SteadyLoad, startLoad } from '../support/steady-load.ts';

/** Promised is a second, and two until answers are good again; a busy machine gets many times that. */
const ANSWER_MAX_MS = 20_000;
const RETURN_MAX_MS = 60_000;
/** A slow network, each way, and one that is slower than a call may wait. */
const SLOW_MS = 20;
const TOO_SLOW_MS = 1_500;

const PEPPER = 'a-pepper-that-only-tests-know-of';
const UNLIMITED = { burstPerSecond: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };

postgresSuite('an instance whose database is in trouble', () => {
  test('the network cut, silent or too slow: 503 in time, readiness tells, pages go on, nothing is lost', async (t) => {
    const server = await sharedPostgres();
    await server.run('CREATE DATABASE network');
    const proxy = await startFaultProxy(t, server.port);
    const shop = await startShop(t, server, proxy.port, 'network');
    proxy.set('slow', SLOW_MS);
    // A slow network is waited for.
    const slow = await eventually(shop.load.look, ({ answered }) => answered > 0);
    assert.deepEqual(slow.others, []);
    for (const fault of ['cut', 'hang', 'slow'] as const) {
      proxy.set(fault, TOO_SLOW_MS);
      await shop.isAway(fault);
      proxy.set('none');
      await shop.isBack(fault);
    }
    await shop.countsAreKept(openOne(t, server, 'network'));
  });

  test('the server stopped, crashed, or without a free connection: the same', async (t) => {
    const server = await startPostgres();
    await server.run(`CREATE ROLE shop LOGIN PASSWORD '${server.password}'`);
    await server.run('CREATE DATABASE shop OWNER shop');
    const shop = await startShop(t, { ...server, user: 'shop' }, server.port, 'shop');
    const ends = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'shop'`;
    const troubles = {
      hang: {
        begin: () => server.signalAll('SIGSTOP'),
        end: () => server.signalAll('SIGCONT'),
      },
      crash: { begin: server.crash, end: server.restart },
      'no connection': {
        begin: async () => {
          await server.run('ALTER ROLE shop CONNECTION LIMIT 0');
          await server.run(ends);
        },
        end: () => server.run('ALTER ROLE shop CONNECTION LIMIT -1'),
      },
    };
    for (const [name, { begin, end }] of Object.entries(troubles)) {
      await begin();
      await shop.isAway(name);
      await end();
      await shop.isBack(name);
    }
    await shop.countsAreKept(openOne(t, server, 'shop'));
  });

  test('a database that cannot decide calls: an instance ends rather than listen', async (t) => {
    const server = await sharedPostgres();
    const { url } = await postgresDatabase(t);
    const environment = environmentOn(url);
    const database = parseDatabaseUrl(url).database;
    await server.run('ALTER FUNCTION gate_decide RENAME TO gone', database);
    await assert.rejects(
      startServer(t, { environment }),
      /ended with code 1 before it listened:(.|\n)*gate_decide/,
    );
    await server.run('ALTER FUNCTION gone RENAME TO gate_decide', database);
    assert.equal((await readinessOf(await startServer(t, { environment }))).calls, 'ok');
  });

  test('the primary dies: its synchronous standby goes on, and no acknowledged count is lost', async (t) => {
    const primary = await startPostgres();
    const standby = await startStandby(primary);
    const proxy = await startFaultProxy(t, primary.port);
    const shop = await startShop(t, primary, proxy.port, 'postgres');
    assert.deepEqual((await shop.load.look()).others, []);
    await primary.crash();
    await shop.isAway('the primary is dead');
    proxy.leadTo(standby.port);
    await shop.isAway('the address leads to a standby');
    await standby.run('SELECT pg_promote()');
    await shop.isBack('the standby was promoted');
    await shop.countsAreKept(openOne(t, standby, 'postgres'));
  });
});

interface Shop {
  readonly load: SteadyLoad;
  /** Every call now gets the 503 of the interface in time, readiness and metrics tell, and pages need no database. */
  isAway(trouble: string): Promise<void>;
  /** Calls are answered again in time, and the instance is ready. */
  isBack(trouble: string): Promise<void>;
  /** No call that was answered is missing in the counts, and none was counted without anybody asking. */
  countsAreKept(database: Database): Promise<void>;
}

/** One instance under a steady load of calls. */
async function startShop(t: TestContext, server: PostgresServer, port: number, name: string): Promise<Shop> {
  const url = urlOf(server, port, name);
  const instance = await startServer(t, { environment: environmentOn(url) });
  const load = startLoad(t, `${instance.address}/v1/category/list`, await issueKey(url));
  await load.nextAnswer();
  return {
    load,
    async isAway(trouble) {
      const told = await load.look();
      assert.deepEqual([told.answered, told.others], [0, []], trouble);
      assert.ok(told.slowestMs < ANSWER_MAX_MS, `${trouble}: an answer took ${told.slowestMs} ms`);
      assert.equal((await fetch(`${instance.address}/v1/openapi.json`)).status, 200, trouble);
      const calls = 'the database cannot be reached';
      assert.deepEqual(await readinessOf(instance), { status: 503, calls }, trouble);
      assert.match(await metricsOf(instance), /^seoga_check_ok\{check="calls"\} 0$/m, trouble);
    },
    async isBack(trouble) {
      const tookMs = await load.nextAnswer();
      assert.ok(tookMs < RETURN_MAX_MS, `${trouble}: the first answer came after ${tookMs} ms`);
      const ready = await eventually(
        () => readinessOf(instance),
        ({ status }) => status === 200,
      );
      assert.deepEqual(ready, { status: 200, calls: 'ok' }, trouble);
      // The metrics look once more, which a machine that stalls may fail.
      const isFine = (metrics: string) => /^seoga_check_ok\{check="calls"\} 1$/m.test(metrics);
      await eventually(() => metricsOf(instance), isFine);
      assert.deepEqual((await load.look()).others, [], trouble);
    },
    async countsAreKept(database) {
      // The instance dies, too: what it has answered is counted all the same.
      await instance.kill();
      const { answered, unavailable, others } = await load.stop();
      const [row] = await database.query<{ counted: number }>(
        'SELECT coalesce(sum(calls), 0)::bigint AS counted FROM call_total',
      );
      const counted = row?.counted ?? Number.NaN;
      assert.ok(answered > 0 && counted >= answered, `${answered} answered, ${counted} counted`);
      const unknown = unavailable + others.length;
      assert.ok(counted <= answered + unknown, `${answered} + ${unknown} asked, ${counted} counted`);
    },
  };
}

function urlOf({ user, password }: PostgresServer, port: number, name: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}

function environmentOn(url: string) {
  return {
    SEOGA_DATABASE_URL: url,
    SEOGA_KEY_PEPPER: PEPPER,
    SEOGA_SESSION_SECRET: 'a-secret-that-only-tests-know-of',
  };
}

async function issueKey(url: string): Promise<string> {
  const database = createDatabase({
    address: parseDatabaseUrl(url),
    connectionsMax: 1,
    callTimeoutMs: 20_000,
  });
  try {
    const options = {
      database,
      pepper: PEPPER,
      keyPrefix: 'seoga_live_',
      clock: systemClock,
    };
    const accounts = createAccountStore(options);
    const person = { email: 'dev@books.example', name: 'Dev', tier: 'free', role: 'developer' } as const;
    const account = await accounts.createAccount(person);
    await accounts.updateAccount(account?.accountId ?? 0, { override: UNLIMITED });
    return (await accounts.issueKey(account?.accountId ?? 0)) ?? '';
  } finally {
    await database.close();
  }
}

/** As an operator looks, past the instance. */
function openOne(t: TestContext, server: PostgresServer, name: string): Database {
  const address = parseDatabaseUrl(urlOf(server, server.port, name));
  const database = createDatabase({ address, connectionsMax: 1, callTimeoutMs: 20_000 });
  t.after(() => database.close());
  return database;
}

async function readinessOf(instance: ServerProcess): Promise<{ status: number; calls: string }> {
  const answer = await fetch(`${await opsOf(instance)}/health/ready`);
  const { checks } = (await answer.json()) as { readonly checks: { readonly calls: string } };
  return { status: answer.status, calls: checks.calls };
}

async function metricsOf(instance: ServerProcess): Promise<string> {
  return (await fetch(`${await opsOf(instance)}/metrics`)).text();
}
