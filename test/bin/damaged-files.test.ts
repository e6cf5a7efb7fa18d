import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { failureReason } from '../../bin/failure-reason.ts';
import { StoreUnavailableError } from '../../src/gate/store-unavailable-error.ts';
import { WriteOvertaken } from '../../src/store/sqlite/catalog-writes.ts';
import { takeFileLock } from '../../src/store/sqlite/process-lock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { runSeoga, runSeogaEach } from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { type Cleanup, suiteCleanup, tempDir } from '../support/temp-dir.ts';

/** What may have become of a file, and what the one line about it names. */
const DAMAGES: Readonly<Record<string, (dataDir: string) => string>> = {
  'accounts.db with damaged pages'(dataDir) {
    const path = join(dataDir, 'accounts.db');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xee, 4096));
    return dataDir;
  },
  'catalog.db cut in half'(dataDir) {
    const path = join(dataDir, 'catalog.db');
    truncateSync(path, statSync(path).size / 2);
    return path;
  },
  'a folder as accounts.db'(dataDir) {
    const path = join(dataDir, 'accounts.db');
    rmSync(path);
    mkdirSync(path);
    return path;
  },
  "another program's database as catalog.db"(dataDir) {
    const path = join(dataDir, 'catalog.db');
    rmSync(path);
    using db = new DatabaseSync(path);
    db.exec('CREATE TABLE books (id INTEGER PRIMARY KEY); PRAGMA user_version = 26');
    return path;
  },
  'accounts.db in the place of catalog.db'(dataDir) {
    const path = join(dataDir, 'catalog.db');
    cpSync(join(dataDir, 'accounts.db'), path);
    return path;
  },
  // As for a user without rights, whoever runs the test.
  "catalog.db that can't be opened"(dataDir) {
    const path = join(dataDir, 'catalog.db');
    rmSync(`${path}-wal`, { force: true });
    mkdirSync(`${path}-wal`);
    return path;
  },
  'half of secrets.json'(dataDir) {
    const path = join(dataDir, 'secrets.json');
    writeFileSync(path, '{');
    return path;
  },
  'no accounts.db'(dataDir) {
    const path = join(dataDir, 'accounts.db');
    rmSync(path);
    return path;
  },
};

describe('a data folder with a damaged file', () => {
  const cleanup = suiteCleanup();
  let whole = '';
  before(async () => {
    whole = tempDir(cleanup);
    const account = ['account', 'create', '--email', 'a@books.example', '--name', 'A'];
    const feed = join(tempDir(cleanup), 'shop.jsonl');
    writeFileSync(feed, jsonLines(smallShop));
    const made = await runSeogaEach(whole, [['import', feed], account]);
    assert.deepEqual(
      made.map(({ code }) => code),
      [0, 0],
    );
  });
  const copy = (t: Cleanup) => {
    const dataDir = tempDir(t);
    cpSync(whole, dataDir, { recursive: true });
    return dataDir;
  };

  for (const [what, damage] of Object.entries(DAMAGES)) {
    test(`${what}: serve says so in one line and exits 1, and so does verify`, async (t) => {
      const dataDir = copy(t);
      const named = damage(dataDir);
      const [served, verified] = await runSeogaEach(dataDir, [['serve'], ['verify']]);
      assert.equal(served?.code, 1);
      assert.equal(served?.stderr.trimEnd().split('\n').length, 1, served?.stderr);
      assert.ok(served?.stderr.includes(named), served?.stderr);
      assert.equal(verified?.code, 1);
      if (what === 'no accounts.db') assert.equal(existsSync(named), false, 'nothing is made in its place');
      assert.doesNotMatch(verified?.stderr ?? '', /\n +at /);
    });
  }

  test('a file in the format of an earlier release is no damage: verify notes it and exits 0', async (t) => {
    const dataDir = copy(t);
    using db = new DatabaseSync(join(dataDir, 'catalog.db'));
    db.exec('PRAGMA user_version = 0; ALTER TABLE sale_order RENAME TO orders');
    const { code, stdout } = await runSeoga(dataDir, ['verify']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^note: catalog\.db [^\n]*earlier release/m);
  });

  test('a category that an import only warned of is a note: verify exits 0', async (t) => {
    const dataDir = copy(t);
    using db = new DatabaseSync(join(dataDir, 'catalog.db'));
    db.exec("DELETE FROM category WHERE category_id = '001001'");
    const { code, stdout } = await runSeoga(dataDir, ['verify']);
    assert.equal(code, 0, stdout);
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
  const ofSqlite = faultOf(() => db.exec('INSERT INTO full VALUES (randomblob(100000))'));
  const ofSystem = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const ofPath = faultOf(() => mkdirSync(join(tempDir(t), 'not', 'there')));
  for (const [error, named] of [
    [ofSqlite, /A file in \/var\/lib\/seoga can't be written/],
    [ofSystem, /A file in \/var\/lib\/seoga can't be written/],
    [ofPath, /\/not\/there isn't there/],
    [
      Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/srv/secrets.json' }),
      /\/srv\/secrets\.json can't/,
    ],
  ] as const) {
    const said = String(failureReason(error, 'import', '/var/lib/seoga'));
    assert.match(said, named);
    assert.doesNotMatch(said, /\n/);
  }
  for (const stopped of [
    new WriteOvertaken('another process has written'),
    new StoreUnavailableError('the database refused with 57P01'),
  ])
    assert.equal(failureReason(stopped, 'import', '/var/lib/seoga'), `seoga import: ${stopped.message}`);
  const bug = String(failureReason(new TypeError('a fault of the program'), 'import', '/var/lib/seoga'));
  assert.match(bug, /\n +at /);
});

function faultOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing failed');
}
