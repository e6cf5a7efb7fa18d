import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, momentOf, timeOf } from '../../../web/src/design/dates.ts';

test('days and times are those of Korea, in one form for every language', () => {
  const lateEvening = Date.UTC(2026, 10, 21, 22, 58, 3);
  assert.equal(dayOf(lateEvening), '2026-11-22');
  assert.equal(timeOf(lateEvening), '07:58');
  assert.equal(momentOf(lateEvening), '2026-11-22 07:58');
  assert.equal(momentOf(lateEvening, true), '2026-11-22 07:58:03');
});
