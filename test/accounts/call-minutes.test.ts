import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallMinutes } from '../../src/accounts/call-minutes.ts';
import { addMinutes, MINUTE_MS, type MinuteCalls, RATE_MINUTES } from '../../src/gate/call-minutes.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const NOON_MS = Date.parse('2026-11-21T12:00:00+09:00');

function minute(atMs: number, fine: number): MinuteCalls {
  return { atMs, fine, limited: 2, refused: 3, failed: 4 };
}

onBothDatabases('minutes of calls', (adapter, newDatabase) => {
  test(`${adapter}: each process learns what others answered, ended ones included, and not its own`, async (t) => {
    const { open } = await newDatabase(t);
    const clock = fixedClock('2026-11-21T12:00:30+09:00');
    const [first, second, third] = [1, 2, 3].map(() => createCallMinutes({ database: open(), clock }));
    t.after(() => third?.close());
    let fine = 5;
    first?.publish(() => [minute(NOON_MS - MINUTE_MS, 1), minute(NOON_MS, fine)]);
    second?.publish(() => [minute(NOON_MS, 10)]);
    await first?.close();
    // The same minute once more: it replaces what was told before.
    fine = 7;
    await first?.close();
    await second?.close();
    const told = (await third?.others()) ?? [];
    const byFine = told.toSorted((a, b) => a.fine - b.fine);
    assert.deepEqual(byFine, [minute(NOON_MS - MINUTE_MS, 1), minute(NOON_MS, 7), minute(NOON_MS, 10)]);
    assert.deepEqual(
      await second?.others(),
      told.filter((one) => one.fine !== 10),
    );
    clock.advance(RATE_MINUTES * MINUTE_MS);
    assert.deepEqual(await third?.others(), [], 'an hour later nobody asks for these');
  });

  test(`${adapter}: minutes are told by themselves, without anybody closing`, async (t) => {
    const { open } = await newDatabase(t);
    const clock = fixedClock('2026-11-21T12:00:30+09:00');
    const [teller, listener] = [1, 2].map(() => createCallMinutes({ database: open(), clock }));
    t.after(() => teller?.close());
    teller?.publish(() => [minute(NOON_MS, 1)]);
    const told = await eventually(
      async () => (await listener?.others()) ?? [],
      ({ length }) => length > 0,
    );
    assert.deepEqual(told, [minute(NOON_MS, 1)]);
  });
});

test('what others answered is added to the minute in which they did', () => {
  const own = [minute(NOON_MS, 1), minute(NOON_MS + MINUTE_MS, 2)];
  const others = [minute(NOON_MS, 10), minute(NOON_MS, 100), minute(NOON_MS - MINUTE_MS, 1000)];
  assert.deepEqual(addMinutes(own, others), [
    { atMs: NOON_MS, fine: 111, limited: 6, refused: 9, failed: 12 },
    minute(NOON_MS + MINUTE_MS, 2),
  ]);
});
