import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatKstMonth, parseKstDay } from '../../src/clock.ts';
import { RankingStopped } from '../../src/jobs/ranking-run.ts';
import { startRankingWorker } from '../../src/jobs/ranking-worker.ts';
import { EDITIONS_FOLDER } from '../../src/store/sqlite/edition-files.ts';
import { lockRankings } from '../../src/store/sqlite/edition-publisher.ts';
import { PLAIN_SETTINGS, rankItem, rankingWorld, saleLine } from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

const ENTRY = new URL('../../bin/ranking-thread.ts', import.meta.url);
const UNTIL = parseKstDay('2026-11-20') ?? 0;
const clock = fixedClock('2026-11-21T12:00:00+09:00');

test('a run on its own thread publishes, reports and tells its progress, by the clock of its starter', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1 })]);
  world.write(clock, (ledger) => {
    ledger.addSale(saleLine({ soldAt: '2026-10-10T12:00:00+09:00', orderId: 'a' }));
    ledger.addSale(saleLine({ soldAt: '2026-11-10T12:00:00+09:00', orderId: 'b' }));
  });
  const progress: string[] = [];
  const worker = startRankingWorker({
    entry: ENTRY,
    dataDir: world.dataDir,
    clock,
    task: { kind: 'tally', untilDay: UNTIL },
    settings: PLAIN_SETTINGS,
    onProgress: ({ month, done, total }) => progress.push(`${formatKstMonth(month)} ${done}/${total}`),
  });
  const report = await worker.done;
  assert.equal(report.untilDay, UNTIL);
  assert.equal(report.months.length, 2);
  assert.deepEqual(progress, ['2026-10 1/2', '2026-11 2/2']);
  assert.ok(await world.store.findEdition('monthly', 2026 * 12 + 10));
});

test('a worker that is asked to stop ends without publishing', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1 })]);
  world.write(clock, (ledger) => ledger.addSale(saleLine({ soldAt: '2026-11-10T12:00:00+09:00' })));
  // Another run holds the lock, so that this one cannot end before it is stopped.
  const unlock = lockRankings(join(world.dataDir, EDITIONS_FOLDER), 0);
  const worker = startRankingWorker({
    entry: ENTRY,
    dataDir: world.dataDir,
    clock,
    task: { kind: 'refresh' },
    settings: PLAIN_SETTINGS,
  });
  worker.stop();
  await assert.rejects(worker.done, RankingStopped);
  unlock?.();
  assert.equal(await world.store.findEdition('monthly', 2026 * 12 + 10), null);
});

test('what makes a run fail is told to its starter', async (t) => {
  const file = join(tempDir(t), 'a-file');
  writeFileSync(file, '');
  await assert.rejects(
    startRankingWorker({
      entry: ENTRY,
      dataDir: file,
      clock,
      task: { kind: 'refresh' },
      settings: PLAIN_SETTINGS,
    }).done,
    {
      code: 'ENOTDIR',
    },
  );
});
