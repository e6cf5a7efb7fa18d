import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeSecrets } from '../../src/store/private-files.ts';
import { makeBackup } from '../../src/store/sqlite/backup.ts';
import { fullStore, storeFiles } from '../store/postgres/full-store.ts';
import { postgresDatabase, postgresSuite } from '../support/postgres-database.ts';
import { startShop } from '../support/served-shop.ts';
import {
  callApi,
  outputOf,
  refusedWith,
  runSeoga,
  runSeogaEach,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

/** One address for all servers, so that their answers can be compared. */
const BASE = { SEOGA_BASE_URL: 'https://books.example' };
const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';

/** A running server publishes a realtime list every ten minutes, so lists aren't counted. */
const NOTHING_WRONG = /^6 items, 12 order lines, \d+ published editions, 1 account: no problem found\n$/;

const SECRETS = { keyPepper: 'a pepper that is long enough', sessionSecret: 'a secret that is long enough' };

postgresSuite('a store moves', () => {
  test('to PostgreSQL, and back by a backup: the same key gets the same list, and the count goes on', async (t) => {
    const { server, key } = await startShop(t, BASE);
    const { dataDir } = server;
    const before = await call(server, key);
    const { url } = await postgresDatabase(t);
    const move = ['migrate-store', '--to', url];
    refusedWith(await server.seoga(move), 1, /^A server uses .+: stop it first\.\n$/);
    assert.equal(await server.stop(), 0);

    const shared = { ...BASE, ...secretsOf(dataDir), SEOGA_DATABASE_URL: url };
    const moved = await runSeoga(dataDir, move, BASE);
    assert.match(
      outputOf(moved),
      /^The catalogue, \d+ published lists and [\d,]+ rows of accounts copied\. /,
    );
    assert.doesNotMatch(moved.stdout + moved.stderr, /postgres:\/\//);
    refusedWith(await runSeoga(dataDir, move, BASE), 1, /was moved to PostgreSQL/);

    const instance = await startServer(t, { environment: shared });
    const onPostgres = await call(instance, key);
    assert.deepEqual(onPostgres, { items: before.items, remaining: before.remaining - 1 });
    const folder = join(tempDir(t), 'backup');
    outputOf(await instance.seoga(['backup', folder]));
    assert.equal(statSync(join(folder, 'secrets.json')).mode & 0o077, 0);
    assert.match(outputOf(await instance.seoga(['verify'])), NOTHING_WRONG);
    assert.equal(await instance.stop(), 0);
    assert.equal(existsSync(join(instance.dataDir, 'copy')), false);

    const home = tempDir(t);
    const [restored, verified] = await runSeogaEach(home, [['restore', folder], ['verify']], BASE);
    outputOf(restored);
    assert.match(outputOf(verified), NOTHING_WRONG);
    const embedded = await startServer(t, { dataDir: home, environment: BASE });
    assert.deepEqual(await call(embedded, key), { items: before.items, remaining: before.remaining - 2 });
    assert.equal(await embedded.stop(), 0);
  });

  test('a backup is restored into an empty database, under its own secrets only, and verify finds what is wrong', async (t) => {
    const store = await fullStore(t);
    writeSecrets(store.folder, SECRETS);
    const folder = join(tempDir(t), 'backup');
    await makeBackup(store.folder, folder, '2026-11-21T12:00:00+09:00');
    const database = await postgresDatabase(t);
    const dataDir = tempDir(t);
    const scratch = join(dataDir, 'copy');
    mkdirSync(join(scratch, 'left'), { recursive: true });
    const shared = { ...BASE, ...secretsOf(store.folder), SEOGA_DATABASE_URL: database.url };
    const words = ['restore', folder];
    const other = { ...shared, SEOGA_KEY_PEPPER: 'another pepper that is long enough' };
    const [refused, restored, again] = await runSeogaEach(dataDir, [
      { words, settings: other },
      { words, settings: shared },
      { words, settings: shared },
    ]);
    refusedWith(refused, 1, /other secrets.+Nothing was changed\.\n$/);
    assert.match(
      outputOf(restored),
      /^Restored from .+: the catalogue, \d+ published lists and \d+ rows of accounts\.\n$/,
    );
    assert.equal(existsSync(scratch), false, 'what a killed command left is cleared');
    refusedWith(again, 1, /not empty/);

    const pool = database.open();
    for (const [damage, said] of [
      ['DELETE FROM meter', /^2 accounts have no meter/m],
      [`UPDATE item SET title = 'other' WHERE item_id = 1001`, /^item 1001: its stored data are damaged$/m],
    ] as const) {
      await pool.query(damage);
      const { code, stdout, stderr } = await runSeoga(dataDir, ['verify'], shared);
      assert.equal(code, 1, stderr);
      assert.match(stdout, said);
    }
  });

  test('exit code 2 for an address that is none, 1 where there is no store or no server; migrate has nothing to do', async (t) => {
    const dataDir = tempDir(t);
    const away = ['migrate-store', '--to', 'postgres://shop:hunter2@127.0.0.1:1/books'];
    const words = [['migrate-store', '--to', 'mysql://x'], ['migrate-store'], away, ['migrate']];
    const [wrong, bare, none, migrated] = await runSeogaEach(dataDir, words, BASE);
    refusedWith(wrong, 2, /^--to must be postgres:/);
    refusedWith(bare, 2, /./);
    refusedWith(none, 1, /holds no store\.\n$/);
    assert.equal(outputOf(migrated), '');
    assert.equal(existsSync(join(dataDir, 'catalog.db')), false);
    storeFiles(t, dataDir);
    refusedWith(
      await runSeoga(dataDir, away, BASE),
      1,
      /^seoga migrate-store: the database cannot be reached(?!.*hunter2)/m,
    );
  });
});

async function call(server: ServerProcess, key: string) {
  const { status, data, left } = await callApi(server, LIST, key);
  assert.equal(status, 200);
  return { items: data.items, remaining: left };
}

function secretsOf(dataDir: string) {
  const stored: typeof SECRETS = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  return { SEOGA_KEY_PEPPER: stored.keyPepper, SEOGA_SESSION_SECRET: stored.sessionSecret };
}
