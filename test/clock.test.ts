import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatKstDay,
  formatKstInstant,
  formatKstMonth,
  formatKstWeek,
  kstDayOf,
  kstDayStartMs,
  kstMonthFirstDay,
  kstMonthOfDay,
  kstWeekFirstDay,
  kstWeekOfDay,
  parseKstDay,
  parseKstMonth,
  parseKstWeek,
} from '../src/clock.ts';
import { fc } from './support/properties.ts';

const instants = fc.integer({ min: 0, max: Date.UTC(2200, 0) });

test('an instant as Korea writes it is that instant, whatever the order in which instants are asked', () => {
  fc.assert(
    fc.property(fc.array(instants, { minLength: 1 }), (all) => {
      for (const ms of all) {
        const text = formatKstInstant(ms);
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00$/);
        assert.equal(Date.parse(text), ms);
      }
    }),
  );
});

test('the day of an instant is the date that its Korean text begins with', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      const day = kstDayOf(ms);
      assert.equal(formatKstDay(day), formatKstInstant(ms).slice(0, 10));
      assert.ok(kstDayStartMs(day) <= ms && ms < kstDayStartMs(day + 1));
      assert.equal(parseKstDay(formatKstDay(day)), day);
    }),
  );
});

test('a month holds the days that begin with its text', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      const day = kstDayOf(ms);
      const month = kstMonthOfDay(day);
      assert.equal(formatKstMonth(month), formatKstDay(day).slice(0, 7));
      assert.equal(parseKstMonth(formatKstMonth(month)), month);
      assert.ok(kstMonthFirstDay(month) <= day && day < kstMonthFirstDay(month + 1));
    }),
  );
});

test('a week has seven days from a Monday on, and the number that ISO 8601 gives it', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      const day = kstDayOf(ms);
      const week = kstWeekOfDay(day);
      const monday = kstWeekFirstDay(week);
      assert.equal(new Date(formatKstDay(monday)).getUTCDay(), 1);
      assert.ok(monday <= day && day < monday + 7);
      assert.equal(parseKstWeek(formatKstWeek(week)), week);
      assert.equal(kstWeekFirstDay(week + 1), monday + 7);
    }),
  );
  for (const [date, week] of [
    ['2026-11-22', '2026-W47'],
    ['2025-12-28', '2025-W52'],
    ['2025-12-29', '2026-W01'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['1970-01-01', '1970-W01'],
    ['1969-12-28', '1969-W52'],
    ['0001-01-01', '0001-W01'],
  ] as const)
    assert.equal(formatKstWeek(kstWeekOfDay(parseKstDay(date) ?? 0)), week, date);
  for (const none of ['2025-W53', '2026-W00', '2026-W54', '2026-W7', '2026W07', '2026-w07', ''])
    assert.equal(parseKstWeek(none), null, none);
});

test('texts in another form and days that do not exist are no days', () => {
  const days = '2026-02-29 2100-02-29 2026-13-01 2026-00-10 2026-04-31 0000-01-01 0001-13-01 0001-01-00';
  for (const text of [...days.split(' '), '2026-1-1', '20260101', '2026-01-01 ', ''])
    assert.equal(parseKstDay(text), null, text);
  for (const leapDay of ['2024-02-29', '2000-02-29']) assert.notEqual(parseKstDay(leapDay), null);
});
