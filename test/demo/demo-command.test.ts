import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { runSeoga, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

test('demo fills an empty store and publishes its lists; it is refused where items are; its export changes nothing', async (t) => {
  const dataDir = tempDir(t);
  const first = await runSeoga(dataDir, ['demo', '--items', '300', '--months', '2']);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /300 items/);
  assert.match(first.stderr, /counted/);
  assert.ok(readdirSync(dataDir).includes('lists.db'));
  const second = await runSeoga(dataDir, ['demo', '--items', '300', '--months', '2']);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /already holds 300 items/);
  assert.equal(second.stdout, '');
  const file = join(dataDir, 'demo.jsonl');
  assert.equal((await runSeoga(dataDir, ['export', file])).code, 0);
  const again = await runSeoga(dataDir, ['import', file]);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /^ {2}item +300 unchanged$/m);
});

test('demo --print writes a feed that the importer takes without a single problem, and no store', async (t) => {
  const dataDir = tempDir(t);
  const printed = await runSeoga(dataDir, ['demo', '--print', '--items', '3000', '--months', '2']);
  assert.equal(printed.code, 0, printed.stderr);
  assert.ok(!existsSync(join(dataDir, CATALOG_FILE)));
  const store = createFeedStore({ path: join(dataDir, CATALOG_FILE), clock: systemClock });
  const input = Readable.from([Buffer.from(printed.stdout)]);
  const report = await importFeed({ store, input, clock: systemClock, strict: true, dryRun: false });
  assert.deepEqual(report.problems, []);
  assert.ok(report.committed);
  assert.equal(report.summary.item.added, 3000);
  assert.equal(report.lines, printed.stdout.split('\n').length - 1);
});

test('wrong words after demo end in exit code 2 and change nothing', async (t) => {
  const dataDir = tempDir(t);
  const wrong = [['--items', '0'], ['--items', '1e3'], ['--months', '241'], ['--itemz', '5'], ['more']];
  const results = await runSeogaEach(
    dataDir,
    wrong.map((args) => ['demo', ...args]),
  );
  for (const [at, { code, stderr }] of results.entries()) assert.equal(code, 2, `${wrong[at]}: ${stderr}`);
  assert.deepEqual(readdirSync(dataDir), []);
});
