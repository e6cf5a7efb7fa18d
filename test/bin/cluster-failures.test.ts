import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseDatabaseUrl } from '../../src/config/readers.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import {
  postgresDatabase,
  postgresSuite,
  SHARED_SECRETS,
  sharedPostgres,
} from '../support/postgres-database.ts';
import { type PostgresServer, startPostgres, startStandby } from '../support/postgres-server.ts';
import { issueKey, opsOf, type ServerProcess, startServer, UNLIMITED } from '../support/server-process.ts';
import { startLoad } from '../support/steady-load.ts';

/** The promise is a second, and two until answers are good again; a busy machine gets more. */
const ANSWER_MAX_MS = 20_000;
const RETURN_MAX_MS = 60_000;
postgresSuite('an instance whose database is in trouble', () => {
  test('the server hung, crashed, or without a free connection: 503 in time, readiness tells, pages go on, nothing is lost', async (t) => {
    const server = await startPostgres();
    await server.run(`CREATE ROLE shop LOGIN PASSWORD '${server.password}'`);
    await server.run('CREATE DATABASE shop OWNER shop');
    const shop = await startShop(t, { ...server, user: 'shop' }, server.port, 'shop');
    const ends = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'shop'`;
    const limit = (connections: number) => server.run(`ALTER ROLE shop CONNECTION LIMIT ${connections}`);
    for (const [name, begin, end] of [
      ['hang', () => server.signalAll('SIGSTOP'), () => server.signalAll('SIGCONT')],
      ['crash', server.crash, server.restart],
      ['no connection', () => limit(0).then(() => server.run(ends)), () => limit(-1)],
    ] as const) {
      await begin();
      await shop.isAway(name);
      await end();
      await shop.isBack(name);
    }
    await shop.countsAreKept(server);
  });

  test('a database that cannot decide calls: an instance ends rather than listen', async (t) => {
    const server = await sharedPostgres();
    const { url } = await postgresDatabase(t);
    const environment = { SEOGA_DATABASE_URL: url, ...SHARED_SECRETS };
    const database = parseDatabaseUrl(url).database;
    await server.run('ALTER FUNCTION gate_decide RENAME TO gone', database);
    await assert.rejects(
      startServer(t, { environment }),
      /ended with code 1 before it listened:(.|\n)*gate_decide/,
    );
    await server.run('ALTER FUNCTION gone RENAME TO gate_decide', database);
    const instance = await startServer(t, { environment });
    await eventually(
      () => readinessOf(instance),
      ({ calls }) => calls === 'ok',
    );
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
    await shop.countsAreKept(standby);
  });
});

async function startShop(t: TestContext, server: PostgresServer, port: number, name: string) {
  const urlOn = (user: string, at: number) => `postgres://${user}:${server.password}@127.0.0.1:${at}/${name}`;
  const environment = { SEOGA_DATABASE_URL: urlOn(server.user, port), ...SHARED_SECRETS, ...UNLIMITED };
  const instance = await startServer(t, { environment });
  const load = startLoad(t, `${instance.address}/v1/category/list`, await issueKey(instance));
  await load.nextAnswer();
  return {
    load,
    /** Every call gets 503 in time, readiness and metrics tell, and pages need no database. */
    async isAway(trouble: string) {
      const told = await load.look();
      assert.deepEqual([told.answered, told.others], [0, []], trouble);
      assert.ok(told.slowestMs < ANSWER_MAX_MS, `${trouble}: an answer took ${told.slowestMs} ms`);
      assert.equal((await fetch(`${instance.address}/v1/openapi.json`)).status, 200, trouble);
      const calls = 'the database cannot be reached';
      assert.deepEqual(await readinessOf(instance), { status: 503, calls }, trouble);
      assert.match(await metricsOf(instance), /^seoga_check_ok\{check="calls"\} 0$/m, trouble);
    },
    async isBack(trouble: string) {
      const tookMs = await load.nextAnswer();
      assert.ok(tookMs < RETURN_MAX_MS, `${trouble}: the first answer came after ${tookMs} ms`);
      const ready = await eventually(
        () => readinessOf(instance),
        ({ status }) => status === 200,
      );
      assert.deepEqual(ready, { status: 200, calls: 'ok' }, trouble);
      // The metrics look once more.
      const isFine = (metrics: string) => /^seoga_check_ok\{check="calls"\} 1$/m.test(metrics);
      await eventually(() => metricsOf(instance), isFine);
      assert.deepEqual((await load.look()).others, [], trouble);
    },
    /** Every answered call is counted, and none that nobody made. */
    async countsAreKept(holder: PostgresServer) {
      await instance.kill();
      const { answered, unavailable, others } = await load.stop();
      const address = parseDatabaseUrl(urlOn(holder.user, holder.port));
      const database = createDatabase({ address, connectionsMax: 1, callTimeoutMs: 20_000 });
      t.after(() => database.close());
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

async function readinessOf(instance: ServerProcess): Promise<{ status: number; calls: string }> {
  const answer = await fetch(`${await opsOf(instance)}/health/ready`);
  const { checks } = (await answer.json()) as { readonly checks: { readonly calls: string } };
  return { status: answer.status, calls: checks.calls };
}

async function metricsOf(instance: ServerProcess): Promise<string> {
  return (await fetch(`${await opsOf(instance)}/metrics`)).text();
}
