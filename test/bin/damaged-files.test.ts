import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { failureReason } from '../../bin/failure-reason.ts';
import { CatalogBusyError, StoreRefused, StoreUnavailableError } from '../../src/sql-database.ts';
import { takeFileLock } from '../../src/store/sqlite/database.ts';
import { checkStore } from '../../src/store/sqlite/store-check.ts';
import { unpackRelease } from '../support/kept-release.ts';
import { outputOf, refusedWith, runSeoga, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const NONE_GIVEN = { keyPepper: null, sessionSecret: null };

const DAMAGES: Readonly<
  Record<string, readonly (readonly [name: string, damage: (path: string) => void])[]>
> = {
  'is missing': ['accounts.db', 'catalog.db', 'secrets.json'].map((name) => [name, rmSync]),
  'is empty': ['accounts.db', 'catalog.db', 'secrets.json'].map((name) => [name, truncateSync]),
  'is cut in half': ['catalog.db', 'secrets.json'].map((name) => [
    name,
    (path) => truncateSync(path, statSync(path).size >> 1),
  ]),
  'is a folder': [['accounts.db', (path) => [rmSync(path), mkdirSync(path)]]],
  'is that of accounts': [['catalog.db', (path) => cpSync(join(path, '..', 'accounts.db'), path)]],
  // A user without rights gets the same error.
  "can't be opened": [['catalog.db', (path) => [rmSync(`${path}-wal`), mkdirSync(`${path}-wal`)]]],
};

describe('a data folder with a damaged file', () => {
  for (const [what, files] of Object.entries(DAMAGES)) {
    for (const [name, damage] of files) {
      test(`${name} ${what}: refused in one line that names it, and nothing is made in its place`, (t) => {
        const { dataDir } = unpackRelease(t, '1.0.0');
        const path = join(dataDir, name);
        damage(path);
        const isRefused = (error: unknown) =>
          error instanceof StoreRefused && error.message.includes(path) && !error.message.includes('\n');
        assert.throws(() => checkStore(dataDir, NONE_GIVEN), isRefused);
        assert.equal(existsSync(path), what !== 'is missing');
      });
    }
  }

  test('commands that only read the accounts are refused without them, too, and make none', async (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    const path = join(dataDir, 'accounts.db');
    rmSync(path);
    for (const one of await runSeogaEach(dataDir, [['mail'], ['audit'], ['key', 'list']]))
      refusedWith(one, 1, /accounts\.db is missing/);
    assert.equal(existsSync(path), false);
  });

  test('lists.db that is lost or damaged keeps nothing from starting', (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    const path = join(dataDir, 'lists.db');
    for (const damage of [() => writeFileSync(path, 'x'.repeat(8_192)), () => rmSync(path)]) {
      damage();
      checkStore(dataDir, NONE_GIVEN);
    }
  });

  test('secrets in the environment stand in for a secrets.json that is not there', (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    rmSync(join(dataDir, 'secrets.json'));
    checkStore(dataDir, { keyPepper: 'p', sessionSecret: 's' });
  });

  test('secrets that are damaged: serve says so in one line, verify among its findings, and both exit 1', async (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    const path = join(dataDir, 'secrets.json');
    writeFileSync(path, '{');
    const [served, verified] = await runSeogaEach(dataDir, [['serve'], ['verify']]);
    assert.deepEqual([served?.code, verified?.code], [1, 1]);
    assert.equal(served?.stderr.trimEnd().split('\n').length, 1, served?.stderr);
    for (const said of [served?.stderr, verified?.stdout]) assert.ok(said?.includes(path), said);
  });

  test('a file in the format of an earlier release, and a category that an import only warned of, are notes: verify exits 0', async (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    using catalog = new DatabaseSync(join(dataDir, 'catalog.db'));
    catalog.exec("DELETE FROM category WHERE category_id = '001001'");
    using accounts = new DatabaseSync(join(dataDir, 'accounts.db'));
    accounts.exec('PRAGMA user_version = 0; ALTER TABLE account RENAME TO person');
    const stdout = outputOf(await runSeoga(dataDir, ['verify']));
    assert.match(stdout, /^note: accounts\.db /m);
    assert.match(stdout, /^note: category 001001 of item \d+ /m);
  });
});

test('a lock that is damaged, or on a full disk, is no other holder: takeFileLock throws', (t) => {
  const path = join(tempDir(t), 'serve.lock');
  writeFileSync(path, 'x'.repeat(4096));
  assert.throws(() => takeFileLock(path), { errcode: 26 });
});

test('a full disk, a lack of rights, another writer, a database that is away: one line, whatever command meets it', (t) => {
  using db = new DatabaseSync(join(tempDir(t), 'full.db'));
  db.exec('CREATE TABLE full (text); PRAGMA max_page_count = 2');
  const told = (error: unknown) => String(failureReason(error, 'import', '/var/lib/seoga'));
  const full = /^[^\n]*A file in \/var\/lib\/seoga can't be written[^\n]*$/;
  for (const [fail, named] of [
    [() => db.exec('INSERT INTO full VALUES (randomblob(100000))'), full],
    [() => mkdirSync(join(tempDir(t), 'not', 'there')), /^[^\n]*\/not\/there isn't there[^\n]*$/],
  ] as const)
    assert.throws(fail, (error) => named.test(told(error)));
  for (const [error, named] of [
    [{ code: 'ENOSPC' }, full],
    [{ errcode: 778 }, full],
    [{ errcode: 11 }, /^[^\n]*\/var\/lib\/seoga[^\n]*$/],
    [{ code: 'EACCES', path: '/srv/secrets.json' }, /^[^\n]*\/srv\/secrets\.json can't[^\n]*$/],
  ] as const)
    assert.match(told(Object.assign(new Error('no'), error)), named);
  for (const stopped of [
    new CatalogBusyError('another process writes'),
    new StoreUnavailableError('the database refused with 57P01'),
  ])
    assert.equal(told(stopped), `seoga import: ${stopped.message}`);
  assert.match(told(new TypeError('a fault of the program')), /\n +at /);
});
