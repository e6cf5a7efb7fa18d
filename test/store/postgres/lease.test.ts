import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/config/config.ts';
import { StoreUnavailableError } from '../../../src/sql-database.ts';
import type { Database } from '../../../src/store/postgres/database.ts';
import { createDatabase } from '../../../src/store/postgres/database.ts';
import { openPostgresEngine } from '../../../src/store/postgres/engine.ts';
import { holdJobs, takeLease } from '../../../src/store/postgres/lease.ts';
import { eventually } from '../../support/eventually.ts';
import { patientMs } from '../../support/patience.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';

/** docs/machines.md#many-machines */
const TAKEN_OVER_WITHIN_MS = 10_000;
const ALWAYS = async () => true;

postgresSuite('the lease of the jobs in PostgreSQL', () => {
  test('the jobs of an instance that is silent pass to another one within 10 seconds', async (t) => {
    const database = (await postgresDatabase(t)).open();
    assert.notEqual(await takeLease(database), null);
    assert.equal(await takeLease(database), null);
    const [left] = await database.query<{ ms: number }>(
      `SELECT (extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS ms FROM lease WHERE name = 'jobs'`,
    );
    // Other instances ask every 1.5 s.
    assert.ok((left?.ms ?? Number.NaN) + 1_500 < TAKEN_OVER_WITHIN_MS, `${left?.ms} ms are left`);
  });

  test('what was begun under a fence publishes nothing once another instance has the jobs', async (t) => {
    const file = await postgresDatabase(t);
    const control = file.open();
    const fence = await takeLease(control);
    const worker = (fenced: number | null): Database => {
      const database = createDatabase({
        address: file.address,
        connectionsMax: 2,
        callTimeoutMs: patientMs(20_000),
        fence: fenced,
      });
      t.after(() => database.close());
      return database;
    };
    const publish = async (database: Database, name: string, meanwhile = ALWAYS) => {
      await using transaction = await database.begin({ lock: 'ranking', waitMs: 0 });
      await transaction.query('INSERT INTO item_name (name, item_id) VALUES ($1, 1)', [name]);
      await meanwhile();
      await transaction.commit();
    };
    await publish(worker(fence), 'held');
    const takenOver = async () => {
      await control.query(`UPDATE lease SET held_until = clock_timestamp() WHERE name = 'jobs'`);
      return (await takeLease(control)) !== null;
    };
    await assert.rejects(publish(worker(fence), 'lost', takenOver), StoreUnavailableError);
    assert.deepEqual(await control.query('SELECT name FROM item_name'), [{ name: 'held' }]);
  });

  test('an instance whose clock is more than a minute off leaves the jobs to others', async (t) => {
    const { open } = await postgresDatabase(t);
    const clock = {
      aheadMs: 61_000,
      nowMs: () => systemClock.nowMs() + clock.aheadMs,
      monotonicMs: systemClock.monotonicMs,
    };
    const database = open();
    const held = holdJobs(database, clock);
    t.after(() => held.close());
    const until = (isHeld: boolean) => eventually(held.fence, (fence) => (fence !== null) === isHeld);
    const problem = (said: RegExp) => eventually(held.clockProblem, (found) => said.test(found ?? 'none'));
    await problem(/^the clock of this machine is 6\d s ahead of the database's$/);
    // The lease was never held.
    const [lease] = await database.query(`SELECT fence FROM lease WHERE name = 'jobs'`);
    assert.deepEqual([held.fence(), lease], [null, { fence: 0 }]);
    clock.aheadMs = -50_000;
    await until(true);
    await problem(/^none$/);
    clock.aheadMs = -8 * 3_600_000;
    await until(false);
    await problem(/28,[78]\d\d s behind the database's$/);
    // The lease is given back after `fence` returns null.
    await held.close();
    assert.notEqual(await takeLease(database), null, 'it was given back');
  });

  test('a command goes by the clock of the database, however far off its own is', async (t) => {
    const { address } = await postgresDatabase(t);
    let offMs = 0;
    const clock: Clock = {
      nowMs: () => systemClock.nowMs() + 40 * 86_400_000 - offMs,
      monotonicMs: systemClock.monotonicMs,
      takeOff: (skewMs) => (offMs = skewMs),
    };
    const { dataDir, tierLimits } = readConfig({});
    await using _ = await openPostgresEngine(
      { dataDir, tierLimits, clock, role: 'command', syncsCommits: true, sessionSecret: () => '' },
      address,
    );
    assert.ok(Math.abs(clock.nowMs() - systemClock.nowMs()) < 60_000, `${offMs} ms were taken off`);
  });
});

postgresSuite('a long transaction on PostgreSQL', () => {
  test('shows signs of life while it waits for something else, and loses its lock when it shows none', async (t) => {
    const { open } = await postgresDatabase(t);
    const database = open();
    await using transaction = await database.begin({ lock: 'catalogue', waitMs: 0 });
    const watcher = open(1);
    const lastSigns = () =>
      watcher.query<{ at: string }>(
        `SELECT query_start::text AS at FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'idle in transaction'`,
      );
    const [first] = await lastSigns();
    await eventually(lastSigns, ([now]) => now !== undefined && now.at !== first?.at);
    await transaction.query(`SET LOCAL idle_in_transaction_session_timeout = '100ms'`);
    await eventually(
      () => watcher.isLocked('catalogue'),
      (isLocked) => !isLocked,
    );
    await assert.rejects(transaction.commit(), /paused for too long/);
  });
});
