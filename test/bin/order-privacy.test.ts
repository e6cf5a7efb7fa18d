import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createOrderRetention } from '../../bin/order-retention.ts';
import { runSeoga, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { createTestApp } from '../support/test-app.ts';

const SHOP = [
  { kind: 'category', categoryId: '001', categoryName: '소설' },
  { kind: 'item', itemId: 1, title: '책', catalog: 'BOOK', categoryIds: ['001'] },
];

function sale(orderId: string, day: string, buyer: string) {
  return { kind: 'sale', orderId, lineNo: 1, itemId: 1, quantity: 1, soldAt: `${day}T12:00:00+09:00`, buyer };
}

test('seoga erase-buyer says the number of lines first, takes it typed, and leaves no trace of who it was', async (t) => {
  const dataDir = tempDir(t);
  const feed = join(dataDir, 'orders.jsonl');
  const lines = [
    ...SHOP,
    sale('A', '2024-05-01', 'kim'),
    sale('B', '2024-06-01', 'kim'),
    sale('C', '2024-05-01', 'lee'),
  ];
  writeFileSync(feed, lines.map((line) => JSON.stringify(line)).join('\n'));
  const [imported, refused, unconfirmed, done, again, verified] = await runSeogaEach(dataDir, [
    ['import', feed],
    ['erase-buyer', 'kim'],
    ['erase-buyer', 'kim', '--confirm', '1'],
    ['erase-buyer', 'kim', '--confirm', '2'],
    ['erase-buyer', 'kim'],
    ['verify'],
  ]);
  assert.equal(imported?.code, 0, imported?.stderr);
  assert.equal(refused?.code, 1);
  assert.match(refused.stderr, /^This buyer has 2 order lines\..*--confirm 2/);
  assert.equal(unconfirmed?.code, 1);
  assert.deepEqual([done?.code, done?.stdout], [0, 'Erased the buyer of 2 order lines.\n']);
  assert.equal(again?.code, 1);
  assert.match(again.stderr, /^No order line has this buyer/);
  assert.equal(verified?.code, 0, verified?.stdout);
  const accounts = new DatabaseSync(join(dataDir, 'accounts.db'), { readOnly: true });
  const audit = accounts
    .prepare("SELECT actor, action, target, detail FROM audit WHERE action <> 'feed.imported'")
    .all();
  accounts.close();
  const written = audit.map((row) => ({ ...row }));
  assert.deepEqual(written, [
    { actor: 'command', action: 'orders.buyer-erased', target: 'orders', detail: '{"lines":2}' },
  ]);
  const pepper = { SEOGA_KEY_PEPPER: 'a pepper of another installation' };
  const foreign = await runSeoga(dataDir, ['import', feed], pepper);
  assert.equal(foreign.code, 1);
  assert.match(foreign.stderr, /stored under another secret/);
});

test('a server says what it will delete, deletes it an hour later, and the lists answer as before', async (t) => {
  const app = await createTestApp(t, {
    now: '2026-11-21T12:00:00+09:00',
    environment: { SEOGA_ORDER_RETENTION_MONTHS: '2' },
  });
  await app.feed([...SHOP, sale('A', '2026-08-31', 'kim'), sale('B', '2026-09-01', 'kim')]);
  await app.rank();
  const august = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-08-01';
  const before = (await app.get(august)).json.data.items;
  const said: string[] = [];
  const log = {
    warn: (text: string) => said.push(text),
    info: (_facts: object, text: string) => said.push(text),
  };
  const retention = createOrderRetention(app.config, app.clock, { ...app, log });
  const linesLeft = async () => (await app.orderPrivacy.findOldOrders(0)).lines;
  await retention();
  assert.match(said.join(), /^1 order lines of months up to 2026-08 /);
  app.clock.advance(59 * 60_000);
  await retention();
  assert.equal(await linesLeft(), 2);
  app.clock.advance(60_000);
  await retention();
  assert.equal(await linesLeft(), 1);
  assert.equal(said.length, 2);
  assert.ok(app.readAudit().includes('orders.deleted orders'));
  await app.rank();
  assert.deepEqual((await app.get(august)).json.data.items, before);
  assert.equal(before.length, 1);
});

test('without the setting nothing is ever deleted', async (t) => {
  const app = await createTestApp(t);
  await app.feed([...SHOP, sale('A', '2020-01-31', 'kim')]);
  await app.rank();
  const said: string[] = [];
  const log = { warn: (text: string) => said.push(text), info: () => said.push('deleted') };
  const retention = createOrderRetention(app.config, app.clock, { ...app, log });
  await retention();
  app.clock.advance(3 * 3_600_000);
  await retention();
  assert.deepEqual(said, []);
  assert.equal((await app.orderPrivacy.findOldOrders(0)).lines, 1);
});
