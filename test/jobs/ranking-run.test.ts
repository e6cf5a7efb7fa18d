import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatKstMonth, parseKstDay, parseKstMonth } from '../../src/clock.ts';
import { type Head, PREFIX_BYTES } from '../../src/rankings/snapshot/snapshot-format.ts';
import { EDITIONS_FOLDER, editionFile } from '../../src/store/files/edition-files.ts';
import {
  listOf,
  type RankingWorld,
  rankItem,
  rankingWorld,
  saleLine,
  sell,
} from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const ITEMS = [1, 2, 3, 4, 5].map((itemId) => rankItem({ itemId }));

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
  rmSync(monthlyFile(world, '2026-10'));
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [1]);
});

test('a damaged file is found by the next run and made again from the ledger', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-12-10T12:00:00+09:00');
  sell(world, clock, '2026-10-10T12:00:00+09:00', { 2: 2, 1: 1 });
  await world.rank(clock);
  truncateSync(monthlyFile(world, '2026-10'), 300);
  const report = await world.rank(clock);
  const versions = report.months.map((month) => month.version);
  assert.deepEqual(versions, [2]);
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
  const light = async (day: string) => {
    const report = await world.rank(fixedClock(`${day}T00:30:00+09:00`), { isThorough: false });
    return report.months.map(({ month, version }) => `${formatKstMonth(month)} ${version}`);
  };
  assert.deepEqual(await light('2026-11-11'), []);
  changeByte(monthlyFile(world, '2026-07'), -1);
  assert.deepEqual(await light('2026-11-12'), ['2026-07 2']);
  for (const month of ['2026-06', '2026-08']) {
    const file = monthlyFile(world, month);
    changeByte(file, firstEntryAt(file));
  }
  const found: string[][] = [];
  for (let day = 13; day < 20; day++) found.push(await light(`2026-11-${day}`));
  assert.deepEqual(found.flat(), ['2026-06 2', '2026-08 2']);
  assert.equal(found.filter((months) => months.length > 0).length, 1);
  assert.deepEqual((await listOf(world, '2026-06'))?.itemIds, [2, 1]);
});

/** The file of the first list of a month. */
function monthlyFile({ dataDir }: RankingWorld, month: string): string {
  const edition = { kind: 'monthly', period: parseKstMonth(month) ?? 0, version: 1 } as const;
  return join(dataDir, EDITIONS_FOLDER, editionFile(edition));
}

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
