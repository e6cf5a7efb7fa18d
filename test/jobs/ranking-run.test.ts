import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatKstMonth, parseKstDay, parseKstMonth } from '../../src/clock.ts';
import { AGES, SEXES } from '../../src/rankings/ranking-store.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { type Head, PREFIX_BYTES } from '../../src/rankings/snapshot/snapshot-format.ts';
import { EDITIONS_FOLDER, editionFile } from '../../src/store/files/edition-files.ts';
import { listOf, rankItem, rankingWorld, saleLine, sell } from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const ITEMS = [1, 2, 3, 4, 5].map((itemId) => rankItem({ itemId }));

test('an open month is counted again with what came late but in time; from the 5th 04:00 on nothing changes it', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-01T00:30:00+09:00');
  sell(world, clock, '2026-10-10T12:00:00+09:00', { 1: 2, 2: 1 });
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [1, 2]);

  clock.setWall(Date.parse('2026-11-05T03:59:59.999+09:00'));
  assert.deepEqual(sell(world, clock, '2026-10-31T23:59:59.999+09:00', { 2: 2 }), ['added', 'added']);
  // Received while the month was open, counted by the next tally, which runs when it is closed.
  clock.setWall(Date.parse('2026-11-06T00:30:00+09:00'));
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [2, 1]);

  assert.deepEqual(sell(world, clock, '2026-10-15T12:00:00+09:00', { 1: 2, 3: 5 }), Array(7).fill('late'));
  const before = await listOf(world, '2026-10');
  const report = await world.rank(clock);
  assert.deepEqual(report.months, []);
  assert.deepEqual(await listOf(world, '2026-10'), before);
  assert.equal(before?.version, 2);
});

test('a scheduled run that waited for another one does not count less far than that one did', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  // Before 00:30 the schedule counts up to the day before yesterday, an operator's command up to yesterday.
  const clock = fixedClock('2026-11-21T00:05:00+09:00');
  sell(world, clock, '2026-11-20T12:00:00+09:00', { 1: 1 });
  const yesterday = parseKstDay('2026-11-20') ?? 0;
  assert.equal((await world.rank(clock)).untilDay, yesterday);
  assert.equal((await world.rank(clock, { cause: 'schedule', untilDay: yesterday - 1 })).untilDay, yesterday);
  assert.equal((await world.rank(clock, { untilDay: yesterday - 1 })).untilDay, yesterday - 1);
});

test('a late line or cancellation changes nothing even when the month has to be made again', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-12-01T12:00:00+09:00');
  const sale = saleLine({ soldAt: '2026-10-10T12:00:00+09:00', orderId: 'first', itemId: 1 });
  world.write(clock, (ledger) => ledger.addSale(sale));
  await world.rank(clock);
  sell(world, clock, '2026-10-10T12:00:00+09:00', { 2: 5 });
  world.write(clock, (ledger) =>
    ledger.addCancellation({ orderId: 'first', lineNo: 1, cancelledAtMs: clock.nowMs() }),
  );
  rmSync(
    join(
      world.dataDir,
      EDITIONS_FOLDER,
      editionFile({ kind: 'monthly', period: parseKstMonth('2026-10') ?? 0, version: 1 }),
    ),
  );
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [1]);
});

test('a damaged file is found by the next run and made again from the ledger', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-12-10T12:00:00+09:00');
  sell(world, clock, '2026-10-10T12:00:00+09:00', { 2: 2, 1: 1 });
  await world.rank(clock);
  const file = editionFile({ kind: 'monthly', period: parseKstMonth('2026-10') ?? 0, version: 1 });
  truncateSync(join(world.dataDir, EDITIONS_FOLDER, file), 300);
  const report = await world.rank(clock);
  assert.deepEqual(
    report.months.map((month) => month.version),
    [2],
  );
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [2, 1]);
});

test('a run that is not thorough finds damaged copies at once, damaged lists within a week, and then all', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const soldOn = fixedClock('2026-11-10T12:00:00+09:00');
  for (const month of ['2026-06', '2026-07', '2026-08']) {
    sell(world, soldOn, `${month}-10T12:00:00+09:00`, { 2: 2, 1: 1 });
  }
  await world.rank(soldOn);
  const fileOf = (month: string, version: number) =>
    join(
      world.dataDir,
      EDITIONS_FOLDER,
      editionFile({ kind: 'monthly', period: parseKstMonth(month) ?? 0, version }),
    );
  const light = async (day: string) => {
    const report = await world.rank(fixedClock(`${day}T00:30:00+09:00`), { isThorough: false });
    return report.months.map(({ month, version }) => `${formatKstMonth(month)} ${version}`);
  };
  assert.deepEqual(await light('2026-11-11'), []);
  changeByte(fileOf('2026-07', 1), -1);
  assert.deepEqual(await light('2026-11-12'), ['2026-07 2']);
  changeByte(fileOf('2026-06', 1), firstEntryAt(fileOf('2026-06', 1)));
  changeByte(fileOf('2026-08', 1), firstEntryAt(fileOf('2026-08', 1)));
  const found: string[][] = [];
  for (let day = 13; day < 20; day++) found.push(await light(`2026-11-${day}`));
  assert.deepEqual(found.flat(), ['2026-06 2', '2026-08 2']);
  assert.equal(found.filter((months) => months.length > 0).length, 1);
  assert.deepEqual((await listOf(world, '2026-06'))?.itemIds, [2, 1]);
});

/** Changes one byte of a file; a negative position counts from the end. */
function changeByte(path: string, position: number): void {
  const bytes = readFileSync(path);
  const at = position < 0 ? bytes.length + position : position;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

/** Where the lists of an edition begin in its file (snapshot-format.ts). */
function firstEntryAt(path: string): number {
  const bytes = readFileSync(path);
  const headBytes = bytes.readUInt32LE(4);
  const head: Head = JSON.parse(bytes.toString('utf8', PREFIX_BYTES, PREFIX_BYTES + headBytes));
  return PREFIX_BYTES + headBytes + (head.listCount * 2 + 1) * 4;
}

test('a month of old history is counted whenever its lines arrive first, and closed by its list', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-12-10T12:00:00+09:00');
  sell(world, clock, '2020-02-29T12:00:00+09:00', { 1: 1 });
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2020-02'))?.itemIds, [1]);
  assert.deepEqual(sell(world, clock, '2020-02-28T12:00:00+09:00', { 2: 1 }), ['late']);
});

test('lines wait for their item: the month is published when the first item of them is known', async (t) => {
  const world = rankingWorld(t);
  const clock = fixedClock('2026-12-10T12:00:00+09:00');
  sell(world, clock, '2026-10-10T12:00:00+09:00', { 1: 2, 2: 1 });
  assert.deepEqual((await world.rank(clock)).months, []);
  assert.equal(await listOf(world, '2026-10'), null);
  world.putItems(ITEMS);
  const { months } = await world.rank(clock);
  assert.deepEqual(
    months.map(({ lines, unknownLines }) => ({ lines, unknownLines })),
    [{ lines: 3, unknownLines: 0 }],
  );
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [1, 2]);
});

test('cancelling everything empties an open month and takes the sales index away', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-10T12:00:00+09:00');
  world.write(clock, (ledger) =>
    ledger.addSale(saleLine({ soldAt: '2026-11-03T12:00:00+09:00', orderId: 'only' })),
  );
  await world.rank(clock);
  assert.deepEqual(world.salePoints(), new Map([[1, 22]]));
  world.write(clock, (ledger) =>
    ledger.addCancellation({ orderId: 'only', lineNo: 1, cancelledAtMs: clock.nowMs() }),
  );
  const report = await world.rank(clock);
  assert.deepEqual(await listOf(world, '2026-11'), {
    version: 2,
    untilDay: '2026-11-09',
    itemIds: [],
    upDowns: [],
  });
  assert.deepEqual(world.salePoints(), new Map());
  assert.equal(report.salePoints, 0);
});

test('the order in which lines arrive changes no list', async (t) => {
  const line = fc.record({
    itemId: fc.integer({ min: 1, max: 5 }),
    soldAtMs: fc.constantFrom(
      ...['2026-10-01T00:00:00+09:00', '2026-10-31T23:59:59+09:00', '2026-11-01T00:00:00+09:00'].map(
        Date.parse,
      ),
    ),
    sex: fc.constantFrom('M', 'F', null),
    age: fc.constantFrom(15, 25, null),
    buyer: fc.constantFrom('x', 'y', null),
  });
  const orders = fc.array(line, { minLength: 2, maxLength: 30 }).chain((lines) => {
    const sales = lines.map(
      (fields, at): SaleLine => ({
        ...saleLine({ soldAt: '2026-10-01T00:00:00Z' }),
        ...fields,
        orderId: `o${at % 9}`,
        lineNo: at + 1,
      }),
    );
    return fc.tuple(fc.constant(sales), fc.shuffledSubarray(sales, { minLength: sales.length }));
  });
  await fc.assert(
    fc.asyncProperty(orders, async (arrivals) => {
      const [one, other] = await Promise.all(arrivals.map((sales) => listsAfter(t, sales)));
      assert.deepEqual(one, other);
    }),
    { numRuns: 40 },
  );
});

/** All lists after one import of the lines and one run. */
async function listsAfter(t: Parameters<typeof rankingWorld>[0], sales: readonly SaleLine[]) {
  const world = rankingWorld(t);
  const clock = fixedClock('2026-12-01T12:00:00+09:00');
  world.putItems(ITEMS);
  world.write(clock, (ledger) => {
    for (const sale of sales) assert.equal(ledger.addSale(sale), 'added');
  });
  await world.rank(clock);
  const lists = [];
  for (const month of ['2026-10', '2026-11']) {
    const edition = await world.store.findEdition('monthly', parseKstMonth(month) ?? 0);
    for (const sex of SEXES) {
      for (const age of AGES)
        lists.push(edition && (await world.store.readList(edition, { categoryId: 'c', sex, age })));
    }
  }
  return lists;
}

test('a run up to a day leaves out what was sold later, and a later run adds it', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  sell(world, clock, '2026-11-15T23:59:59.999+09:00', { 1: 1 });
  sell(world, clock, '2026-11-16T00:00:00+09:00', { 2: 2 });
  await world.rank(clock, { untilDay: parseKstDay('2026-11-15') ?? 0 });
  assert.deepEqual((await listOf(world, '2026-11'))?.itemIds, [1]);
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2026-11'))?.itemIds, [2, 1]);
});
