import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { writeFeed } from '../../bin/commands/export.ts';
import { nameOfNumber } from '../../src/catalog/item-names.ts';
import type { FeedRecord } from '../../src/ingest/feed-record.ts';
import { startShop } from '../support/served-shop.ts';
import { outputOf, refusedWith, runSeoga } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

test('export gives the same lines to a file and to standard output while a server runs, and another store takes them; sales prints what was sold in a week or some days', async (t) => {
  const { server } = await startShop(t, {});
  const file = join(tempDir(t), 'shop.jsonl.gz');
  const words = [[file], [], ['-'], [join(file, 'shop.jsonl')]].map((where) => ['export', ...where]);
  const [toFile, toOutput, toDash, notThere] = await server.seogaEach(words);
  const said = 'Exported 6 items, 12 order lines.\n';
  assert.deepEqual(toFile, { code: 0, stdout: said, stderr: '' });
  const lines = gunzipSync(readFileSync(file)).toString();
  assert.deepEqual(toOutput, { code: 0, stdout: lines, stderr: said });
  assert.deepEqual(toDash, toOutput);
  refusedWith(notThere, 1, /^[^\n]*shop\.jsonl can't be written[^\n]*\n$/);
  assert.match(outputOf(await runSeoga(tempDir(t), ['import', file])), /item +6 added\n {2}sale +12 added/);

  const periods = [
    ['--week 2026-W45', '9788936434595,3\n'],
    ['--from 2026-10-06 --until 2026-10-07', '9788936434595,2\n9791199900028,1\n'],
    ['--week 2026-W01', ''],
    ['', null],
    ['--from 2026-10-06', null],
    ['--week 2026-W54', null],
    ['--week 2026-W45 --until 2026-10-07', null],
    ['--from 2026-10-07 --until 2026-10-06', null],
  ] as const;
  const sold = await server.seogaEach(periods.map(([period]) => `sales ${period}`.trim().split(' ')));
  for (const [at, [period, lines]] of periods.entries())
    if (lines === null) assert.deepEqual([sold[at]?.code, sold[at]?.stdout], [2, ''], period);
    else assert.equal(outputOf(sold[at]), `SKU,Quantity\n${lines}`);
});

test('an export that is interrupted or fails leaves what was there', async (t) => {
  const folder = tempDir(t);
  const file = join(folder, 'shop.jsonl');
  writeFileSync(file, 'yesterday');
  const interrupt = new AbortController();
  const record: FeedRecord = { kind: 'remove', name: nameOfNumber(1) };
  const reason = new Error('interrupted');
  function* endless() {
    yield record;
    interrupt.abort(reason);
    for (;;) yield record;
  }
  await assert.rejects(writeFeed(file, [endless()], interrupt.signal), reason);
  function* broken() {
    yield record;
    throw reason;
  }
  await assert.rejects(writeFeed(file, [broken()], new AbortController().signal), reason);
  assert.deepEqual(readdirSync(folder), ['shop.jsonl']);
  assert.equal(readFileSync(file, 'utf8'), 'yesterday');
});

test('an export is its owner’s alone, and is written through no link', async (t) => {
  const folder = tempDir(t);
  const file = join(folder, 'shop.jsonl');
  const other = join(folder, 'other');
  writeFileSync(other, 'untouched');
  for (const name of ['tmp', `${process.pid}.tmp`]) symlinkSync(other, `${file}.${name}`);
  writeFileSync(file, 'yesterday', { mode: 0o644 });
  await writeFeed(file, [[{ kind: 'remove', name: nameOfNumber(1) }]], new AbortController().signal);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(other, 'utf8'), 'untouched');
  assert.equal(readFileSync(file, 'utf8'), '{"kind":"remove","itemId":1}\n');
});
