import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compose } from '../../bin/compose.ts';
import { startJobs } from '../../bin/jobs.ts';
import { rankingSettings } from '../../bin/rank-now.ts';
import { createTrustedClock } from '../../bin/trusted-clock.ts';
import { kstDayOf, systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { runRankings } from '../../src/jobs/ranking-run.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { eventually } from '../support/eventually.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';
import { importLines } from '../support/test-app.ts';

test('a server deletes counted queries that are older than 90 days, and no others', async (t) => {
  const dataDir = tempDir(t);
  const config = readConfig({ SEOGA_DATA_DIR: dataDir, SEOGA_LOG_LEVEL: 'silent' });
  const clock = createTrustedClock(systemClock, null);
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  const today = kstDayOf(systemClock.nowMs());
  const db = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 1_000 });
  const insert = db.prepare("INSERT INTO search_query_day VALUES (?, '', '나비', '', 1)");
  // The days in between leave room for a midnight during the test.
  for (const daysAgo of [120, 91, 88, 0]) insert.run(today - daysAgo);
  db.close();
  const jobs = startJobs(config, service, clock);
  const daysAgo = async () => (await service.searchTerms.listQueryCounts(0)).map(({ day }) => today - day);
  const left = await eventually(daysAgo, ({ length }) => length <= 2);
  await jobs.stop();
  await service.close();
  assert.deepEqual(left, [0, 88]);
});

test('a server that starts with an old realtime list makes a new one at once', async (t) => {
  const dataDir = tempDir(t);
  const config = readConfig({ SEOGA_DATA_DIR: dataDir, SEOGA_LOG_LEVEL: 'silent' });
  const stopped = fixedClock('2026-11-21T00:31:00+09:00');
  await importLines(config, stopped, [
    { kind: 'category', categoryId: '001', categoryName: '소설' },
    { kind: 'item', itemId: 1, title: '책', catalog: 'BOOK', categoryIds: ['001'] },
    { kind: 'sale', orderId: 'A', lineNo: 1, itemId: 1, quantity: 1, soldAt: '2026-11-20T21:00:00+09:00' },
  ]);
  const repository = createSqliteRankingRepository(dataDir);
  await runRankings({ repository, clock: stopped, settings: rankingSettings(config) });
  // The day's tally is made, so nothing but the realtime list is old.
  const clock = createTrustedClock(fixedClock('2026-11-21T00:59:40+09:00'), null);
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  const madeAt = async () => (await service.rankings.findLatestEdition('realtime'))?.publishedAtMs;
  assert.equal(await madeAt(), stopped.nowMs());
  const jobs = startJobs(config, service, clock);
  const refreshedAt = await eventually(madeAt, (atMs) => atMs !== stopped.nowMs());
  const runs = await service.rankingAdmin.listRuns('refresh', 10);
  await jobs.stop();
  await service.close();
  assert.ok((refreshedAt ?? 0) >= clock.nowMs());
  assert.equal(runs.length, 1, 'a refresh, not a tally');
});
