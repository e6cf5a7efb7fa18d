import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AccountStore } from '../../../src/accounts/account-store.ts';
import type { QuotaMails } from '../../../src/accounts/quota-mails.ts';

/** Empty stores on the same data. */
export interface QuotaMailsSetup {
  readonly accounts: AccountStore;
  readonly quotaMails: QuotaMails;
  /** The same data from another process. */
  other(): QuotaMails;
}

const DAY = 20_700;

/** What every adapter of the QuotaMails port guarantees. */
export function quotaMailsContract(
  adapter: string,
  setUp: (t: TestContext) => QuotaMailsSetup | Promise<QuotaMailsSetup>,
): void {
  const guarantee = (title: string, run: (setup: QuotaMailsSetup, accountId: number) => Promise<void>) =>
    test(`${adapter}: ${title}`, async (t) => {
      const setup = await setUp(t);
      const person = { email: 'a@b.example', name: 'A', tier: 'free', role: 'developer' } as const;
      const account = await setup.accounts.createAccount(person);
      await run(setup, account?.accountId ?? 0);
    });

  guarantee('a mail is taken once a day, whichever process asks', async (setup, id) => {
    const stores = [setup.quotaMails, setup.other(), setup.quotaMails, setup.other()];
    for (const day of [DAY, DAY + 1]) {
      for (const percent of [80, 100] as const) {
        const taken = await Promise.all(stores.map((store) => store.take(id, day, percent)));
        assert.equal(taken.filter(Boolean).length, 1, `${percent} % of day ${day}`);
      }
    }
  });

  guarantee('after the mail at 100 % there is none at 80 %', async ({ quotaMails }, id) => {
    assert.equal(await quotaMails.take(id, DAY, 100), true);
    assert.equal(await quotaMails.take(id, DAY, 80), false);
    assert.equal(await quotaMails.take(id, DAY + 1, 80), true);
  });

  guarantee('mails are wanted until the account declines, which every process sees', async (setup, id) => {
    const { quotaMails, other } = setup;
    assert.equal(await quotaMails.areWanted(id), true);
    await quotaMails.setWanted(id, false);
    assert.equal(await other().areWanted(id), false);
    assert.deepEqual([await other().take(id, DAY, 80), await quotaMails.take(id, DAY, 100)], [false, false]);
    await other().setWanted(id, true);
    assert.equal(await quotaMails.areWanted(id), true);
    assert.equal(await quotaMails.take(id, DAY, 80), true);
  });

  guarantee('a closed account gets none', async ({ accounts, quotaMails }, id) => {
    await quotaMails.setWanted(id, false);
    await accounts.closeAccount(id);
    await quotaMails.setWanted(id, true);
    assert.equal(await quotaMails.take(id, DAY, 80), false);
  });
}
