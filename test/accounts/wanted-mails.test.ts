import assert from 'node:assert/strict';
import { newAccount } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

const DAY = 20_700;

stateTests('mails about quotas', (test) => {
  test('a mail is taken once a day, whichever process asks', async ({ accounts, quotaMails, another }) => {
    const { accountId: id } = await newAccount(accounts);
    const other = another().quotaMails;
    const stores = [quotaMails, other, quotaMails, other];
    for (const day of [DAY, DAY + 1]) {
      for (const percent of [80, 100] as const) {
        const taken = await Promise.all(stores.map((store) => store.take(id, day, percent)));
        assert.equal(taken.filter(Boolean).length, 1, `${percent} % of day ${day}`);
      }
    }
  });

  test('mails are wanted until the account declines, which every process sees', async (world) => {
    const { accounts, quotaMails } = world;
    const { accountId: id } = await newAccount(accounts);
    const other = world.another().quotaMails;
    assert.equal(await quotaMails.areWanted(id), true);
    await quotaMails.setWanted(id, false);
    assert.equal(await other.areWanted(id), false);
    assert.deepEqual([await other.take(id, DAY, 80), await quotaMails.take(id, DAY, 100)], [false, false]);
    await other.setWanted(id, true);
    assert.equal(await quotaMails.areWanted(id), true);
    assert.equal(await quotaMails.take(id, DAY, 80), true);
  });

  test('a closed account gets none', async ({ accounts, quotaMails }) => {
    const { accountId: id } = await newAccount(accounts);
    await quotaMails.setWanted(id, false);
    await accounts.closeAccount(id);
    await quotaMails.setWanted(id, true);
    assert.equal(await quotaMails.take(id, DAY, 80), false);
  });
});
