import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../../../src/clock.ts';
import type { SaleLine } from '../../../../src/rankings/sale.ts';
import { transaction } from '../../../../src/store/sqlite/database.ts';
import { createLedgerReader } from '../../../../src/store/sqlite/rankings/ledger-reader.ts';
import { createLedgerWriter } from '../../../../src/store/sqlite/rankings/sales-ledger.ts';
import {
  BUYER_KEY,
  catalogOf,
  type RankingWorld,
  rankItem,
  rankingWorld,
  saleLine,
} from '../../../rankings/ranking-world.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { publishLists } from './edition-fixture.ts';

const OCTOBER = 2026 * 12 + 9;
const CLOCK = fixedClock('2026-10-21T12:00:00+09:00');
const LINE = saleLine({
  soldAt: '2026-10-20T14:03:11.250+09:00',
  orderId: 'A-1',
  sex: 'F',
  age: 34,
  buyer: 'kim',
  unitPrice: 13_500,
  quantity: 2,
});

function add(world: RankingWorld, ...sales: SaleLine[]): string[] {
  return world.write(CLOCK, (ledger) => sales.map((sale) => ledger.addSale(sale)));
}

function linesOf(world: RankingWorld, from = '2026-01-01', until = '2026-12-31') {
  const catalog = catalogOf([rankItem({ itemId: 1 }), rankItem({ itemId: 2, isbn13: '9788936434595' })]);
  const reader = createLedgerReader(world.db, catalog);
  const { lines, unknownCount } = reader.readLines(parseKstDay(from) ?? 0, parseKstDay(until) ?? 0);
  return {
    lines,
    unknownCount,
    itemIds: [...lines.item.subarray(0, lines.count)].map((item) => catalog.itemIds[item]),
  };
}

test('a line sent again with the same content is one line, in the same import or another', (t) => {
  const world = rankingWorld(t);
  assert.deepEqual(add(world, LINE, LINE), ['added', 'unchanged']);
  assert.deepEqual(add(world, LINE), ['unchanged']);
  assert.equal(linesOf(world).lines.count, 1);
});

test('a line sent again with any other content is a conflict, and the first content stays', (t) => {
  const world = rankingWorld(t);
  add(world, LINE);
  const others: Partial<SaleLine>[] = [
    { itemId: 2 },
    { itemId: null, isbn13: '9788936434595' },
    { quantity: 3 },
    { unitPrice: 13_500.5 },
    { unitPrice: null },
    { soldAtMs: LINE.soldAtMs + 1 },
    { soldAtMs: LINE.soldAtMs + 40 * 86_400_000 },
    { soldAtMs: LINE.soldAtMs - 40 * 86_400_000 },
    { sex: 'M' },
    { sex: null },
    { age: 35 },
    { age: null },
    { buyer: 'lee' },
    { buyer: null },
    { buyerType: 'organisation' },
  ];
  assert.deepEqual(
    add(world, ...others.map((other) => ({ ...LINE, ...other }))),
    others.map(() => 'conflict'),
  );
  assert.deepEqual(add(world, LINE), ['unchanged']);
  const { lines } = linesOf(world);
  assert.equal(lines.count, 1);
  assert.equal(lines.soldAtMs[0], LINE.soldAtMs);
  assert.equal(lines.quantity[0], 2);
});

test('what a line says is what the count reads', (t) => {
  const world = rankingWorld(t);
  add(world, LINE, {
    ...LINE,
    lineNo: 1_000_000_000,
    itemId: null,
    isbn13: '9788936434595',
    sex: null,
    age: null,
    buyer: null,
    quantity: 1_000_000,
    buyerType: 'reseller',
  });
  const { lines, itemIds } = linesOf(world);
  assert.deepEqual(itemIds, [1, 2]);
  assert.deepEqual([...lines.quantity.subarray(0, 2)], [2, 1_000_000]);
  assert.deepEqual([...lines.soldAtMs.subarray(0, 2)], [LINE.soldAtMs, LINE.soldAtMs]);
  // Segments: sex (unknown, M, F) times seven age bands; F in her thirties, and nothing known.
  assert.deepEqual([...lines.segment.subarray(0, 2)], [2 * 7 + 2, 6]);
  assert.deepEqual([...lines.buyerType.subarray(0, 2)], [0, 2]);
  assert.deepEqual([...lines.lineNo.subarray(0, 2)], [1, 1_000_000_000]);
  assert.equal(lines.orderNo[0], lines.orderNo[1]);
  assert.ok((lines.buyer[0] ?? -1) >= 0);
  assert.equal(lines.buyer[1], -1);
});

test('lines of one order on several days are each read on their own day', (t) => {
  const world = rankingWorld(t);
  const dayLater = { ...LINE, lineNo: 2, soldAtMs: LINE.soldAtMs + 86_400_000 };
  const monthLater = { ...LINE, lineNo: 3, soldAtMs: LINE.soldAtMs + 30 * 86_400_000 };
  assert.deepEqual(add(world, monthLater, LINE, dayLater), ['added', 'added', 'added']);
  assert.equal(linesOf(world, '2026-10-20', '2026-10-20').lines.count, 1);
  assert.equal(linesOf(world, '2026-10-21', '2026-10-21').lines.count, 1);
  assert.equal(linesOf(world, '2026-10-01', '2026-10-31').lines.count, 2);
  assert.equal(linesOf(world, '2026-11-01', '2026-11-30').lines.count, 1);
});

test('a line of an unknown item is kept, and told apart from those that count', (t) => {
  const world = rankingWorld(t);
  assert.deepEqual(
    add(world, { ...LINE, itemId: 77 }, { ...LINE, lineNo: 2, itemId: null, isbn13: '0000000000000' }),
    ['added', 'added'],
  );
  const { lines, unknownCount } = linesOf(world);
  assert.deepEqual([lines.count, unknownCount], [0, 2]);
});

test('a buyer is the same in every order and import, and different buyers differ', (t) => {
  const world = rankingWorld(t);
  add(world, LINE, { ...LINE, orderId: 'A-2', buyer: 'lee' });
  add(world, { ...LINE, orderId: 'A-3' });
  const { lines } = linesOf(world);
  const [first, second, third] = lines.buyer;
  assert.equal(first, third);
  assert.notEqual(first, second);
});

test('the reference of a buyer is nowhere in the store', (t) => {
  const world = rankingWorld(t);
  add(world, { ...LINE, buyer: 'reference-of-kim' });
  const rows = JSON.stringify(world.db.prepare('SELECT * FROM sale').all());
  assert.ok(rows.includes('13500'));
  assert.ok(!rows.includes('reference-of-kim'));
});

test('a cancelled line is not read, whether the cancellation came after it or before', (t) => {
  const world = rankingWorld(t);
  const cancel = (orderId: string, lineNo: number) =>
    world.write(CLOCK, (ledger) => ledger.addCancellation({ orderId, lineNo, cancelledAtMs: CLOCK.nowMs() }));
  add(world, LINE, { ...LINE, lineNo: 2 });
  assert.equal(cancel('A-1', 1), 'added');
  assert.equal(cancel('A-1', 1), 'unchanged');
  assert.equal(cancel('B-1', 2), 'added');
  assert.deepEqual(
    add(world, { ...LINE, orderId: 'B-1', lineNo: 1 }, { ...LINE, orderId: 'B-1', lineNo: 2 }),
    ['added', 'added'],
  );
  const { lines } = linesOf(world);
  assert.deepEqual([...lines.lineNo.subarray(0, lines.count)].sort(), [1, 2]);
});

test('copies that are taken back are not read, whatever the order; a line that loses all of them is gone', (t) => {
  const world = rankingWorld(t);
  const takeBack = (lineNo: number, quantity: number, atMs = 0) =>
    world.write(CLOCK, (ledger) =>
      ledger.addCancellation({ orderId: 'A-1', lineNo, quantity, cancelledAtMs: CLOCK.nowMs() + atMs }),
    );
  add(world, { ...LINE, quantity: 5 });
  assert.equal(takeBack(1, 2), 'added');
  assert.equal(takeBack(1, 2), 'unchanged');
  assert.equal(takeBack(1, 1, 1), 'added');
  assert.equal(takeBack(2, 3), 'added');
  assert.equal(takeBack(3, 9), 'added');
  const more = [2, 3, 4].map((lineNo) => ({ ...LINE, lineNo, quantity: 5 }));
  assert.deepEqual(add(world, ...more), ['added', 'added', 'added']);
  const { lines } = linesOf(world);
  const read = Array.from({ length: lines.count }, (_, at) => [lines.lineNo[at], lines.quantity[at]]);
  assert.deepEqual(read.toSorted(), [
    [1, 2],
    [2, 2],
    [4, 5],
  ]);
  assert.deepEqual(add(world, { ...LINE, quantity: 5 }), ['unchanged'], 'the line is still the same line');
});

test('a return without a time is one return, however often it comes', (t) => {
  const world = rankingWorld(t);
  add(world, { ...LINE, quantity: 5 });
  for (const expected of ['added', 'unchanged']) {
    const outcome = world.write(CLOCK, (ledger) =>
      ledger.addCancellation({
        orderId: 'A-1',
        lineNo: 1,
        quantity: 1,
        cancelledAtMs: CLOCK.nowMs() + Math.random(),
        isTimeDefault: true,
      }),
    );
    assert.equal(outcome, expected);
  }
  assert.equal(linesOf(world).lines.quantity[0], 4);
});

test('a sale and its cancellation in one import cancel each other in either order', (t) => {
  const world = rankingWorld(t);
  const cancellation = { lineNo: 1, cancelledAtMs: CLOCK.nowMs() };
  world.write(CLOCK, (ledger) => {
    ledger.addSale(LINE);
    ledger.addCancellation({ ...cancellation, orderId: 'A-1' });
    ledger.addCancellation({ ...cancellation, orderId: 'B-1' });
    ledger.addSale({ ...LINE, orderId: 'B-1' });
  });
  assert.equal(linesOf(world).lines.count, 0);
});

test('late from the 5th of the next month 04:00 on, when the month has a published list', (t) => {
  const world = rankingWorld(t);
  const clock = fixedClock('2026-11-05T03:59:59.999+09:00');
  publishLists(
    world.db,
    world.dataDir,
    { kind: 'monthly', period: OCTOBER, version: 1, untilDay: 0, publishedAtMs: 0 },
    [],
  );
  const send = (lineNo: number) => world.write(clock, (ledger) => ledger.addSale({ ...LINE, lineNo }));
  assert.equal(send(1), 'added');
  clock.advance(1);
  assert.equal(send(2), 'late');
  assert.equal(send(2), 'unchanged');
  const cancel = (lineNo: number) =>
    world.write(clock, (ledger) =>
      ledger.addCancellation({ orderId: 'A-1', lineNo, cancelledAtMs: clock.nowMs() }),
    );
  assert.equal(cancel(1), 'late');
  assert.equal(cancel(1), 'unchanged');
  // Neither the late line nor the late cancellation changes what is counted.
  const { lines } = linesOf(world);
  assert.deepEqual([...lines.lineNo.subarray(0, lines.count)], [1]);
});

test('nothing is late for a month without a published list, however old', (t) => {
  const world = rankingWorld(t);
  assert.deepEqual(add(world, { ...LINE, soldAtMs: Date.parse('1999-12-31T00:00:00+09:00') }), ['added']);
});

test('an import that is rolled back leaves nothing', (t) => {
  const world = rankingWorld(t);
  assert.throws(() =>
    world.write(CLOCK, (ledger) => {
      ledger.addSale(LINE);
      throw new Error('the import failed');
    }),
  );
  assert.equal(linesOf(world).lines.count, 0);
  assert.deepEqual(add(world, LINE), ['added']);
});

test('the revision of the ledger grows once with an import that adds, and not with one that does not', (t) => {
  const world = rankingWorld(t);
  const revision = () => createLedgerReader(world.db, catalogOf([])).revision();
  assert.equal(revision(), 0);
  add(world, LINE, { ...LINE, lineNo: 2 });
  assert.equal(revision(), 1);
  add(world, LINE);
  assert.equal(revision(), 1);
});

test('a writer outside of a transaction is refused', (t) => {
  const { db } = rankingWorld(t);
  assert.throws(() => createLedgerWriter(db, CLOCK, { buyerKey: BUYER_KEY }), /transaction/);
});

test('a line that names no goods, or goods by something else than 13 digits, is refused', (t) => {
  const { db } = rankingWorld(t);
  for (const isbn13 of [null, '123', '97889364345X5']) {
    assert.throws(
      () =>
        transaction(db, () =>
          createLedgerWriter(db, CLOCK, { buyerKey: BUYER_KEY }).addSales([
            { ...LINE, itemId: null, isbn13 },
          ]),
        ),
      RangeError,
    );
  }
});
