import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createClockWatch,
  createTrustedClock,
  openTrustedClock,
  withTrustedClock,
} from '../../bin/trusted-clock.ts';
import { systemClock } from '../../src/clock.ts';
import commands from '../../src/messages/en/commands.json' with { type: 'json' };
import { StoreRefused } from '../../src/sql-database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { refusedWith, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const DAY_MS = 86_400_000;
const NOW = '2026-11-22T12:00:00+09:00';
const nowMs = Date.parse(NOW);

for (const days of [400, 46, -46, -400]) {
  test(`a clock that is ${days} days off changes nothing, and is believed again when it is right`, () => {
    const wall = fixedClock(NOW);
    const clock = createTrustedClock(wall, null);
    wall.advance(1_000);
    wall.setWall(nowMs + days * DAY_MS);
    assert.equal(clock.nowMs(), nowMs + 1_000);
    wall.advance(100_000);
    assert.equal(clock.nowMs(), nowMs + 101_000);
    assert.equal(clock.doubtedMs(), nowMs + days * DAY_MS + 100_000);
    wall.setWall(nowMs + 102_000);
    assert.equal(clock.nowMs(), nowMs + 102_000);
    assert.equal(clock.doubtedMs(), null);
  });
}

test('a jump of 45 days is believed, on either side, and after the last run one of 46 is not', () => {
  for (const days of [45, -45]) {
    const wall = fixedClock(NOW);
    const clock = createTrustedClock(wall, null);
    wall.setWall(nowMs + days * DAY_MS);
    assert.deepEqual([clock.nowMs(), clock.doubtedMs()], [nowMs + days * DAY_MS, null]);
  }
  const startedAfter = (days: number) => createTrustedClock(fixedClock(NOW), nowMs - days * DAY_MS).nowMs();
  assert.deepEqual([startedAfter(45), startedAfter(46)], [nowMs, nowMs - 46 * DAY_MS]);
});

test('what is taken off a clock, because it is ahead of the database, is no jump', () => {
  const clock = createTrustedClock(fixedClock(NOW), null);
  for (const skewMs of [DAY_MS, -60 * DAY_MS, 0]) {
    clock.takeOff?.(skewMs);
    assert.deepEqual([clock.nowMs(), clock.doubtedMs()], [nowMs - skewMs, null]);
  }
});

test('what a server records of the time is where the next start goes on; a doubted time is not recorded', async (t) => {
  const dataDir = tempDir(t);
  const wall = fixedClock(new Date(systemClock.nowMs() - 100 * DAY_MS).toISOString());
  const lastMs = wall.nowMs();
  const warnings: string[] = [];
  const watch = createClockWatch(dataDir, createTrustedClock(wall, null), (message) =>
    warnings.push(message),
  );
  await watch.run();
  wall.setWall(systemClock.nowMs());
  watch.close();
  assert.equal(warnings.length, 1);
  const next = openTrustedClock(dataDir);
  assert.notEqual(next.doubtedMs(), null);
  assert.ok(next.nowMs() >= lastMs && next.nowMs() < lastMs + DAY_MS);
});

test('a change is refused more than 45 days from the last run, and otherwise counts as the last run', async (t) => {
  const dataDir = tempDir(t);
  const ranDaysAgo = (days: number) =>
    writeFileSync(
      join(dataDir, 'clock.json'),
      JSON.stringify({ lastMs: systemClock.nowMs() - days * DAY_MS }),
    );
  const change = () => withTrustedClock(dataDir, async () => 'changed');
  const recordedMs = () => JSON.parse(readFileSync(join(dataDir, 'clock.json'), 'utf8')).lastMs;
  assert.equal(await change(), 'changed');
  assert.ok(recordedMs() > systemClock.nowMs() - DAY_MS, 'where nothing was known');
  for (const days of [46, -46]) {
    ranDaysAgo(days);
    await assert.rejects(change, StoreRefused);
  }
  ranDaysAgo(44);
  assert.equal(await change(), 'changed');
  assert.ok(recordedMs() > systemClock.nowMs() - DAY_MS);
});

test('under a clock that jumped, every command is refused but those that only read, make and restore backups, or serve', async (t) => {
  const dataDir = tempDir(t);
  writeFileSync(join(dataDir, 'clock.json'), '{"lastMs":1}');
  const reading = [
    'audit',
    'account list',
    'key list',
    'token list',
    'mail',
    'imports',
    'export',
    'sales',
    'status',
  ];
  const others = ['serve', 'backup', 'restore', 'verify', 'config', 'migrate', 'migrate-store'];
  const names = Object.keys(commands).filter((name) => ![...reading, ...others].includes(name));
  const ran = await runSeogaEach(
    dataDir,
    names.map((name) => name.split(' ')),
  );
  assert.ok(names.length > 10);
  for (const one of ran) refusedWith(one, 1, /clock\.json/);
  // A command loads the demo of an empty folder.
  const first = { words: ['serve'], settings: { SEOGA_DEMO: '1', PORT: '0' } };
  for (const one of await runSeogaEach(dataDir, [first])) refusedWith(one, 1, /^[^\n]*clock\.json[^\n]*\n$/);
});
