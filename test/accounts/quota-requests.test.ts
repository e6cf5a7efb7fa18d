import assert from 'node:assert/strict';
import { newAccount } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

stateTests('requests for more calls', (test) => {
  test('those that wait are listed oldest first, the others by their decision, page by page', async (setup) => {
    const { accounts, quotaRequests, clock } = setup;
    const operator = await newAccount(accounts, { email: 'op@example.com', role: 'owner' });
    const ids: number[] = [];
    for (let index = 0; index < 5; index++) {
      const account = await newAccount(accounts, { email: `asker${index}@example.com` });
      ids.push(account.accountId);
      await quotaRequests.add(account.accountId, 6000 + index, 'more');
    }
    const askers = async (state: 'waiting' | 'decided', offset: number, limit: number) => {
      const { asked, totalCount } = await quotaRequests.listAll(state, offset, limit);
      return { totalCount, ids: asked.map(({ account }) => account.accountId) };
    };
    assert.deepEqual(await askers('waiting', 0, 2), { totalCount: 5, ids: ids.slice(0, 2) });
    assert.deepEqual(await askers('waiting', 4, 2), { totalCount: 5, ids: ids.slice(4) });
    const { asked } = await quotaRequests.listAll('waiting', 0, 10);
    for (const at of [3, 0]) {
      clock.advance(1000);
      const requestId = asked[at]?.request.requestId ?? 0;
      await quotaRequests.decide(requestId, { granted: null, note: 'no' }, operator.accountId);
    }
    assert.deepEqual(await askers('decided', 0, 10), { totalCount: 2, ids: [ids[0], ids[3]] });
    assert.deepEqual(await askers('waiting', 0, 10), { totalCount: 3, ids: [ids[1], ids[2], ids[4]] });
    await accounts.closeAccount(ids[1] ?? 0);
    assert.deepEqual(await askers('waiting', 0, 10), { totalCount: 2, ids: [ids[2], ids[4]] });
  });
});
