import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECENT_CALLS_MAX } from '../../../../src/gate/recent-calls.ts';
import { createPostgresRecentCalls } from '../../../../src/store/postgres/accounts/recent-calls.ts';
import { createDatabase } from '../../../../src/store/postgres/database.ts';
import { callAt, recentCallsContract } from '../../../contracts/accounts/recent-calls-contract.ts';
import { newAccount } from '../../../contracts/state-world.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { postgresSuite, sharedPostgres } from '../../../support/postgres-database.ts';
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

  test('PostgreSQL: calls that cannot be written are kept, reported, and written later', async (t) => {
    const { accounts, address, open } = await accountsDatabase(t);
    const { accountId } = await newAccount(accounts);
    const proxy = await startFaultProxy(t, { targetPort: (await sharedPostgres()).port });
    const hosts = [{ host: '127.0.0.1', port: proxy.port }];
    const database = createDatabase({
      address: { ...address, hosts },
      connectionsMax: 2,
      callTimeoutMs: 20_000,
    });
    t.after(() => database.close());
    const errors: unknown[] = [];
    const recent = createPostgresRecentCalls(database, (error) => errors.push(error));
    recent.record(accountId, callAt(1));
    proxy.set('cut');
    await recent.flush();
    assert.equal(errors.length, 1);
    proxy.set('none');
    recent.record(accountId, callAt(2));
    await recent.flush();
    const other = createPostgresRecentCalls(open(), (error) => assert.fail(String(error)));
    assert.deepEqual(await other.list(accountId), [callAt(2), callAt(1)]);
    const { times } = await other.listFigures(accountId, 0);
    assert.deepEqual(
      times.map(({ calls }) => calls),
      [2],
    );
  });
});
