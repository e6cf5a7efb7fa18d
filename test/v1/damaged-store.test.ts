import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { rankedApp } from '../support/suite-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const MONTHLY = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-11-20';
const OVERALL = '/v1/category/bestseller?categoryId=001';

function damage({ config }: TestApp, kind: string, how: (path: string) => void): void {
  const folder = join(config.dataDir, 'editions');
  const names = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.seoga'));
  const newest = names.sort().at(-1);
  assert.ok(newest !== undefined, kind);
  how(join(folder, newest));
}

/** Turns the bits of one byte at a share of a file. */
function flip(path: string, share: number): void {
  const bytes = readFileSync(path);
  const at = Math.floor((bytes.length - 1) * share);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

describe('a published list whose file is damaged', () => {
  for (const [what, how] of [
    ['gone', (path: string) => rmSync(path)],
    ['cut off', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
    ['changed in its head', (path: string) => flip(path, 0.05)],
  ] as const) {
    test(`${what}: the version before is served, the damage is counted, and a tally makes it again`, async (t) => {
      const app = await rankedApp(t);
      const before = await app.get(MONTHLY);
      await app.rank();
      damage(app, 'monthly-2026-11', how);
      const served = await app.get(MONTHLY);
      assert.equal(served.status, 200, served.text);
      assert.deepEqual(served.json.data.items, before.json.data.items);
      assert.match(await app.metrics.text(), /^seoga_damaged_list_files_total 1$/m);
      assert.equal(app.takeDamage(), true);
      assert.equal(app.takeDamage(), false);
      await app.rank();
      assert.deepEqual((await app.get(MONTHLY)).json.data.items, before.json.data.items);
    });
  }

  test('503 UPSTREAM_UNAVAILABLE where there is no version before, and other lists answer', async (t) => {
    const app = await rankedApp(t);
    damage(app, 'monthly-2026-11', (path) => rmSync(path));
    const refused = await app.get(MONTHLY);
    assert.equal(refused.status, 503);
    assert.equal(refused.json.errorCode, 'UPSTREAM_UNAVAILABLE');
    assert.equal((await app.get(OVERALL)).status, 200);
    await app.rank();
    assert.equal((await app.get(MONTHLY)).status, 200);
  });

  test('a byte changed anywhere never gives 500 or other entries', async (t) => {
    const app = await rankedApp(t);
    const whole = (await app.get(OVERALL)).json.data.items;
    for (let share = 0; share <= 1; share += 0.09) {
      await app.rank();
      damage(app, 'overall', (path) => flip(path, share));
      const { status, json } = await app.get(OVERALL);
      assert.ok(status === 200 || status === 503, `${status} at ${share}`);
      if (status === 200) assert.deepEqual(json.data.items, whole, String(share));
    }
  });
});

test('503 UPSTREAM_UNAVAILABLE, not 500, for products on damaged pages of the catalogue', async (t) => {
  const app = await rankedApp(t);
  const path = join(app.config.dataDir, 'catalog.db');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = 'item'").all();
  db.close();
  const bytes = readFileSync(path);
  for (const { pageno } of pages) bytes.fill(0xee, (Number(pageno) - 1) * 4096, Number(pageno) * 4096);
  writeFileSync(path, bytes);
  // Another connection's commit makes readers forget what they remember.
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE touched (x)');
  other.close();
  for (const url of ['/v1/goods/itemDetail?searchType=ItemId&query=1001', MONTHLY]) {
    const { status, json } = await app.get(url);
    assert.equal(status, 503, url);
    assert.equal(json.errorCode, 'UPSTREAM_UNAVAILABLE', url);
  }
});

test('503 UPSTREAM_UNAVAILABLE from usage while the accounts file is damaged', async (t) => {
  const app = await createTestApp(t);
  assert.equal((await app.get('/v1/usage')).status, 200);
  const path = join(app.config.dataDir, 'accounts.db');
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const file = openSync(path, 'r+');
  writeSync(file, readFileSync(path).fill(0xee, 4096));
  closeSync(file);
  const answer = await app.get('/v1/usage');
  assert.deepEqual([answer.status, answer.json.errorCode], [503, 'UPSTREAM_UNAVAILABLE']);
});
