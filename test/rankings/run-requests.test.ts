import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { createRunRequests } from '../../src/rankings/run/ranking-admin.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';

const requestsOn = (database: SqlDatabase) => createRunRequests({ database, clock: systemClock });

onBothDatabases('requests for ranking runs', (adapter, newDatabase) => {
  test(`${adapter}: a request is taken once, and a tally replaces a refresh, not the reverse`, async (t) => {
    const runs = requestsOn((await newDatabase(t)).database);
    assert.deepEqual([await runs.requested(), await runs.takeRequested()], [null, null]);
    for (const kind of ['refresh', 'tally', 'refresh'] as const) await runs.request(kind, null);
    assert.equal(await runs.requested(), 'tally');
    assert.equal(await runs.takeRequested(), 'tally');
    assert.deepEqual([await runs.requested(), await runs.takeRequested()], [null, null]);
    await runs.request('refresh', null);
    assert.equal(await runs.takeRequested(), 'refresh');
  });

  test(`${adapter}: of processes that take a request at once, one gets it`, async (t) => {
    const { open } = await newDatabase(t);
    const processes = Array.from({ length: 3 }, () => requestsOn(open().database));
    for (let round = 0; round < 20; round++) {
      await processes[round % 3]?.request('tally', null);
      const taken = await Promise.all(processes.map((one) => one.takeRequested()));
      assert.equal(taken.filter((kind) => kind === 'tally').length, 1);
    }
  });

  test(`${adapter}: the run under way is seen with its progress until it ends`, async (t) => {
    const runs = requestsOn((await newDatabase(t)).database);
    assert.equal(await runs.underWay(), null);
    const run = { kind: 'tally', cause: 'operator', startedAtMs: 1_795_000_000_000 } as const;
    await runs.begin(run);
    assert.deepEqual(await runs.underWay(), { ...run, monthsDone: 0, monthsTotal: 0 });
    await runs.progress(2, 5);
    assert.deepEqual(await runs.underWay(), { ...run, monthsDone: 2, monthsTotal: 5 });
    await runs.end();
    assert.equal(await runs.underWay(), null);
    await runs.begin(run);
    assert.equal((await runs.underWay())?.monthsDone, 0);
  });
});
