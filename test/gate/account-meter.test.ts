import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kstDayOf } from '../../src/clock.ts';
import { createAccountMeter, type DayCount } from '../../src/gate/account-meter.ts';
import { IDENTIFY_LIMITS } from '../../src/gate/gate.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const limits = { burstPerSecond: 10, burst: 2, dailyQuota: 100 };

test('memory stays bounded: idle accounts are dropped and come back with the count on disk', () => {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const day = kstDayOf(clock.nowMs());
  const disk = new Map<number, DayCount>();
  const meter = createAccountMeter({
    clock,
    accountsMax: 10,
    loadLastDay: (accountId) => disk.get(accountId) ?? null,
  });
  for (let accountId = 1; accountId <= 1000; accountId += 1) {
    assert.equal(meter.reserve(accountId, limits).outcome, 'admitted');
    disk.set(accountId, { day, used: 1 });
    meter.committed(accountId, day, 1);
    clock.advance(1000);
    assert.ok(meter.size() <= 11, `${meter.size()} accounts held`);
  }
  assert.equal(meter.reserve(1, limits).quota.dailyRemaining, 98);
});

test('an account that has calls not yet on disk, or used its burst or its looks just now, is never dropped', () => {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const day = kstDayOf(clock.nowMs());
  const newMeter = () => createAccountMeter({ clock, accountsMax: 10, loadLastDay: () => null });
  const [waiting, called, looked] = [newMeter(), newMeter(), newMeter()];
  for (let accountId = 1; accountId <= 100; accountId += 1) {
    for (let n = 0; n < limits.burst; n++) called.reserve(accountId, limits);
    called.committed(accountId, day, limits.burst);
    for (let n = 0; n < IDENTIFY_LIMITS.burst; n++)
      assert.equal(looked.peek(accountId, limits).outcome, 'seen');
  }
  assert.equal(called.reserve(1, limits).outcome, 'burst');
  assert.equal(looked.peek(1, limits).outcome, 'burst');
  for (let accountId = 1; accountId <= 100; accountId += 1) {
    waiting.reserve(accountId, limits);
    clock.advance(1000);
  }
  assert.equal(waiting.size(), 100);
  assert.equal(waiting.reserve(1, limits).quota.dailyRemaining, 98);
});

test("yesterday's calls that reach the disk late do not hide today's unwritten ones", () => {
  const clock = fixedClock('2026-11-20T23:59:59+09:00');
  const day = kstDayOf(clock.nowMs());
  const meter = createAccountMeter({ clock, accountsMax: 1, loadLastDay: () => ({ day, used: 1 }) });
  meter.reserve(1, limits);
  clock.advance(1000);
  meter.reserve(1, limits);
  meter.committed(1, day, 1);
  clock.advance(1000);
  meter.reserve(2, limits);
  assert.equal(meter.reserve(1, limits).quota.dailyRemaining, 98);
});

test('a day that a wrong clock counted is ignored once the clock is right, on disk and in memory', () => {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const day = kstDayOf(clock.nowMs());
  const disk: DayCount[] = [
    { day: day + 400, used: 100 },
    { day, used: 7 },
  ];
  const meter = createAccountMeter({
    clock,
    accountsMax: 10,
    loadLastDay: (_, notAfter) => disk.find((one) => one.day <= notAfter) ?? null,
  });
  assert.equal(meter.reserve(1, limits).quota.dailyUsed, 8);
  clock.setWall(clock.nowMs() + 400 * 86_400_000);
  assert.equal(meter.reserve(1, limits).quota.day, day + 400);
  clock.advance(1_000);
  clock.setWall(clock.nowMs() - 400 * 86_400_000);
  const after = meter.reserve(1, limits);
  assert.equal(after.quota.day, day);
  assert.equal(after.quota.dailyUsed, 8);
});
