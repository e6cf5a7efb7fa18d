import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDayStart, parseInstant } from '../../src/base/dates.ts';
import { formatKstInstant } from '../../src/clock.ts';
import { fc } from '../support/properties.ts';

test("an instant is read with its offset; what isn't one, or names none, is refused", () => {
  const noon = Date.UTC(2026, 10, 20, 12, 0, 0);
  const ends = `12:00:00Z 21:00:00+09:00 21:00+09:00 21:00:00.000+09:00 21:00:00.0009+09:00 06:30:00-05:30`;
  for (const end of ends.split(' ')) assert.equal(parseInstant(`2026-11-20T${end}`), noon, end);
  assert.equal(parseInstant('2026-11-21T02:00:00+14:00'), noon);
  assert.equal(parseInstant('2026-11-20T12:00:59.25Z'), noon + 59_250);
  const others = `2026-11-20 2026-11-20T12:00:00 2026-02-30T12:00:00Z 2026-11-20T24:00:00Z 2026-11-20T23:60:00Z
    2026-11-20T23:59:60Z 2026-11-20T12:00:00+0900 2026-11-20T12:00:00+24:00 2026-11-20T12:00:00.Z
    1899-12-31T12:00:00Z 3000-01-01T00:00:00Z 1795435200000`;
  for (const text of ['', '2026-11-20 12:00:00Z', ' 2026-11-20T12:00:00Z', ...others.split(/\s+/)])
    assert.equal(parseInstant(text), null, text);
});

test('every instant that the service writes is read back', () => {
  const [min, max] = [Date.UTC(1900, 0, 2), Date.UTC(2999, 11, 31)];
  fc.assert(
    fc.property(fc.integer({ min, max }), (atMs) => {
      assert.equal(parseInstant(formatKstInstant(atMs)), atMs);
      assert.equal(parseInstant(new Date(atMs).toISOString()), atMs);
    }),
  );
});

test('a date alone is the start of its day in Korea, of its first day where only month or year is known', () => {
  const days = {
    '2026-11-20': '2026-11-20',
    '20261120': '2026-11-20',
    '2026-11': '2026-11-01',
    '2026': '2026-01-01',
  };
  for (const [text, day] of Object.entries(days))
    assert.equal(parseDayStart(text), Date.parse(`${day}T00:00:00+09:00`), text);
  for (const text of ['', '2026-02-30', '1899-12-31', '3000', '20-11-2026', '2026-11-20T12:00'])
    assert.equal(parseDayStart(text), null, text);
});
