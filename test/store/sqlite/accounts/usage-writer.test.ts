import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '../../../../src/gate/gate.ts';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createUsageWriter } from '../../../../src/store/sqlite/accounts/usage-writer.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

test('flush resolves once the queued calls are on disk', async (t) => {
  const { connect } = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const accounts = createSqlAccountStore({
    pepper: PEPPER,
    keyPrefix: KEY_PREFIX,
    clock,
    database: createSqliteSql(connect()),
  });
  const account = await accounts.createAccount({
    email: 'dev@example.com',
    name: 'Dev',
    tier: 'free',
    role: 'developer',
  });
  assert.ok(account);
  const failures: unknown[] = [];
  const writer = createUsageWriter(connect(), (error) => failures.push(error), {
    committed: () => {},
    dropped: () => {},
  });
  const ticket: Ticket = { accountId: account.accountId, day: 20_777, endpoint: 'usage' };
  const calls = [writer.add(ticket, 2), writer.add(ticket, 2)];
  await writer.flush();
  const stored = connect().prepare('SELECT sum(calls) AS calls FROM usage_day').get();
  assert.equal(stored?.calls, 2);
  await Promise.all(calls);
  assert.deepEqual(failures, []);
});
