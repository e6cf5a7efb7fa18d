import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECENT_CALLS_MAX } from '../../../../src/gate/recent-calls.ts';
import { createPostgresRecentCalls } from '../../../../src/store/postgres/accounts/recent-calls.ts';
import { callAt, recentCallsContract } from '../../../contracts/accounts/recent-calls-contract.ts';
import { newAccount } from '../../../contracts/state-world.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

postgresSuite('the last calls in PostgreSQL', () => {
  recentCallsContract('PostgreSQL', async (t) => {
    const { accounts, open } = await accountsDatabase(t);
    const create = () => createPostgresRecentCalls(open(), (error) => assert.fail(String(error)));
    return { accounts, recent: create(), restart: create };
  });

  test('PostgreSQL: no instance overwrites the calls of another, and the oldest rows go', async (t) => {
    const { accounts, open, database } = await accountsDatabase(t);
    const { accountId } = await newAccount(accounts);
    const fail = (error: unknown) => assert.fail(String(error));
    const instances = Array.from({ length: 3 }, () => createPostgresRecentCalls(open(), fail));
    const ROUND_MS = 5_000;
    for (let round = 0; round < 40; round++) {
      instances.forEach((one, at) => {
        for (let n = 0; n < 5; n++) one.record(accountId, callAt(round * ROUND_MS + at * 10 + n));
      });
      // The newest calls are written first in every other round: the order of writing says nothing about times.
      const flushes = round % 2 === 1 ? instances : instances.toReversed();
      for (const one of flushes) await one.flush();
    }
    const [first, second] = await Promise.all(instances.map((one) => one.list(accountId)));
    assert.deepEqual(first, second);
    const expected = Array.from({ length: 40 * 15 }, (_, index) => {
      const [round, inRound] = [Math.floor(index / 15), index % 15];
      return round * ROUND_MS + Math.floor(inRound / 5) * 10 + (inRound % 5);
    });
    assert.deepEqual(
      first?.map(({ atMs }) => atMs),
      expected.toReversed().slice(0, RECENT_CALLS_MAX),
    );
    const [rows] = await database.query<{ calls: number }>(
      'SELECT sum(jsonb_array_length(calls))::int AS calls FROM recent_calls',
    );
    assert.ok((rows?.calls ?? 0) < RECENT_CALLS_MAX + 45, `${rows?.calls} calls are stored`);
  });
});
