import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blankDatabase, postgresSuite, sharedPostgres } from '../support/postgres-database.ts';
import { runSeogaEach, startServer } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const SECRETS = {
  SEOGA_KEY_PEPPER: 'a pepper of all instances',
  SEOGA_SESSION_SECRET: 'a secret of all instances',
};
const PAGE = join(import.meta.dirname, '../../docs/machines.md');

postgresSuite('an owner and a serving role', () => {
  test('the owner migrates; with the grants of docs/machines.md#postgresql another role serves, imports and ranks', async (t) => {
    const [roles = '', grants = ''] = blocksOfSql(readFileSync(PAGE, 'utf8'));
    const { name } = await blankDatabase(t, `ENCODING 'UTF8'`);
    const server = await sharedPostgres();
    // The database is made already, under a name of this test's own.
    await server.run(
      roles.replace(/^CREATE DATABASE .*$/m, '').replaceAll(/PASSWORD '[^']*'/g, `PASSWORD 'x'`),
    );
    await server.run(`ALTER DATABASE ${name} OWNER TO seoga_owner`);
    const urlOf = (role: string) => `postgres://${role}:x@127.0.0.1:${server.port}/${name}`;
    const settings = { ...SECRETS, SEOGA_DATABASE_URL: urlOf('seoga_serve') };
    const dataDir = tempDir(t);
    const [early, migrated, again] = await runSeogaEach(
      dataDir,
      [
        ['token', 'list'],
        { words: ['migrate'], settings: { SEOGA_DATABASE_URL: urlOf('seoga_owner') } },
        { words: ['migrate'], settings: { SEOGA_DATABASE_URL: urlOf('seoga_owner') } },
      ],
      settings,
    );
    assert.equal(early?.code, 1);
    assert.match(early.stderr, /^The database lacks version 1[^\n]* run "seoga migrate"[^\n]*\n$/);
    assert.deepEqual([migrated?.code, again?.code, again?.stdout], [0, 0, '']);
    assert.equal(migrated?.stdout, '1\n');
    const [forbidden] = await runSeogaEach(dataDir, [['token', 'list']], settings);
    assert.equal(forbidden?.code, 1);
    assert.match(
      forbidden.stderr,
      /^seoga token list: permission denied [^\n]*docs\/machines\.md#roles\)\n$/,
    );
    await server.run(grants, name);
    const served = await startServer(t, { environment: settings });
    const results = await served.seogaEach([
      ['demo', '--items', '50', '--months', '1'],
      ['rank'],
      ['account', 'create', '--email', 'dev@example.com', '--name', 'Dev'],
      ['key', 'issue', '--account', 'dev@example.com'],
      ['migrate'],
      ['verify'],
    ]);
    const codes = results.map(({ code }) => code);
    assert.deepEqual(codes, [0, 0, 0, 0, 0, 0], JSON.stringify(results));
    const headers = { 'x-api-key': results[3]?.stdout.trim() ?? '' };
    assert.equal((await fetch(`${served.address}/v1/category/list`, { headers })).status, 200);
    assert.equal(await served.stop(), 0);
    assert.doesNotMatch(served.stderr(), /permission denied/);
  });
});

function blocksOfSql(page: string): string[] {
  return [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = '']) => sql);
}
