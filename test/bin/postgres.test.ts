import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isWellFormedKey } from '../../src/accounts/api-key.ts';
import {
  blankDatabase,
  postgresDatabase,
  postgresSuite,
  SHARED_SECRETS,
  sharedPostgres,
} from '../support/postgres-database.ts';
import {
  ACCOUNT,
  CREATE_ACCOUNT,
  callApi,
  issueKey,
  outputOf,
  refusedWith,
  runSeogaEach,
  startServer,
} from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const AWAY = 'postgres://shop:hunter2@127.0.0.1:1/books';

postgresSuite('the command line on PostgreSQL', () => {
  test('accounts and keys made on one machine hold on another, and no machine keeps anything', async (t) => {
    const { url } = await postgresDatabase(t);
    const newer = await postgresDatabase(t);
    await newer.open().query('UPDATE store_schema SET version = 9999, oldest = 9999');
    const key = (word: string) => ['key', word, '--account', ACCOUNT];
    const good = [CREATE_ACCOUNT, key('issue'), key('revoke'), ['token', 'list'], ['mail']];
    const commands: [words: string[], on: string, said?: RegExp][] = [
      ...good.map((words): [string[], string] => [words, url]),
      [key('revoke'), url, /./],
      [
        ['migrate-store', '--to', 'postgres://db/books'],
        url,
        /^seoga migrate-store works on the embedded store only[^\n]*\n$/,
      ],
      [['token', 'list'], AWAY, /^seoga token list: the database cannot be reached(?!.*hunter2)[^\n]*\n$/],
      [['token', 'list'], newer.url, /^The database has version 9999[^\n]*\n$/],
    ];
    const machines = commands.map(() => join(tempDir(t), 'data'));
    const results = await runSeogaEach(
      tempDir(t),
      commands.map(([words, on], at) => ({
        words,
        settings: { SEOGA_DATABASE_URL: on, SEOGA_DATA_DIR: machines[at] ?? '' },
      })),
      SHARED_SECRETS,
    );
    assert.deepEqual(machines.filter(existsSync), [], 'nothing is kept on these machines');
    for (const [at, [, , said]] of commands.entries())
      if (said === undefined) outputOf(results[at]);
      else refusedWith(results[at], 1, said);
    assert.equal(isWellFormedKey('seoga_live_', outputOf(results[1]).trim()), true);
  });

  test('the owner migrates; with the grants of docs/machines.md#postgresql another role serves, imports and ranks', async (t) => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/machines.md'), 'utf8');
    const [roles = '', grants = ''] = [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = '']) => sql);
    const { name } = await blankDatabase(t, `ENCODING 'UTF8'`);
    const server = await sharedPostgres();
    await server.run(
      roles.replace(/^CREATE DATABASE .*$/m, '').replaceAll(/PASSWORD '[^']*'/g, `PASSWORD 'x'`),
    );
    await server.run(`ALTER DATABASE ${name} OWNER TO seoga_owner`);
    const urlOf = (role: string) => `postgres://${role}:x@127.0.0.1:${server.port}/${name}`;
    const environment = { ...SHARED_SECRETS, SEOGA_DATABASE_URL: urlOf('seoga_serve') };
    const migrate = { words: ['migrate'], settings: { SEOGA_DATABASE_URL: urlOf('seoga_owner') } };
    const [early, migrated, again, forbidden] = await runSeogaEach(
      tempDir(t),
      [['token', 'list'], migrate, migrate, ['token', 'list']],
      environment,
    );
    refusedWith(early, 1, /^The database lacks version 1[^\n]* run "seoga migrate"[^\n]*\n$/);
    assert.deepEqual([outputOf(migrated), outputOf(again)], ['1\n2\n', '']);
    refusedWith(forbidden, 1, /^seoga token list: permission denied [^\n]*docs\/machines\.md#roles\)\n$/);
    await server.run(grants, name);
    const served = await startServer(t, { environment });
    const words = [['demo', '--items', '50', '--months', '1'], ['rank'], ['migrate'], ['verify']];
    (await served.seogaEach(words)).forEach(outputOf);
    assert.equal((await callApi(served, '/v1/category/list', await issueKey(served))).status, 200);
    assert.equal(await served.stop(), 0);
    assert.doesNotMatch(served.stderr(), /permission denied/);
  });
});
