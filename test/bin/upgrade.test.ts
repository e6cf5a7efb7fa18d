import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import inject from 'light-my-request';
import { compose } from '../../bin/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { StoreRefused } from '../../src/sql-database.ts';
import { postgresSteps } from '../../src/store/schema.ts';
import { checkStore, checkStoreVersion } from '../../src/store/sqlite/store-check.ts';
import { verifyFolder } from '../../src/store/verify-store.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { KEPT_RELEASES, type KeptRelease, unpackRelease } from '../support/kept-release.ts';
import { postgresDatabase, postgresSuite, SHARED_SECRETS } from '../support/postgres-database.ts';
import { root } from '../support/program.ts';
import {
  callApi,
  issueKey,
  outputOf,
  refusedWith,
  runSeogaEach,
  startServer,
  UNLIMITED,
} from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { startLoad } from '../support/steady-load.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

for (const release of KEPT_RELEASES) {
  describe(`data of version ${release}`, () => {
    test('every answer is what that version answered, before anything is counted again; then verify finds nothing', async (t) => {
      const kept = unpackRelease(t, release);
      await assertAnswers(kept);
      const { problems, notes } = await verifyFolder(kept.dataDir, () => {});
      assert.deepEqual([...problems, ...notes], []);
    });
  });
}

const NONE_GIVEN = { keyPepper: null, sessionSecret: null };
const LATER = 'PRAGMA user_version = 9000';

const WRITERS = [
  ['a later version: accounts.db', (dir: string) => mark(dir, 'accounts.db', LATER), /newer version/],
  ['a later version: catalog.db', (dir: string) => mark(dir, 'catalog.db', LATER), /newer version/],
  ['a later version: catalog.db that was not closed', setVersionInLog, /newer version/],
  [
    'a build before the first release, or another program',
    (dir: string) => mark(dir, 'catalog.db', 'PRAGMA application_id = 0; PRAGMA user_version = 52'),
    /catalog\.db was not written by a release/,
  ],
] as const;

for (const [what, write, named] of WRITERS) {
  test(`data of ${what}: refused in one line, and every byte stays as it is`, (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    write(dataDir);
    const before = bytesOf(dataDir);
    for (const check of [checkStoreVersion, (dir: string) => checkStore(dir, NONE_GIVEN)])
      assert.throws(
        () => check(dataDir),
        (error) => error instanceof StoreRefused && named.test(error.message) && !/\n/.test(error.message),
      );
    assert.deepEqual(bytesOf(dataDir), before);
  });
}

test('every command that needs the store refuses data of a later version, and leaves every byte as it is', async (t) => {
  const { dataDir } = unpackRelease(t, '1.0.0');
  mark(dataDir, 'catalog.db', LATER);
  const before = bytesOf(dataDir);
  for (const refused of await runSeogaEach(dataDir, [['serve'], ['rank'], ['verify']]))
    refusedWith(refused, 1, /^[^\n]*newer version of Seoga[^\n]*Nothing was changed\.\n$/);
  assert.deepEqual(bytesOf(dataDir), before);
});

postgresSuite('an update of several instances', () => {
  test('this release goes on beside the next one, which has changed the tables: calls, commands, and a restart', async (t) => {
    const { url, open } = await postgresDatabase(t);
    const environment = { SEOGA_DATABASE_URL: url, ...SHARED_SECRETS, ...UNLIMITED };
    const before = await startServer(t, { environment });
    const key = await issueKey(before);
    const load = startLoad(t, `${before.address}/v1/category/list`, key);
    await load.nextAnswer();
    const next = await startServer(t, { environment, tree: nextRelease(t) });
    const [tables] = await open().query('SELECT version FROM store_schema');
    assert.deepEqual(tables, { version: postgresSteps().length + 1 });
    await load.nextAnswer();
    outputOf(await before.seoga(['import', '-'], { input: jsonLines(smallShop) }));
    const commands = [['rank'], ['verify'], ['export'], ['backup', join(tempDir(t), 'backup')]];
    for (const done of await before.seogaEach(commands)) outputOf(done);
    assert.deepEqual((await load.stop()).others, []);
    assert.equal(await before.stop(), 0);
    const item = '/v1/goods/itemDetail?searchType=ItemId&query=1001';
    for (const server of [await startServer(t, { environment }), next])
      assert.equal((await callApi(server, item, key)).status, 200);
  });
});

/** A copy of the project as its next release, which adds columns to tables in use. */
function nextRelease(t: Cleanup): string {
  const tree = tempDir(t);
  for (const name of [
    'bin',
    'demo',
    'docs',
    'src',
    'package.json',
    'package-lock.json',
    'scripts/run.mjs',
    'scripts/set-up.mjs',
  ])
    cpSync(join(root, name), join(tree, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const added = ['account', 'meter', 'item', 'catalog_state', 'sale'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN later integer NOT NULL DEFAULT 0;`,
  );
  writeFileSync(join(tree, 'src/store/schema/later.sql'), added.join('\n'));
  const schema = join(tree, 'src/store/schema.ts');
  const [first = '', ...rest] = readFileSync(schema, 'utf8').split('\n] as const;');
  writeFileSync(schema, [`${first}\n  { files: ['later.sql'], oldest: 1 },`, ...rest].join('\n] as const;'));
  return tree;
}

async function assertAnswers(kept: KeptRelease): Promise<void> {
  const config = readConfig({
    SEOGA_DATA_DIR: kept.dataDir,
    SEOGA_KEY_PREFIX: kept.keyPrefix,
    SEOGA_BASE_URL: 'https://books.example',
    SEOGA_LOG_LEVEL: 'silent',
  });
  const clock = fixedClock(kept.at);
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  try {
    assert.equal(await service.store.search.whenReady(60_000), true);
    for (const [url, expected] of Object.entries(kept.answers)) {
      const response = await inject(service.app.listener, { url, headers: { 'x-api-key': kept.key } });
      assert.equal(response.statusCode, 200, `${url}: ${response.payload}`);
      assert.partialDeepStrictEqual(response.json().data, expected, url);
      clock.advance(1_000);
    }
  } finally {
    await service.close();
  }
}

function mark(dataDir: string, name: string, sql: string): void {
  using db = new DatabaseSync(join(dataDir, name));
  db.exec(`${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
}

/** The later version is in the write-ahead log alone, as after a kill. */
function setVersionInLog(dir: string): void {
  const path = join(dir, 'catalog.db');
  const script = `const {DatabaseSync} = require('node:sqlite'); const db = new DatabaseSync(${JSON.stringify(path)});
    db.exec('PRAGMA user_version = 9000'); process.kill(process.pid, 'SIGKILL')`;
  spawnSync(process.execPath, ['-e', script]);
}

/** Without the index and the empty log that every reader of a database makes. */
function bytesOf(dir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.includes('.') && !name.endsWith('-shm')).sort();
  const bytes = files.map((name) => [name, readFileSync(join(dir, name), 'latin1')] as const);
  return Object.fromEntries(bytes.filter(([name, text]) => !name.endsWith('-wal') || text !== ''));
}
