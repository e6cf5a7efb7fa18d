import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compose } from '../../bin/compose.ts';
import { startJobs } from '../../bin/jobs/run-jobs.ts';
import { createTrustedClock } from '../../bin/trusted-clock.ts';
import { kstDayOf, systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { eventually } from '../support/eventually.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a server deletes counted queries that are older than 90 days, and no others', async (t) => {
  const dataDir = tempDir(t);
  const config = readConfig({ SEOGA_DATA_DIR: dataDir, SEOGA_LOG_LEVEL: 'silent' });
  const clock = createTrustedClock(systemClock, null);
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  const today = kstDayOf(systemClock.nowMs());
  const db = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 1_000 });
  const insert = db.prepare("INSERT INTO search_query_day VALUES (?, '', ?, '', 1)");
  // The days in between leave room for a midnight during the test.
  for (const daysAgo of [120, 91, 88, 0]) insert.run(today - daysAgo, `나비 ${daysAgo}`);
  db.close();
  const jobs = startJobs(service, clock);
  const daysAgo = async () =>
    (await service.store.searchTerms.listQueryCounts(0)).map(({ lastDay }) => today - lastDay);
  const left = await eventually(daysAgo, ({ length }) => length <= 2);
  await jobs.stop();
  await service.close();
  assert.deepEqual(left, [0, 88]);
});
