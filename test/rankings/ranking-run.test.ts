import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseKstDay } from '../../src/clock.ts';
import { createRankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import { RankingStopped, runRankings } from '../../src/rankings/run/ranking-run.ts';
import { readTallyProgress } from '../../src/rankings/run/run-record.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { createCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { sqliteSnapshot } from '../../src/store/sqlite/sql-statements.ts';
import { anItem, category, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/take-feed.ts';
import { rankingSessionContract } from '../contracts/rankings/ranking-session-contract.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { sessionsAt } from '../support/sessions-at.ts';
import {
  listOf,
  PLAIN_SETTINGS,
  rankItem,
  rankingPlace,
  rankingWorld,
  saleLine,
  sell,
} from './ranking-world.ts';

const ITEMS = [1, 2, 3, 4, 5].map((itemId) => rankItem({ itemId }));

test('a scheduled run that waited for another one does not count less far than that one did', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  // Before 00:30 the schedule counts up to the day before yesterday, an operator's command up to yesterday.
  const clock = fixedClock('2026-11-21T00:05:00+09:00');
  await sell(world, clock, '2026-11-20T12:00:00+09:00', { 1: 1 });
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
  const laterLine = saleLine({ soldAt: '2026-10-11T12:00:00+09:00', orderId: 'first', lineNo: 2, itemId: 2 });
  await world.add(clock, sale, laterLine);
  await world.rank(clock);
  await sell(world, clock, '2026-10-10T12:00:00+09:00', { 3: 5 });
  for (const lineNo of [1, 2]) await world.cancel(clock, 'first', { lineNo });
  world.lists[Symbol.dispose]();
  rmSync(world.listsPath);
  assert.deepEqual((await world.rank(clock)).months.length, 1);
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [1, 2]);
});

test('lines wait for their item: the month is published when the first item of them is known', async (t) => {
  const world = rankingWorld(t);
  const clock = fixedClock('2026-12-10T12:00:00+09:00');
  await sell(world, clock, '2026-10-10T12:00:00+09:00', { 1: 2, 2: 1 });
  assert.deepEqual((await world.rank(clock)).months, []);
  assert.equal(await listOf(world, '2026-10'), null);
  world.putItems(ITEMS);
  const { months } = await world.rank(clock);
  assert.deepEqual([months.length, months[0]?.lines, months[0]?.unknownLines], [1, 3, 0]);
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, [1, 2]);
});

test('a run that is asked to stop publishes nothing and leaves the lists in force', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  for (const month of ['09', '10', '11'])
    await sell(world, clock, `2026-${month}-10T12:00:00+09:00`, { 1: 1 });
  let isStopped = false;
  const onProgress = () => {
    isStopped = true;
  };
  const asked = { isStopped: () => isStopped, onProgress };
  const open = sessionsAt(world.dataDir);
  await assert.rejects(runRankings({ open, clock, settings: PLAIN_SETTINGS, ...asked }), RankingStopped);
  assert.equal(await listOf(world, '2026-09'), null);
  assert.equal((await readTallyProgress(sqliteSnapshot(world.db))).tallied, null);
  await world.rank(clock);
  assert.equal((await listOf(world, '2026-09'))?.version, 1);
});

test('a run notes how far it counted, and tells readers of the catalogue that something changed', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const revision = () => Number(world.db.prepare('SELECT revision FROM catalog_state').get()?.revision);
  await sell(world, clock, '2026-11-10T12:00:00+09:00', { 1: 1 });
  const before = revision();
  await world.rank(clock);
  assert.ok(revision() > before);
  assert.deepEqual(await readTallyProgress(sqliteSnapshot(world.db)), {
    ledgerRevision: 1,
    catalogRevision: revision(),
    tallied: { untilDay: parseKstDay('2026-11-20'), talliedAtMs: clock.nowMs(), ledgerRevision: 1 },
    refreshed: { refreshedAtMs: clock.nowMs(), catalogRevision: revision() },
  });
  const tallied = revision();
  await world.rank(clock, { kind: 'refresh' });
  const { catalogRevision, refreshed } = await readTallyProgress(sqliteSnapshot(world.db));
  assert.ok(catalogRevision > tallied);
  assert.equal(refreshed?.catalogRevision, catalogRevision);
});

rankingSessionContract('SQLite', rankingPlace);

test('a run leaves no write-ahead log behind', async (t) => {
  const { feeds, store, open, clock, folder } = rankingPlace(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await store.findLatestEdition('overall');
  // Readers hold one state for a turn.
  await nextTurn();
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
  for (const name of [CATALOG_FILE, LISTS_FILE])
    assert.equal(statSync(join(folder, `${name}-wal`)).size, 0, name);
});

test('lists that are lost count as never made', async (t) => {
  const { clock, feeds, store, lists, open, folder, connect } = rankingPlace(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
  const { progress } = createRankingAdmin(createCatalogDatabase(connect()), store);
  assert.notEqual((await progress()).tallied, null);
  lists[Symbol.dispose]();
  rmSync(join(folder, LISTS_FILE));
  const { tallied, refreshed } = await progress();
  assert.deepEqual([tallied, refreshed], [null, null]);
});
