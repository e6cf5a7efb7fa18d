import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqliteRecentCalls } from '../../../../src/store/sqlite/accounts/recent-calls.ts';
import { callAt, recentCallsContract } from '../../../contracts/accounts/recent-calls-contract.ts';
import { newAccount } from '../../../contracts/state-world.ts';
import { accountsFile } from './accounts-file.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const errors: unknown[] = [];
  const restart = () => createSqliteRecentCalls(file.connect(), (error) => errors.push(error));
  return { ...file, recent: restart(), restart, errors };
}

recentCallsContract('SQLite', setUp);

test('a batch that cannot be written is kept, told, and written later', async (t) => {
  const { recent, connect, accounts, errors } = setUp(t);
  const { accountId } = await newAccount(accounts);
  const other = connect();
  recent.record(accountId, callAt(1));
  other.exec('BEGIN IMMEDIATE');
  await recent.flush();
  assert.equal(errors.length, 1);
  assert.deepEqual(await recent.list(accountId), [callAt(1)]);
  other.exec('ROLLBACK');
  await recent.flush();
  const stored = other.prepare('SELECT calls FROM recent_calls').get()?.calls;
  assert.deepEqual(JSON.parse(String(stored)), [callAt(1)]);
});
