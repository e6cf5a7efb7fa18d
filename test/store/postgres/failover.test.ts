import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseDatabaseUrl } from '../../../src/config/database-url.ts';
import { StoreUnavailableError } from '../../../src/gate/store-unavailable-error.ts';
import { createDatabase, type Database } from '../../../src/store/postgres/database.ts';
import { migratePostgres } from '../../../src/store/postgres/migrate.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseBehindProxy, postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import { type PostgresServer, startPostgres, startStandby } from '../../support/postgres-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

const PATIENCE_MS = 60_000;
const ROUND_TRIP_MS = 300;

postgresSuite('a standby that takes over while its primary lives on', () => {
  test('no pool uses the former primary: neither running nor fresh ones, nor those that see nothing else', async (t) => {
    const before = await startPostgres();
    await migratePostgres(open(t, [before]));
    const after = await startStandby(before);
    // Its commits wait for no standby, so nothing but the program keeps anybody from using it.
    await before.run(`ALTER SYSTEM SET synchronous_standby_names = ''`);
    await before.run('SELECT pg_reload_conf()');
    const memoryPath = join(tempDir(t), 'primary.json');
    const running = open(t, [before, after], memoryPath);
    assert.equal(await portOf(running), before.port);
    await after.run('SELECT pg_promote()');
    assert.equal(await portOf(open(t, [before, after])), after.port, 'a fresh one, at once');
    // A running one, soon.
    await eventually(
      () => portOf(running),
      (port) => port === after.port,
    );
    await assert.rejects(portOf(open(t, [before], memoryPath)), /is a former primary \(timeline 1; .* 2\)/);
    const refusal = await eventually(
      () => portOf(open(t, [before])).catch(String),
      (answer) => typeof answer === 'string',
    );
    assert.match(String(refusal), /is a former primary/, 'one that remembers nothing');
    const former = async () => {
      await portOf(running);
      return running.formerPrimaries();
    };
    await eventually(former, (count) => count === 1);
  });
});

postgresSuite('a commit that no standby confirms', () => {
  test('is never taken for one that is safe, and leaves no connection of the server busy', async (t) => {
    const primary = await startPostgres();
    await primary.run('CREATE TABLE note (n int)');
    const standby = await startStandby(primary);
    standby.signalAll('SIGSTOP');
    t.after(() => standby.signalAll('SIGCONT'));
    const database = open(t, [primary], undefined, 400);
    const CALLS = 12;
    for (let call = 0; call < CALLS; call++)
      await assert.rejects(database.query('INSERT INTO note VALUES (1)'), StoreUnavailableError);
    await assert.rejects(
      database.transaction((transaction) => transaction.query('INSERT INTO note VALUES (1)')),
      StoreUnavailableError,
    );
    const watcher = open(t, [primary]);
    // No statement that was given up goes on.
    await eventually(
      () => busyConnections(watcher),
      (count) => count === 0,
    );
    // An operator ends the wait: the server then says "done", with a warning.
    const waiting = open(t, [primary]).queryWithin(PATIENCE_MS, 'INSERT INTO note VALUES (1)');
    waiting.catch(() => {});
    await eventually(
      () => busyConnections(watcher),
      (count) => count === 1,
    );
    await watcher.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    await assert.rejects(waiting, /no standby has confirmed/);
  });
});

postgresSuite('a network with a long round trip', () => {
  test('a connection takes longer than a call may wait: a later call gets it', async (t) => {
    const { proxy, database } = await databaseBehindProxy(t, await postgresDatabase(t));
    proxy.set('cut');
    await assert.rejects(database.query('SELECT 1'), StoreUnavailableError);
    proxy.set('slow', ROUND_TRIP_MS / 2);
    await eventually(() =>
      database.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  });
});

function open(
  t: TestContext,
  servers: readonly PostgresServer[],
  memoryPath?: string,
  callTimeoutMs = 20_000,
): Database {
  const [{ user, password } = { user: '', password: '' }] = servers;
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const address = parseDatabaseUrl(`postgres://${user}:${password}@${hosts}/postgres`);
  const database = createDatabase({
    address: memoryPath === undefined ? address : { ...address, memoryPath },
    connectionsMax: 2,
    callTimeoutMs,
  });
  t.after(() => database.close());
  return database;
}

async function portOf(database: Database): Promise<number> {
  const [row] = await database.query<{ port: string }>(`SELECT current_setting('port') AS port`);
  return Number(row?.port);
}

async function busyConnections(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'seoga' AND wait_event = 'SyncRep'`,
  );
  return row?.count ?? 0;
}
