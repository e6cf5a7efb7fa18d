import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StoreUnavailableError } from '../../../src/gate/store-unavailable-error.ts';
import type { Database, Queryable } from '../../../src/store/postgres/database.ts';
import { anItem, category, record } from '../../contracts/catalog/catalog-records.ts';
import { take } from '../../contracts/catalog/feed-store-contract.ts';
import { eventually } from '../../support/eventually.ts';
import { jsonLines } from '../../support/json-lines.ts';
import {
  databaseBehindProxy,
  postgresDatabase,
  postgresSuite,
  type TestDatabase,
} from '../../support/postgres-database.ts';
import { spawnProgram } from '../../support/program.ts';
import { environmentOf } from '../../support/server-process.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { replicaOf } from './log/replica-fixture.ts';

/** Frozen after this time in place of 20 s. */
const SOON_FROZEN = { callTimeoutMs: 20_000, frozenMs: 300, connectionsMax: 5 };

postgresSuite('a participant that freezes inside a transaction', () => {
  test('an importer inside its commit: another one commits, and the frozen one keeps nothing', async (t) => {
    const shared = await postgresDatabase(t);
    const { proxy, database: frozen } = await databaseBehindProxy(t, shared, SOON_FROZEN);
    const one = await replicaOf(t, { ...shared, open: () => frozen });
    const two = await replicaOf(t, shared);
    await take(two.feeds, [record(category('001')), record(anItem(1))]);
    const { importing } = await insideItsCommit(
      shared,
      () => {
        const importing = take(one.feeds, [record(anItem(1, { title: '다른 제목' }))]);
        importing.catch(() => {});
        return { importing };
      },
      () => proxy.set('hang'),
    );
    await endTurn(two.database);
    await take(two.feeds, [record(anItem(2))]);
    proxy.set('none');
    await assert.rejects(importing, StoreUnavailableError);
    await one.follow();
    assert.deepEqual(one.rows(), two.rows());
    assert.equal(await one.catalog.countItems(), 2);
  });

  test('a command that is stopped inside its commit and woken later says so in one line and exits 1', async (t) => {
    const shared = await postgresDatabase(t);
    const database = shared.open();
    const item = { kind: 'item', itemId: 1, title: '제목', catalog: 'BOOK', categoryIds: ['001'] };
    const first = [{ kind: 'category', categoryId: '001', categoryName: '소설' }, item];
    assert.equal(await startImport(t, shared, first).exit, 0);
    const command = await insideItsCommit(
      shared,
      () => startImport(t, shared, [{ ...item, title: '다른 제목' }]),
      ({ child }) => child.kill('SIGSTOP'),
    );
    await eventually(
      () => sessions(database, `state = 'idle in transaction'`),
      (count) => count === 1,
    );
    // What the server does by itself, 20 s later.
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND state = 'idle in transaction'`,
      [shared.name],
    );
    command.child.kill('SIGCONT');
    assert.equal(await command.exit, 1);
    assert.match(command.stderr(), /^seoga import: the database refused with 57P01 [^\n]*\n$/);
  });

  test('a command that another writer has overtaken says so in one line and exits 1', async (t) => {
    const shared = await postgresDatabase(t);
    const command = await insideItsCommit(
      shared,
      () => startImport(t, shared, [{ kind: 'category', categoryId: '001', categoryName: '소설' }]),
      (_, transaction) => transaction.query('UPDATE catalog.head SET no = no + 1'),
    );
    assert.equal(await command.exit, 1);
    assert.match(command.stderr(), /^seoga import: another process has written [^\n]*\n$/);
  });
});

/** Starts a writer, and does some work at the moment when it is about to commit. */
async function insideItsCommit<Writer>(
  shared: TestDatabase,
  start: () => Writer,
  work: (writer: Writer, transaction: Queryable) => unknown,
): Promise<Writer> {
  const watcher = shared.open();
  return await watcher.transaction(
    async (transaction) => {
      await transaction.query('SELECT FROM catalog.head FOR UPDATE');
      const writer = start();
      await eventually(
        () => sessions(watcher, `wait_event_type = 'Lock' AND query LIKE '%UPDATE catalog.head%'`),
        (count) => count === 1,
      );
      await work(writer, transaction);
      return writer;
    },
    { timeoutMs: 60_000 },
  );
}

async function sessions(database: Database, condition: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  return row?.count ?? 0;
}

/** As if it had been silent for longer than its turn lasts. */
function endTurn(database: Database): Promise<unknown> {
  return database.query(`UPDATE catalog.lease SET held_until = '-infinity' WHERE name = 'catalogue'`);
}

function startImport(t: TestContext, { url }: TestDatabase, records: readonly object[]) {
  const folder = tempDir(t);
  const file = join(folder, 'feed.jsonl');
  writeFileSync(file, jsonLines(records));
  const env = environmentOf(folder, {
    SEOGA_DATABASE_URL: url,
    SEOGA_KEY_PEPPER: 'a pepper of all instances',
    SEOGA_SESSION_SECRET: 'a secret of all instances',
  });
  const program = spawnProgram(process.execPath, ['bin/seoga.ts', 'import', file], { env });
  t.after(() => program.child.kill('SIGKILL'));
  return program;
}
