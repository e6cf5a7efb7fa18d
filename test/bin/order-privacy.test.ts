import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOrderRetention } from '../../bin/jobs/delete-expired.ts';
import { jsonLines } from '../support/json-lines.ts';
import { outputOf, refusedWith, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

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
  const orders = [
    sale('A', '2024-05-01', 'kim'),
    sale('B', '2024-06-01', 'kim'),
    sale('C', '2024-05-01', 'lee'),
  ];
  writeFileSync(feed, jsonLines([...SHOP, ...orders]));
  const erase = ['erase-buyer', 'kim'];
  const [imported, refused, unconfirmed, done, again, verified, foreign] = await runSeogaEach(dataDir, [
    ['import', feed],
    erase,
    [...erase, '--confirm', '1'],
    [...erase, '--confirm', '2'],
    erase,
    ['verify'],
    { words: ['import', feed], settings: { SEOGA_KEY_PEPPER: 'a pepper of another installation' } },
  ]);
  [imported, verified].forEach(outputOf);
  refusedWith(refused, 1, /^This buyer has 2 order lines\..*--confirm 2/);
  refusedWith(unconfirmed, 1, /./);
  assert.equal(outputOf(done), 'Erased the buyer of 2 order lines.\n');
  refusedWith(again, 1, /^No order line has this buyer/);
  refusedWith(foreign, 1, /stored under another secret/);
});

function retentionOf(app: TestApp) {
  const said: string[] = [];
  const log = {
    warn: (text: string) => said.push(text),
    info: (_facts: object, text: string) => said.push(text),
  };
  const retention = createOrderRetention({ ...app, ...app.config, log }, app.clock);
  const look = async (minutes: number) => {
    app.clock.advance(minutes * 60_000);
    await retention.run();
    return (await app.orderPrivacy.findOldOrders(0)).lines;
  };
  return { said, look };
}

test('a server says what it will delete, deletes it an hour later, and the lists answer as before', async (t) => {
  const app = await createTestApp(t, {
    now: '2026-11-21T12:00:00+09:00',
    environment: { SEOGA_ORDER_RETENTION_MONTHS: '2' },
  });
  await app.feed([...SHOP, sale('A', '2026-08-31', 'kim'), sale('B', '2026-09-01', 'kim')]);
  await app.rank();
  const august = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-08-01';
  const before = (await app.get(august)).json.data.items;
  const { said, look } = retentionOf(app);
  assert.equal(await look(0), 2);
  assert.match(said.join(), /^1 order lines of months up to 2026-08 /);
  assert.equal(await look(59), 2);
  assert.equal(await look(1), 1);
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
  const { said, look } = retentionOf(app);
  assert.deepEqual([await look(0), await look(180), said], [1, 1, []]);
});
