import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import inject from 'light-my-request';
import { compose } from '../../bin/compose.ts';
import { startJobs } from '../../bin/jobs.ts';
import { kstDayOf } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { createTrustedClock } from '../../src/trusted-clock.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { unpackRelease } from '../support/kept-release.ts';

/** Jobs look every second. */
const SEVERAL_LOOKS_MS = 3_500;
const DAY_MS = 86_400_000;

test('a clock that was 400 days ahead for a while leaves lists, counts and records as they are', async (t) => {
  const kept = unpackRelease(t, '1.0.0-pre');
  const config = readConfig({
    SEOGA_DATA_DIR: kept.dataDir,
    SEOGA_KEY_PREFIX: kept.keyPrefix,
    SEOGA_BASE_URL: 'https://books.example',
    SEOGA_LOG_LEVEL: 'silent',
  });
  const wall = fixedClock(kept.at);
  const nowMs = wall.nowMs();
  const today = kstDayOf(nowMs);
  const clock = createTrustedClock(wall, {
    lastMs: nowMs,
    steadySinceMs: nowMs - DAY_MS,
    acceptedMs: null,
  });
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  assert.equal(await service.search.whenReady(60_000), true);
  const jobs = startJobs(config, service, clock);
  const call = async () => {
    for (const [url, expected] of Object.entries(kept.answers)) {
      const response = await inject(service.app.listener, { url, headers: { 'x-api-key': kept.key } });
      assert.equal(response.statusCode, 200, `${url}: ${response.payload}`);
      assert.partialDeepStrictEqual(response.json().data, expected, url);
      wall.advance(1_000);
    }
  };
  try {
    wall.setWall(nowMs + 400 * DAY_MS);
    await call();
    await wait(SEVERAL_LOOKS_MS);
    assert.match(await service.metrics.text(), /^seoga_clock_doubted 1$/m);
    wall.setWall(nowMs + 60_000);
    await wait(SEVERAL_LOOKS_MS);
    await call();
    assert.match(await service.metrics.text(), /^seoga_clock_doubted 0$/m);
  } finally {
    await jobs.stop();
    await service.close();
  }
  const accounts = new DatabaseSync(join(kept.dataDir, 'accounts.db'), { readOnly: true });
  const days = accounts.prepare('SELECT DISTINCT day FROM usage_day').all();
  accounts.close();
  assert.deepEqual(
    days.map(({ day }) => day),
    [today],
  );
  const catalog = new DatabaseSync(join(kept.dataDir, 'catalog.db'), { readOnly: true });
  const tallied = catalog.prepare('SELECT until_day FROM ranking_state').get();
  catalog.close();
  assert.equal(tallied?.until_day, today - 1);
});
