import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isWellFormedKey } from '../../src/accounts/api-key.ts';
import { postgresDatabase, postgresSuite } from '../support/postgres-database.ts';
import { runSeoga, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const SECRETS = {
  SEOGA_KEY_PEPPER: 'a pepper of all instances',
  SEOGA_SESSION_SECRET: 'a secret of all instances',
};
const AWAY = 'postgres://shop:hunter2@127.0.0.1:1/books';

postgresSuite('the command line on PostgreSQL', () => {
  test('accounts and keys made on one machine hold on another, and no machine keeps anything', async (t) => {
    const { url } = await postgresDatabase(t);
    const newer = await postgresDatabase(t);
    await newer.open().query('UPDATE store_schema SET version = 9999');
    const account = ['--account', 'dev@example.com'];
    const commands = [
      { words: ['account', 'create', '--email', 'dev@example.com', '--name', 'Dev'], on: url },
      { words: ['key', 'issue', ...account], on: url },
      { words: ['key', 'issue', ...account], on: url },
      { words: ['key', 'revoke', ...account], on: url },
      { words: ['token', 'list'], on: url },
      { words: ['mail'], on: url },
      { words: ['migrate-store', '--to', 'postgres://db/books'], on: url },
      { words: ['token', 'list'], on: AWAY },
      { words: ['token', 'list'], on: newer.url },
    ];
    // Each on a machine of its own.
    const machines = commands.map(() => join(tempDir(t), 'data'));
    const results = await runSeogaEach(
      tempDir(t),
      commands.map(({ words, on }, at) => ({
        words,
        settings: { SEOGA_DATABASE_URL: on, SEOGA_DATA_DIR: machines[at] ?? '' },
      })),
      SECRETS,
    );
    assert.deepEqual(machines.filter(existsSync), [], 'nothing is kept on these machines');
    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 0, 1, 0, 0, 0, 1, 1, 1],
    );
    assert.equal(isWellFormedKey('seoga_live_', results[1]?.stdout.trim() ?? ''), true);
    const [embeddedOnly, away, later] = results.slice(-3).map(({ stderr }) => stderr);
    assert.match(embeddedOnly ?? '', /^seoga migrate-store works on the embedded store only[^\n]*\n$/);
    assert.match(away ?? '', /^seoga token list: the database cannot be reached[^\n]*\n$/);
    assert.doesNotMatch(away ?? '', /hunter2/);
    assert.match(later ?? '', /^The database has version 9999[^\n]*\n$/);
  });

  test('migrate has nothing to do on the embedded store, and makes none', async (t) => {
    const dataDir = join(tempDir(t), 'data');
    const { code, stdout, stderr } = await runSeoga(dataDir, ['migrate']);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /nothing to do/i);
    assert.equal(existsSync(dataDir), false);
  });
});
