import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../src/clock.ts';
import { RankingStopped, runRankings } from '../../src/jobs/ranking-run.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { readTallyProgress } from '../../src/store/sqlite/rankings/tally-record.ts';
import { listOf, PLAIN_SETTINGS, rankItem, rankingWorld, sell } from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const ITEMS = [1].map((itemId) => rankItem({ itemId }));

test('a run that is asked to stop publishes nothing and leaves the lists in force', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  for (const month of ['09', '10', '11']) sell(world, clock, `2026-${month}-10T12:00:00+09:00`, { 1: 1 });
  const signal = { aborted: false };
  const onProgress = () => {
    signal.aborted = true;
  };
  const stopped = runRankings({
    repository: createSqliteRankingRepository(world.dataDir),
    clock,
    settings: PLAIN_SETTINGS,
    signal,
    onProgress,
  });
  await assert.rejects(stopped, RankingStopped);
  assert.equal(await listOf(world, '2026-09'), null);
  assert.equal(readTallyProgress(world.db).tallied, null);
  await world.rank(clock);
  assert.equal((await listOf(world, '2026-09'))?.version, 1);
});

test('a run notes how far it counted, and tells readers of the catalogue that something changed', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const revision = () => Number(world.db.prepare('SELECT revision FROM catalog_state').get()?.revision);
  sell(world, clock, '2026-11-10T12:00:00+09:00', { 1: 1 });
  const before = revision();
  await world.rank(clock);
  assert.ok(revision() > before);
  assert.deepEqual(readTallyProgress(world.db), {
    ledgerRevision: 1,
    catalogRevision: before + 1,
    tallied: { untilDay: parseKstDay('2026-11-20'), talliedAtMs: clock.nowMs(), ledgerRevision: 1 },
    refreshed: { refreshedAtMs: clock.nowMs(), catalogRevision: before + 1 },
  });
});
