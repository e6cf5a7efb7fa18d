import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentCalls } from '../../../src/accounts/recent-calls.ts';
import { RECENT_CALLS_MAX } from '../../../src/gate/recent-calls.ts';
import type { SqlDatabase } from '../../../src/sql-database.ts';
import { createSqliteSql } from '../../../src/store/sqlite/sql-driver.ts';
import { callAt, recentCallsContract } from '../../contracts/accounts/recent-calls-contract.ts';
import { newAccount } from '../../contracts/state-world.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';
import { onBothDatabases, stateWorld } from './both-databases.ts';

const onDatabase = (database: SqlDatabase) =>
  createRecentCalls(database, (error) => assert.fail(String(error)));

onBothDatabases('the last calls', (adapter, newDatabase) => {
  recentCallsContract(adapter, async (t) => {
    const empty = await newDatabase(t);
    const { accounts } = stateWorld(empty);
    return { accounts, recent: onDatabase(empty.database), restart: () => onDatabase(empty.open()) };
  });

  test(`${adapter}: no instance overwrites the calls of another, and the oldest calls go`, async (t) => {
    const empty = await newDatabase(t);
    const { accountId } = await newAccount(stateWorld(empty).accounts);
    const instances = Array.from({ length: 3 }, () => onDatabase(empty.open()));
    const rounds = 15;
    for (let round = 0; round < rounds; round++) {
      instances.forEach((one, at) => {
        for (let n = 0; n < 5; n++) one.record(accountId, callAt(round * 100 + at * 10 + n));
      });
      // The newest calls are written first in every other round: the order of writing says nothing about times.
      const flushes = round % 2 === 1 ? instances : instances.toReversed();
      for (const one of flushes) await one.flush();
    }
    await Promise.all(
      instances.map((one, at) => {
        one.record(accountId, callAt(rounds * 100 + at));
        return one.flush();
      }),
    );
    const recorded = Array.from({ length: rounds * 15 }, (_, index) => {
      const [round, inRound] = [Math.floor(index / 15), index % 15];
      return round * 100 + Math.floor(inRound / 5) * 10 + (inRound % 5);
    });
    const expected = [...recorded, rounds * 100, rounds * 100 + 1, rounds * 100 + 2].toReversed();
    for (const one of instances) {
      const listed = await one.list(accountId);
      const times = listed.map(({ atMs }) => atMs);
      assert.deepEqual(times, expected.slice(0, RECENT_CALLS_MAX));
    }
  });

  test(`${adapter}: calls of many accounts are written in one flush`, async (t) => {
    const empty = await newDatabase(t);
    const { accounts } = stateWorld(empty);
    const recent = onDatabase(empty.database);
    const made = [];
    for (let n = 0; n < 45; n++) made.push(await newAccount(accounts, { email: `dev${n}@example.com` }));
    for (const { accountId } of made) recent.record(accountId, callAt(accountId));
    await recent.flush();
    const rows = await empty.database.query<{ accountId: number }>(
      'SELECT account_id AS "accountId" FROM recent_calls ORDER BY account_id',
    );
    assert.deepEqual(
      rows.map(({ accountId }) => accountId),
      made.map(({ accountId }) => accountId).sort((a, b) => a - b),
    );
  });
});

test('a batch that cannot be written is kept, told, and written later', async (t) => {
  const { accounts, connect } = accountsFile(t);
  const errors: unknown[] = [];
  const recent = createRecentCalls(createSqliteSql(connect()), (error) => errors.push(error));
  const { accountId } = await newAccount(accounts);
  const other = connect();
  recent.record(accountId, callAt(1));
  other.exec('BEGIN IMMEDIATE');
  await recent.flush();
  assert.equal(errors.length, 1);
  recent.record(accountId, callAt(2));
  assert.deepEqual(await recent.list(accountId), [callAt(2), callAt(1)]);
  other.exec('ROLLBACK');
  await recent.flush();
  const stored = other.prepare('SELECT calls FROM recent_calls').get()?.calls;
  assert.deepEqual(JSON.parse(String(stored)), [callAt(2), callAt(1)]);
});
