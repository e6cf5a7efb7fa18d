import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatKstMonth, parseKstDay } from '../../src/clock.ts';
import { createRankingRunner, RankingStopped } from '../../src/rankings/run/ranking-run.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { sessionsAt } from '../support/sessions-at.ts';
import { tempDir } from '../support/temp-dir.ts';
import { PLAIN_SETTINGS, rankItem, rankingWorld, saleLine } from './ranking-world.ts';

const ENTRY = new URL('../../bin/work-thread.ts', import.meta.url);
const UNTIL = parseKstDay('2026-11-20') ?? 0;
const clock = fixedClock('2026-11-21T12:00:00+09:00');
const optionsOf = (dataDir: string) => {
  return { entry: ENTRY, dataDir, fence: () => null, clock, settings: PLAIN_SETTINGS };
};

test('a run on its own thread publishes, reports and tells its progress, by the clock of its starter', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1 })]);
  const lines = ['2026-10-10', '2026-11-10', '2026-11-11'].map((day) =>
    saleLine({ soldAt: `${day}T12:00:00+09:00`, orderId: day }),
  );
  await world.add(clock, ...lines.slice(0, 2));
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
  await world.add(clock, ...lines);
  await runner.run({ kind: 'tally', untilDay: UNTIL });
  // The second run reports its own progress, once: the first no longer listens.
  assert.deepEqual(progress.slice(2), ['2026-11 1/1']);
});

test('a run that is asked to stop ends without publishing', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1 })]);
  await world.add(clock, saleLine({ soldAt: '2026-11-10T12:00:00+09:00' }));
  // Another run holds the lock, so that this one cannot end before it is stopped.
  const open = sessionsAt(world.dataDir);
  const other = await open(0);
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
  await assert.rejects(runner.run({ kind: 'refresh' }), { code: 'EEXIST' });
});
