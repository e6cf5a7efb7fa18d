import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadDemo } from '../../demo/load-demo.ts';
import { kstDayOf } from '../../src/clock.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';
import { demoWorld } from './demo-world.ts';

const clock = fixedClock('2026-11-21T23:59:59+09:00');
const today = kstDayOf(clock.nowMs());
const size = { items: 3000, months: 3, today };

function storeIn(t: Cleanup) {
  const path = join(tempDir(t), CATALOG_FILE);
  return { path, store: createFeedStore({ path, clock }) };
}

test('the whole demo arrives, no order comes too late, and the operator is told how it goes', async (t) => {
  const lines: string[] = [];
  const { store } = storeIn(t);
  const summary = await loadDemo({ ...size, store, onProgress: (line) => lines.push(line) });
  const world = demoWorld(size);
  assert.equal(summary.category.added, world.categories.length);
  assert.equal(summary.author.added, world.authors.length);
  assert.equal(summary.item.added, 3000);
  assert.equal(summary.sale.added, world.sales.length);
  assert.equal(summary.cancel.added, world.cancellations.length);
  assert.equal(summary.sale.late + summary.cancel.late, 0);
  assert.ok(lines.length > 0);
});

test('a load that meets other orders under its numbers leaves the store as it was', async (t) => {
  const { path, store } = storeIn(t);
  const [sale] = demoWorld(size).sales;
  assert.ok(sale !== undefined);
  const transaction = await store();
  const other = { ...sale, quantity: sale.quantity + 1 };
  const { refused } = await transaction.apply([{ line: 1, record: { kind: 'sale', sale: other } }]);
  assert.deepEqual(refused, []);
  await transaction.commit();
  await assert.rejects(loadDemo({ ...size, store }), /refuses demo record \d+/);
  const db = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
  t.after(() => db.close());
  assert.equal(db.prepare('SELECT count(*) AS items FROM item').get()?.items, 0);
});
