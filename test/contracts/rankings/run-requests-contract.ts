import assert from 'node:assert/strict';
import type { RunRequests } from '../../../src/rankings/run-requests.ts';
import { contractOf } from '../guarantee.ts';

/** What every adapter of the RunRequests port guarantees. */
export const runRequestsContract = contractOf<RunRequests>((test) => {
  test('a request is taken once, and a tally replaces a refresh, not the reverse', async (runs) => {
    assert.equal(await runs.requested(), null);
    assert.equal(await runs.takeRequested(), null);
    await runs.request('refresh');
    await runs.request('tally');
    await runs.request('refresh');
    assert.equal(await runs.requested(), 'tally');
    assert.equal(await runs.takeRequested(), 'tally');
    assert.deepEqual([await runs.requested(), await runs.takeRequested()], [null, null]);
    await runs.request('refresh');
    assert.equal(await runs.takeRequested(), 'refresh');
  });

  test('the run under way is seen with its progress until it ends', async (runs) => {
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
