import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '../../../../src/gate/gate.ts';
import { createUsageWriter } from '../../../../src/store/sqlite/accounts/usage-writer.ts';
import { newAccount } from '../../../contracts/state-world.ts';
import { accountsFile } from './accounts-file.ts';

test('flush resolves once the queued calls are on disk', async (t) => {
  const { connect, accounts } = accountsFile(t);
  const { accountId } = await newAccount(accounts);
  const failures: unknown[] = [];
  const writer = createUsageWriter(connect(), (error) => failures.push(error), {
    committed: () => {},
    dropped: () => {},
  });
  const ticket: Ticket = { accountId, day: 20_777, endpoint: 'usage' };
  const calls = [writer.add(ticket, 2), writer.add(ticket, 2)];
  await writer.flush();
  const stored = connect().prepare('SELECT sum(calls) AS calls FROM usage_day').get();
  assert.equal(stored?.calls, 2);
  await Promise.all(calls);
  assert.deepEqual(failures, []);
});
