import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../../src/clock.ts';
import {
  clockProblem,
  findClockSkewMs,
  holdLease,
  isLeaseHeld,
  RENEW_MS,
  releaseLease,
  renewLease,
  takeLease,
} from '../../../../src/store/postgres/log/lease.ts';
import { eventually } from '../../../support/eventually.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';

/** docs/machines.md#many-machines */
const TAKEN_OVER_WITHIN_MS = 10_000;

postgresSuite('leases in PostgreSQL', () => {
  test('of instances that want a lease at once one has it, for as long as it is heard of', async (t) => {
    const { open } = await postgresDatabase(t);
    const [one, two] = [open(), open()];
    const taken = await Promise.all([one, two, one, two].map((database) => takeLease(database, 'catalogue')));
    const [first, ...more] = taken.filter((ticket) => ticket !== null);
    assert.ok(first !== undefined);
    assert.deepEqual(more, []);
    assert.equal(await renewLease(one, first), true);
    assert.equal(await takeLease(two, 'catalogue'), null);
  });

  test('jobs and runs of an instance that is silent pass to another one within 10 seconds', async (t) => {
    const database = (await postgresDatabase(t)).open();
    for (const name of ['jobs', 'ranking'] as const) {
      const ticket = await takeLease(database, name);
      assert.ok(ticket !== null && (await renewLease(database, ticket)));
      const [left] = await database.query<{ ms: number }>(
        `SELECT (extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS ms
         FROM catalog.lease WHERE name = $1`,
        [name],
      );
      // Whoever waits asks every RENEW_MS.
      assert.ok((left?.ms ?? Number.NaN) + RENEW_MS < TAKEN_OVER_WITHIN_MS, `${left?.ms} ms are left`);
    }
  });

  test('an instance whose clock is more than a minute off leaves the jobs to others', async (t) => {
    const { open } = await postgresDatabase(t);
    const clock = {
      aheadMs: 61_000,
      nowMs: () => systemClock.nowMs() + clock.aheadMs,
      monotonicMs: systemClock.monotonicMs,
    };
    const database = open();
    const held = holdLease(database, 'jobs', async () => (await findClockSkewMs(database, clock)) === 0);
    t.after(() => held.close());
    const until = (isHeld: boolean) => eventually(held.isHeld, (is) => is === isHeld);
    assert.match(
      String(clockProblem(await findClockSkewMs(database, clock))),
      /6\d s ahead of the database's$/,
    );
    const late = { ...clock, nowMs: () => systemClock.nowMs() - 8 * 3_600_000 };
    assert.match(
      String(clockProblem(await findClockSkewMs(database, late))),
      /28,[78]\d\d s behind the database's$/,
    );
    // One that was held at first could be given back; this one was never there.
    const [lease] = await database.query(`SELECT token FROM catalog.lease WHERE name = 'jobs'`);
    assert.deepEqual([held.isHeld(), lease], [false, { token: 0 }]);
    clock.aheadMs = -50_000;
    await until(true);
    clock.aheadMs = 8 * 3_600_000;
    await until(false);
    assert.notEqual(await takeLease(database, 'jobs'), null, 'it was given back');
  });

  test('a holder that was silent for too long has lost its lease, and can neither renew nor release it', async (t) => {
    const database = (await postgresDatabase(t)).open();
    const paused = await takeLease(database, 'catalogue');
    assert.ok(paused !== null);
    await database.query(`UPDATE catalog.lease SET held_until = clock_timestamp() WHERE name = 'catalogue'`);
    const next = await takeLease(database, 'catalogue');
    assert.ok(next !== null && next.token > paused.token);
    assert.equal(await renewLease(database, paused), false);
    await releaseLease(database, paused);
    assert.equal(await isLeaseHeld(database, 'catalogue'), true);
    await releaseLease(database, next);
    // As one that was under way when the lease was given back.
    assert.equal(await renewLease(database, next), false);
    assert.equal(await isLeaseHeld(database, 'catalogue'), false);
  });
});
