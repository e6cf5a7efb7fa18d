import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeSecrets } from '../../src/store/files/secrets-file.ts';
import { makeBackup } from '../../src/store/sqlite/backup.ts';
import { fullStore, storeFiles } from '../store/postgres/full-store.ts';
import { postgresDatabase, postgresSuite } from '../support/postgres-database.ts';
import { startShop } from '../support/served-shop.ts';
import {
  callApi,
  runSeoga,
  runSeogaEach,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

/** One address for all servers, so that their answers can be compared. */
const BASE = { SEOGA_BASE_URL: 'https://books.example' };
const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';

/** What `verify` says of the shop. A running server publishes a realtime list every ten minutes, so its lists aren't counted. */
const NOTHING_WRONG = /^6 items, 12 order lines, \d+ published editions, 1 account: no problem found\n$/;

const SECRETS = { keyPepper: 'a pepper that is long enough', sessionSecret: 'a secret that is long enough' };

postgresSuite('a store moves', () => {
  test('to PostgreSQL, and back by a backup: the same key gets the same list, and the count goes on', async (t) => {
    const { server, key } = await startShop(t, BASE);
    const { dataDir } = server;
    const before = await call(server, key);
    const { url } = await postgresDatabase(t);
    const running = await server.seoga(['migrate-store', '--to', url]);
    assert.deepEqual([running.code, running.stdout], [1, '']);
    assert.match(running.stderr, /^A server uses .+: stop it first\.\n$/);
    assert.equal(await server.stop(), 0);

    const shared = { ...BASE, ...secretsOf(dataDir), SEOGA_DATABASE_URL: url };
    const moved = await runSeoga(dataDir, ['migrate-store', '--to', url], BASE);
    assert.equal(moved.code, 0, moved.stderr);
    assert.match(moved.stdout, /^The catalogue, \d+ published lists and [\d,]+ rows of accounts copied\. /);
    assert.doesNotMatch(moved.stdout + moved.stderr, /postgres:\/\//);
    const again = await runSeoga(dataDir, ['migrate-store', '--to', url], BASE);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /was moved to PostgreSQL/);

    const instance = await startServer(t, { environment: shared });
    const onPostgres = await call(instance, key);
    assert.deepEqual(onPostgres.items, before.items);
    assert.equal(onPostgres.remaining, before.remaining - 1);
    const folder = join(tempDir(t), 'backup');
    const made = await instance.seoga(['backup', folder]);
    assert.equal(made.code, 0, made.stderr);
    assert.equal(statSync(join(folder, 'secrets.json')).mode & 0o077, 0);
    const verified = await instance.seoga(['verify']);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    assert.match(verified.stdout, NOTHING_WRONG);
    assert.equal(await instance.stop(), 0);
    const copies = readdirSync(instance.dataDir).filter((name) => name.startsWith('copy-'));
    assert.deepEqual(copies, []);

    const home = tempDir(t);
    const restored = await runSeoga(home, ['restore', folder], BASE);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match((await runSeoga(home, ['verify'], BASE)).stdout, NOTHING_WRONG);
    const embedded = await startServer(t, { dataDir: home, environment: BASE });
    const atHome = await call(embedded, key);
    assert.deepEqual(atHome.items, before.items);
    assert.equal(atHome.remaining, before.remaining - 2);
    assert.equal(await embedded.stop(), 0);
  });

  test('a backup is restored into an empty database, under its own secrets only, and verify finds what is wrong', async (t) => {
    const store = await fullStore(t);
    writeSecrets(store.folder, SECRETS);
    const folder = join(tempDir(t), 'backup');
    await makeBackup(store.folder, folder, '2026-11-21T12:00:00+09:00');
    const database = await postgresDatabase(t);
    const dataDir = tempDir(t);
    const scratch = join(dataDir, 'copy-999999999-left');
    mkdirSync(scratch);
    const shared = { ...BASE, ...secretsOf(store.folder), SEOGA_DATABASE_URL: database.url };
    const other = { ...shared, SEOGA_KEY_PEPPER: 'another pepper that is long enough' };
    const refused = await runSeoga(dataDir, ['restore', folder], other);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /other secrets.+Nothing was changed\.\n$/);
    const restored = await runSeoga(dataDir, ['restore', folder], shared);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(
      restored.stdout,
      /^Restored from .+: the catalogue, \d+ published lists and \d+ rows of accounts\.\n$/,
    );
    assert.equal(existsSync(scratch), false, 'what a killed command left is cleared');
    assert.match((await runSeoga(dataDir, ['restore', folder], shared)).stderr, /not empty/);

    const pool = database.open();
    await pool.query('DELETE FROM meter');
    const broken = await runSeoga(dataDir, ['verify'], shared);
    assert.equal(broken.code, 1, broken.stderr);
    assert.match(broken.stdout, /^2 accounts have no meter/m);
    await pool.query(
      `DELETE FROM catalog.part WHERE id = (SELECT base FROM catalog.base WHERE file = 'lists')`,
    );
    const gone = await runSeoga(dataDir, ['verify'], shared);
    assert.equal(gone.code, 1, gone.stderr);
    assert.match(gone.stdout, /^part 1 of \d+ of .+ is missing in the database$/m);
  });

  test('exit code 2 for an address that is none, 1 where there is no store or no server', async (t) => {
    const dataDir = tempDir(t);
    const away = ['migrate-store', '--to', 'postgres://shop:hunter2@127.0.0.1:1/books'];
    const [wrong, bare, none] = await runSeogaEach(
      dataDir,
      [['migrate-store', '--to', 'mysql://x'], ['migrate-store'], away],
      BASE,
    );
    assert.equal(wrong?.code, 2);
    assert.match(wrong.stderr, /^--to must be postgres:/);
    assert.equal(bare?.code, 2);
    assert.deepEqual([none?.code, none?.stdout], [1, '']);
    assert.match(none?.stderr ?? '', /holds no store\.\n$/);
    assert.equal(existsSync(join(dataDir, 'catalog.db')), false);
    storeFiles(t, dataDir);
    const silent = await runSeoga(dataDir, away, BASE);
    assert.equal(silent.code, 1);
    assert.match(silent.stderr, /^seoga migrate-store: the database cannot be reached/m);
    assert.doesNotMatch(silent.stderr, /hunter2/);
  });
});

/** One call of a list, and what it leaves of the day. */
async function call(server: ServerProcess, key: string): Promise<{ items: unknown; remaining: number }> {
  const { status, data, left } = await callApi(server, LIST, key);
  assert.equal(status, 200);
  return { items: data.items, remaining: left };
}

/** What all instances need to know of an embedded store. */
function secretsOf(dataDir: string): { SEOGA_KEY_PEPPER: string; SEOGA_SESSION_SECRET: string } {
  const stored: { keyPepper: string; sessionSecret: string } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  return { SEOGA_KEY_PEPPER: stored.keyPepper, SEOGA_SESSION_SECRET: stored.sessionSecret };
}
