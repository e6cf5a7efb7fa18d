import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWellFormedKey } from '../../src/accounts/api-key.ts';
import { postgresDatabase, postgresSuite } from '../support/postgres-database.ts';
import { runSeoga, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/seoga.ts');
const SECRETS = {
  SEOGA_KEY_PEPPER: 'a pepper of all instances',
  SEOGA_SESSION_SECRET: 'a secret of all instances',
};

/** The command line of any machine that shares the database: each call has an empty data folder. */
function commandLine(t: TestContext, url: string) {
  return (...args: string[]) => {
    const dataDir = join(tempDir(t), 'data');
    const env = {
      ...process.env,
      NODE_V8_COVERAGE: '',
      ...SECRETS,
      SEOGA_DATABASE_URL: url,
      SEOGA_DATA_DIR: dataDir,
    };
    return new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(process.execPath, [PROGRAM, ...args], { env }, (error, out, err) => {
        assert.equal(existsSync(dataDir), false, 'nothing is kept on this machine');
        resolve({ code: Number(error?.code ?? 0), out: out.trim(), err: err.trim() });
      });
    });
  };
}

postgresSuite('the command line on PostgreSQL', () => {
  test('PostgreSQL: accounts and keys made on one machine hold on another', async (t) => {
    const { url } = await postgresDatabase(t);
    const seoga = commandLine(t, url);
    const created = await seoga('account', 'create', '--email', 'dev@example.com', '--name', 'Dev');
    assert.deepEqual({ ...created, err: '' }, { code: 0, out: '1', err: '' });
    const commands = [
      ['key', 'issue', '--account', created.out],
      ['key', 'issue', '--account', 'dev@example.com'],
      ['key', 'revoke', '--account', created.out],
      ['token', 'list'],
      ['mail'],
    ];
    // Each on a machine of its own.
    const machines = commands.map(() => join(tempDir(t), 'data'));
    const [issued, again, revoked, listed, mail] = await runSeogaEach(
      tempDir(t),
      commands.map((words, at) => ({ words, settings: { SEOGA_DATA_DIR: machines[at] ?? '' } })),
      { ...SECRETS, SEOGA_DATABASE_URL: url },
    );
    assert.deepEqual(machines.filter(existsSync), [], 'nothing is kept on these machines');
    assert.equal(isWellFormedKey('seoga_live_', issued?.stdout.trim() ?? ''), true);
    assert.equal(again?.code, 1);
    assert.equal(revoked?.code, 0);
    assert.deepEqual([listed?.code, listed?.stdout], [0, '']);
    assert.match(mail?.stderr ?? '', /No emails/);
  });

  test('PostgreSQL: a command for the embedded store alone refuses rather than work on it', async (t) => {
    const seoga = commandLine(t, (await postgresDatabase(t)).url);
    const { code, out, err } = await seoga('migrate-store', '--to', 'postgres://db/books');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^seoga migrate-store works on the embedded store only[^\n]*$/);
  });

  test('migrate has nothing to do on the embedded store, and makes none', async (t) => {
    const dataDir = join(tempDir(t), 'data');
    const { code, stdout, stderr } = await runSeoga(dataDir, ['migrate']);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /nothing to do/i);
    assert.equal(existsSync(dataDir), false);
  });

  test('PostgreSQL: a database that is away, or newer, is one line without its password', async (t) => {
    const away = await commandLine(t, 'postgres://shop:hunter2@127.0.0.1:1/books')('token', 'list');
    assert.deepEqual([away.code, away.out], [1, '']);
    assert.match(away.err, /^seoga token list: the database cannot be reached[^\n]*$/);
    assert.doesNotMatch(away.err, /hunter2/);
    const database = await postgresDatabase(t);
    await database.open().query('UPDATE store_schema SET version = 9999');
    const newer = await commandLine(t, database.url)('token', 'list');
    assert.equal(newer.code, 1);
    assert.match(newer.err, /^The database has version 9999[^\n]*$/);
  });
});
