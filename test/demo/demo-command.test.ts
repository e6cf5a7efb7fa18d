import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { loadDemo } from '../../demo/load-demo.ts';
import { systemClock } from '../../src/clock.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { outputOf, refusedWith, runSeoga, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { demoWorld, TODAY } from './demo-world.ts';

test('demo fills an empty store and publishes its lists; it is refused where items are; its export changes nothing', async (t) => {
  const dataDir = tempDir(t);
  const file = join(dataDir, 'demo.jsonl');
  const demo = ['demo', '--items', '300', '--months', '2'];
  const words = [demo, demo, ['export', file], ['import', file]];
  const [first, second, exported, again] = await runSeogaEach(dataDir, words);
  assert.match(outputOf(first), /300 items/);
  assert.match(first?.stderr ?? '', /counted/);
  assert.ok(readdirSync(dataDir).includes('lists.db'));
  refusedWith(second, 1, /already holds 300 items/);
  outputOf(exported);
  assert.match(outputOf(again), /^ {2}item +300 unchanged$/m);
});

test('demo --print writes a feed that the importer takes whole and without a single problem, and no store', async (t) => {
  const path = join(tempDir(t), CATALOG_FILE);
  const printed = await runSeoga(join(path, '..'), ['demo', '--print', '--items', '3000', '--months', '2']);
  const input = Readable.from([Buffer.from(outputOf(printed))]);
  assert.ok(!existsSync(path));
  const store = feedStoreOf(path, systemClock);
  const report = await importFeed({ store, input, clock: systemClock, strict: true, dryRun: false });
  assert.ok(report.committed);
  const { category, author, item, sale, cancel } = report.summary;
  const added = [category, author, item, sale, cancel].reduce((sum, one) => sum + one.added, 0);
  const lines = printed.stdout.split('\n').length - 1;
  assert.deepEqual([report.problems, added, item.added, sale.late + cancel.late], [[], lines, 3000, 0]);
});

test('a load that meets other orders under its numbers leaves the store as it was', async (t) => {
  const size = { items: 3000, months: 3, today: TODAY };
  const path = join(tempDir(t), CATALOG_FILE);
  const store = feedStoreOf(path, systemClock);
  const [sale] = demoWorld(size).sales;
  assert.ok(sale !== undefined);
  const transaction = await store();
  const other = { ...sale, quantity: sale.quantity + 1 };
  const { problems } = await transaction.apply([{ line: 1, record: { kind: 'sale', sale: other } }]);
  assert.deepEqual(problems, []);
  await transaction.commit();
  await assert.rejects(loadDemo({ ...size, store }), /refuses demo record \d+/);
  const db = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
  t.after(() => db.close());
  assert.equal(db.prepare('SELECT count(*) AS items FROM item').get()?.items, 0);
});

test('wrong words after demo end in exit code 2 and change nothing', async (t) => {
  const dataDir = tempDir(t);
  const wrong = [['--items', '0'], ['--items', '1e3'], ['--months', '241'], ['--itemz', '5'], ['more']];
  for (const result of await runSeogaEach(
    dataDir,
    wrong.map((args) => ['demo', ...args]),
  ))
    refusedWith(result, 2, /./);
  assert.deepEqual(readdirSync(dataDir), []);
});
