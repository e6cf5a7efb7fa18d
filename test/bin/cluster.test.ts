import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { systemClock } from '../../src/clock.ts';
import { parseDatabaseUrl } from '../../src/config/readers.ts';
import { createCatalogDatabase, createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { postgresSuite, sharedPostgres } from '../support/postgres-database.ts';
import { postgresPrograms, startRestored } from '../support/postgres-server.ts';
import {
  callApi,
  issueKey,
  opsOf,
  outputOf,
  runSeogaEach,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';
import { book, sales } from '../support/small-shop.ts';
import { startLoad } from '../support/steady-load.ts';
import { suiteCleanup, tempDir } from '../support/temp-dir.ts';

const yesterday = new Date(Date.now() + 9 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);

const FEED = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서' },
  ...[1, 2, 3].flatMap((itemId) => [
    book(itemId, `책 ${itemId}`, { categoryIds: ['001'] }),
    ...sales(yesterday, itemId, Array(itemId).fill('')),
  ]),
];

postgresSuite('several instances on one database', () => {
  const owner = suiteCleanup();
  let cluster: Cluster;
  let key = '';

  const control = () => createCatalogDatabase(cluster.database.open(1));
  const get = (instance: ServerProcess, path: string) => callApi(instance, path, key);
  const productOnAll = async (itemId: number) => {
    const path = `/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`;
    const answers = await Promise.all(cluster.instances.map((one) => get(one, path)));
    return answers.map(({ status, errorCode }) => `${status} ${errorCode}`);
  };

  before(async () => {
    // Instances and commands reach the database through pgbouncer.
    cluster = await startCluster(owner, async ({ url }) =>
      hasPgbouncer ? url.replace(/:\d+\//, `:${await startPgbouncer(owner, await sharedPostgres())}/`) : url,
    );
    key = await issueKey(cluster, '--tier', 'enterprise');
    outputOf(await cluster.seoga(['import', '-'], { input: jsonLines(FEED) }));
    outputOf(await cluster.seoga(['rank']));
  });

  test('a base backup or a dump, made while calls are counted: a new server has the lists, the key and the counts', async (t) => {
    const [instance] = cluster.instances;
    const folder = tempDir(t);
    const [backup = '', restore = ''] = documentedCommands(folder);
    const used = (database: Database) =>
      database
        .query<{ used: number }>('SELECT coalesce(sum(calls), 0)::int AS used FROM call_total')
        .then(([row]) => row?.used ?? 0);
    const load = startLoad(t, `${instance.address}/v1/category/list`, key, 1);
    const counted = cluster.database.open(1);
    await load.nextAnswer();
    const before = await used(counted);
    await shell(backup, { SEOGA_DATABASE_URL: cluster.database.url });
    await load.stop();

    const server = await startRestored(join(folder, 'base'), await sharedPostgres());
    const urlOf = (name: string) => cluster.database.url.replace(/:\d+\/.*/, `:${server.port}/${name}`);
    await server.run('CREATE DATABASE dumped TEMPLATE template0');
    await shell(restore, { RESTORED_URL: urlOf('dumped') });
    const urls = [urlOf(cluster.database.name), urlOf('dumped')];
    for (const url of urls) {
      const address = parseDatabaseUrl(url);
      const database = createDatabase({ address, connectionsMax: 1, callTimeoutMs: 20_000 });
      const [kept, after] = [await used(database), await used(counted)];
      await database.close();
      assert.ok(before > 0 && before <= kept && kept <= after, `${before} <= ${kept} <= ${after}`);
    }
    const commands = ['verify', 'export'].flatMap((word) =>
      urls.map((url) => ({ words: [word], settings: { SEOGA_DATABASE_URL: url } })),
    );
    const results = await runSeogaEach(tempDir(t), commands, cluster.environment);
    const exported = results.map(outputOf).slice(urls.length);
    assert.equal(new Set(exported).size, 1, 'every copy holds the same');
    assert.match(exported[0] ?? '', /"kind":"sale"/);
    const environment = { ...cluster.environment, SEOGA_DATABASE_URL: urls[0] ?? '' };
    const restored = await startServer(t, { environment });
    const list = '/v1/category/bestsellerMonthly?categoryId=001';
    const [expected, found] = [await get(instance, list), await get(restored, list)];
    assert.equal(found.status, 200);
    assert.deepEqual(found.data.items, expected.data.items);
    assert.equal(found.data.items.length, 3);
  });

  test('what an operator withholds is gone from the next answer of every instance on', async () => {
    const overrides = createItemOverrides({ catalog: control(), clock: systemClock });
    for (let round = 0; round < 5; round++) {
      for (const [withheld, expected] of [
        [true, '404 SEARCH_002'],
        [undefined, '200 null'],
      ] as const) {
        await overrides.decide(new Map([[2, { withheld }]]), { by: 'account:1' });
        assert.deepEqual(await productOnAll(2), Array(3).fill(expected));
      }
    }
  });

  test('a database that was set back to an earlier moment is shown as it is, with nothing to do', async () => {
    const overrides = createItemOverrides({ catalog: control(), clock: systemClock });
    const withhold = (itemId: number) =>
      overrides.decide(new Map([[itemId, { withheld: true }]]), { by: 'account:1' });
    const onAll = (path: string) => Promise.all(cluster.instances.map((one) => get(one, path)));
    const shown = async (path: string) => {
      const answers = await onAll(path);
      return answers.map(({ data }) => data.items.map(({ itemId }) => itemId).join());
    };
    const list = '/v1/category/bestsellerMonthly?categoryId=001';
    const cursor = async () => (await get(cluster.instances[0], '/v1/goods/changes')).data.nextCursor;
    const kept = await cursor();
    const tables = ['item', 'item_override', 'search_item', 'catalog_state', 'change_token'];
    const { transaction } = control();
    const each = (statement: (table: string) => string) =>
      transaction(async ({ query }) => {
        for (const table of tables) await query(statement(table));
      });
    await each((table) => `CREATE TABLE saved_${table} AS TABLE ${table}`);
    await withhold(3);
    assert.deepEqual(await shown(list), Array(3).fill('2,1'));
    const lost = await cursor();
    await each((table) => `TRUNCATE ${table}; INSERT INTO ${table} TABLE saved_${table}`);
    // As many commits as were lost, before any instance looks again.
    await withhold(1);
    assert.deepEqual(await shown(list), Array(3).fill('3,2'));
    const followed = await onAll(`/v1/goods/changes?cursor=${kept}`);
    assert.deepEqual(
      followed.map(({ data }) => data.items),
      Array(3).fill([{ itemId: 1, change: 'removed' }]),
    );
    const refused = await onAll(`/v1/goods/changes?cursor=${lost}`);
    assert.deepEqual(
      refused.map(({ status, errorCode }) => `${status} ${errorCode}`),
      Array(3).fill('400 PARAM_009'),
    );
  });

  test('an instance is not ready while calls have no answer, whatever the reason', async () => {
    const [instance] = cluster.instances;
    const { query } = control();
    const ready = async () => (await fetch(`${await opsOf(instance)}/health/ready`)).status;
    await eventually(ready, (status) => status === 200);
    for (const table of ['item', 'list', 'meter']) {
      await query(`ALTER TABLE ${table} RENAME TO gone`);
      assert.equal(await ready(), 503, table);
      await query(`ALTER TABLE gone RENAME TO ${table}`);
      // The search may have met the missing table, and begins again.
      await eventually(ready, (status) => status === 200);
    }
  });

  test('one instance runs the jobs; when it dies, another one takes them over', async () => {
    const runners = async (instances: readonly ServerProcess[]) => {
      const found = await Promise.all(instances.map(runsJobs));
      return instances.filter((_, at) => found[at]);
    };
    const [runner] = await eventually(
      () => runners(cluster.instances),
      (found) => found.length === 1,
    );
    assert.ok(runner !== undefined);
    await runner.kill();
    const rest = cluster.instances.filter((one) => one !== runner);
    await eventually(
      () => runners(rest),
      (found) => found.length === 1,
    );
  });
});

async function runsJobs(instance: ServerProcess): Promise<boolean> {
  const ops = await opsOf(instance);
  await fetch(`${ops}/health/ready`);
  const text = await (await fetch(`${ops}/metrics`)).text();
  return /^seoga_runs_jobs 1$/m.test(text);
}

/** The commands of docs/operate.md for a backup and a dump's restore. /backups becomes the folder. */
function documentedCommands(folder: string): string[] {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');
  const [, section = ''] = guide.split('### With the tools of PostgreSQL\n');
  const blocks = (section.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs);
  return [...blocks].map(([, commands = '']) => commands.replaceAll('/backups/', `${folder}/`));
}

async function shell(commands: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const env = { ...environment, PATH: `${postgresPrograms()}:${process.env.PATH}` };
  await promisify(execFile)('bash', ['-euc', commands], { env });
}
