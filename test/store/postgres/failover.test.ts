import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseDatabaseUrl } from '../../../src/config/readers.ts';
import { StoreUnavailableError } from '../../../src/sql-database.ts';
import { createDatabase, type Database } from '../../../src/store/postgres/database.ts';
import { eventually } from '../../support/eventually.ts';
import { postgresSuite } from '../../support/postgres-database.ts';
import { type PostgresServer, startPostgres, startStandby } from '../../support/postgres-server.ts';

const PATIENCE_MS = 60_000;

postgresSuite('a server that takes no writes any more', () => {
  test('is not used, nor are its idle connections, although none breaks', async (t) => {
    const server = await startPostgres();
    await server.run('CREATE TABLE note (n int)');
    const database = open(t, server);
    const write = () => database.query('INSERT INTO note VALUES (1)');
    await Promise.all([write(), write()]);
    assert.equal(database.figures().idle, 2);
    await server.run('ALTER SYSTEM SET default_transaction_read_only = on');
    await server.run('SELECT pg_reload_conf()');
    const isUnavailable = (error: unknown) => error instanceof StoreUnavailableError;
    await eventually(() => write().then(() => false, isUnavailable));
    await assert.rejects(database.query('SELECT 1'), StoreUnavailableError, 'the idle connection');
  });
});

postgresSuite('a commit that no standby confirms', () => {
  test('is never taken for one that is safe, and leaves no connection of the server busy', async (t) => {
    const primary = await startPostgres();
    await primary.run('CREATE TABLE note (n int)');
    const standby = await startStandby(primary);
    standby.signalAll('SIGSTOP');
    t.after(() => standby.signalAll('SIGCONT'));
    const database = open(t, primary, 400);
    const WAITS = `application_name = 'seoga' AND wait_event = 'SyncRep'`;
    const CALLS = 12;
    for (let call = 0; call < CALLS; call++)
      await assert.rejects(database.query('INSERT INTO note VALUES (1)'), StoreUnavailableError);
    await assert.rejects(
      database.transaction((transaction) => transaction.query('INSERT INTO note VALUES (1)')),
      StoreUnavailableError,
    );
    const watcher = open(t, primary);
    await eventually(
      () => sessions(watcher, WAITS),
      (count) => count === 0,
    );
    // An operator ends the wait: the server then says "done", with a warning.
    const waiting = open(t, primary).query('INSERT INTO note VALUES (1)', [], PATIENCE_MS);
    waiting.catch(() => {});
    await eventually(
      () => sessions(watcher, WAITS),
      (count) => count === 1,
    );
    await watcher.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    await assert.rejects(waiting, /no standby has confirmed/);
  });
});

function open(t: TestContext, { user, password, port }: PostgresServer, callTimeoutMs = 20_000): Database {
  const address = parseDatabaseUrl(`postgres://${user}:${password}@127.0.0.1:${port}/postgres`);
  const database = createDatabase({ address, connectionsMax: 2, callTimeoutMs });
  t.after(() => database.close());
  return database;
}

async function sessions(database: Database, condition: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  return row?.count ?? 0;
}
