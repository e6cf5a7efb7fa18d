import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ClockRecord, createTrustedClock, isPlausible, recordNow } from '../src/trusted-clock.ts';
import { fixedClock } from './support/fixed-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = '2026-11-22T12:00:00+09:00';
const nowMs = Date.parse(NOW);

function keptDaysAgo(days: number): ClockRecord {
  return { lastMs: nowMs - days * DAY_MS, steadySinceMs: nowMs - 300 * DAY_MS };
}

describe('while a server runs', () => {
  for (const days of [400, 3, -3, -400]) {
    test(`a clock that is ${days} days off for 25 s changes nothing, and is believed again when it is right`, () => {
      const wall = fixedClock(NOW);
      const clock = createTrustedClock(wall, null);
      wall.advance(1_000);
      wall.setWall(nowMs + days * DAY_MS);
      assert.equal(clock.nowMs(), nowMs + 1_000);
      wall.advance(25_000);
      assert.equal(clock.nowMs(), nowMs + 26_000);
      assert.equal(clock.doubt()?.wallMs, nowMs + days * DAY_MS + 25_000);
      wall.setWall(nowMs + 27_000);
      assert.equal(clock.nowMs(), nowMs + 27_000);
      assert.equal(clock.doubt(), null);
    });
  }

  test('a jump of some weeks that holds for a minute is believed, one of 46 days never by itself', () => {
    for (const [days, isBelieved] of [
      [30, true],
      [-30, true],
      [46, false],
      [-46, false],
    ] as const) {
      const wall = fixedClock(NOW);
      const clock = createTrustedClock(wall, null);
      wall.setWall(nowMs + days * DAY_MS);
      clock.nowMs();
      for (let second = 0; second < 100; second++) {
        wall.advance(1_000);
        clock.nowMs();
      }
      assert.equal(clock.doubt() === null, isBelieved, `${days} days`);
      assert.equal(clock.nowMs(), isBelieved ? wall.nowMs() : nowMs + 100_000);
    }
  });

  test('a clock that jumps to and fro is not believed', () => {
    const wall = fixedClock(NOW);
    const clock = createTrustedClock(wall, null);
    for (let second = 1; second < 300; second++) {
      wall.advance(1_000);
      wall.setWall(nowMs + (second % 2 === 0 ? 20 : 30) * DAY_MS);
      assert.equal(clock.nowMs(), nowMs + second * 1_000);
    }
  });
});

describe('at a start', () => {
  test('without a record the clock is believed', () => {
    assert.equal(createTrustedClock(fixedClock(NOW), null).nowMs(), nowMs);
  });

  test('two days after the last run it is believed at once, weeks after it within a minute, 46 days after it never', () => {
    for (const [days, afterStart, afterMinute] of [
      [2, true, true],
      [21, false, true],
      [46, false, false],
    ] as const) {
      const wall = fixedClock(NOW);
      const kept = keptDaysAgo(days);
      const clock = createTrustedClock(wall, kept);
      assert.equal(clock.nowMs(), afterStart ? nowMs : kept.lastMs, `${days} days`);
      wall.advance(61_000);
      assert.equal(clock.nowMs() === wall.nowMs(), afterMinute, `${days} days`);
    }
  });

  test('a record that the next start reads continues a doubt where it was', () => {
    const wall = fixedClock(NOW);
    const first = createTrustedClock(wall, keptDaysAgo(100));
    wall.advance(HOUR_MS);
    const second = createTrustedClock(wall, first.record());
    assert.equal(second.nowMs(), nowMs - 100 * DAY_MS + HOUR_MS);
  });
});

describe('deleting', () => {
  test('waits until the clock has been steady for six hours, over restarts too, and again after every jump', () => {
    const wall = fixedClock(NOW);
    const first = createTrustedClock(wall, null);
    assert.equal(first.mayDelete(), false);
    wall.advance(5 * HOUR_MS);
    const second = createTrustedClock(wall, first.record());
    assert.equal(second.mayDelete(), false);
    wall.advance(HOUR_MS);
    assert.equal(second.mayDelete(), true);
    wall.setWall(wall.nowMs() + 20 * DAY_MS);
    assert.equal(second.mayDelete(), false);
    wall.advance(61_000);
    assert.equal(second.nowMs(), wall.nowMs());
    assert.equal(second.mayDelete(), false);
    wall.advance(6 * HOUR_MS);
    assert.equal(second.mayDelete(), true);
  });
});

describe('a command', () => {
  test('is refused more than 45 days from the last trusted time, on either side', () => {
    assert.equal(isPlausible(nowMs, null), true);
    for (const [days, expected] of [
      [45, true],
      [46, false],
      [-46, false],
    ] as const) {
      assert.equal(isPlausible(nowMs, keptDaysAgo(days)), expected, `${days} days`);
    }
  });

  test('keeps the time, and starts the six hours again after a jump', () => {
    assert.equal(recordNow(nowMs, keptDaysAgo(1)).steadySinceMs, nowMs - 300 * DAY_MS);
    assert.deepEqual(recordNow(nowMs, keptDaysAgo(3)), { lastMs: nowMs, steadySinceMs: nowMs });
  });
});
