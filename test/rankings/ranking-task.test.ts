import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatKstMonth, parseKstDay } from '../../src/clock.ts';
import { createRankingRunner, RankingStopped } from '../../src/rankings/run/ranking-run.ts';
import { sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';
import { PLAIN_SETTINGS, rankItem, rankingWorld, saleLine } from './ranking-world.ts';

const ENTRY = new URL('../../bin/work-thread.ts', import.meta.url);
const UNTIL = parseKstDay('2026-11-20') ?? 0;
const clock = fixedClock('2026-11-21T12:00:00+09:00');
const optionsOf = (dataDir: string) => ({ entry: ENTRY, dataDir, clock, settings: PLAIN_SETTINGS });

test('a run on its own thread publishes, reports and tells its progress, by the clock of its starter', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1 })]);
  world.write(clock, (ledger) => {
    ledger.addSale(saleLine({ soldAt: '2026-10-10T12:00:00+09:00', orderId: 'a' }));
    ledger.addSale(saleLine({ soldAt: '2026-11-10T12:00:00+09:00', orderId: 'b' }));
  });
  const progress: string[] = [];
  const runner = createRankingRunner({
    ...optionsOf(world.dataDir),
    onProgress: ({ month, done, total }) => progress.push(`${formatKstMonth(month)} ${done}/${total}`),
  });
  t.after(() => runner.close());
  const report = await runner.run({ kind: 'tally', untilDay: UNTIL });
  assert.equal(report.untilDay, UNTIL);
  assert.equal(report.months.length, 2);
  assert.deepEqual(progress, ['2026-10 1/2', '2026-11 2/2']);
  assert.ok(await world.store.findEdition('monthly', 2026 * 12 + 10));
  world.write(clock, (ledger) => {
    ledger.addSale(saleLine({ soldAt: '2026-11-11T12:00:00+09:00', orderId: 'c' }));
  });
  await runner.run({ kind: 'tally', untilDay: UNTIL });
  // The second run reports its own progress, once: the first no longer listens.
  assert.deepEqual(progress.slice(2), ['2026-11 1/1']);
});

test('a run that is asked to stop ends without publishing', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1 })]);
  world.write(clock, (ledger) => ledger.addSale(saleLine({ soldAt: '2026-11-10T12:00:00+09:00' })));
  // Another run holds the lock, so that this one cannot end before it is stopped.
  const open = sessionsOf(world.dataDir);
  const other = await open({ waitMs: 0, isChecked: false });
  const runner = createRankingRunner(optionsOf(world.dataDir));
  const stopped = assert.rejects(runner.run({ kind: 'refresh' }), RankingStopped);
  await runner.close();
  await stopped;
  await other?.close();
  assert.equal(await world.store.findEdition('monthly', 2026 * 12 + 10), null);
});

test('what makes a run fail is told to its starter', async (t) => {
  const file = join(tempDir(t), 'a-file');
  writeFileSync(file, '');
  const runner = createRankingRunner(optionsOf(file));
  t.after(() => runner.close());
  await assert.rejects(runner.run({ kind: 'refresh' }), { code: 'EEXIST' });
  // The next run begins anew.
  await assert.rejects(runner.run({ kind: 'refresh' }), { code: 'EEXIST' });
});

test('runs of one server see what was imported and tallied between them', async (t) => {
  const world = rankingWorld(t);
  const deal = { salePrice: 50, from: UNTIL, until: UNTIL + 9 };
  const inDeal = (itemId: number) => rankItem({ itemId, shopPrice: 100, salePrice: 90, deal });
  const runner = createRankingRunner(optionsOf(world.dataDir));
  t.after(() => runner.close());
  const importItems = (...itemIds: number[]) => {
    world.putItems(itemIds.map(inDeal));
    world.db.exec('UPDATE catalog_state SET revision = revision + 1');
  };
  const deals = async () => {
    const edition = await world.store.findLatestEdition('deal');
    assert.ok(edition);
    const { itemIds } = await world.store.readList(edition, { categoryId: 'c', sex: 'A', age: 255 });
    return { version: edition.version, itemIds };
  };
  importItems(1);
  await runner.run({ kind: 'refresh' });
  assert.deepEqual(await deals(), { version: 1, itemIds: [1] });
  await runner.run({ kind: 'refresh' });
  assert.deepEqual(await deals(), { version: 1, itemIds: [1] });
  importItems(2);
  await runner.run({ kind: 'refresh' });
  assert.deepEqual(await deals(), { version: 2, itemIds: [1, 2] });
  world.write(clock, (ledger) =>
    ledger.addSale(saleLine({ soldAt: '2026-11-20T12:00:00+09:00', itemId: 2 })),
  );
  await runner.run({ kind: 'tally', untilDay: UNTIL });
  assert.deepEqual(await deals(), { version: 3, itemIds: [2, 1] });
  await runner.run({ kind: 'refresh' });
  assert.deepEqual(await deals(), { version: 3, itemIds: [2, 1] });
});
