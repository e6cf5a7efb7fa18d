import assert from 'node:assert/strict';
import { type Account, type AccountFilter, LastOwnerError, TIERS } from '../../src/accounts/account.ts';
import type { AccountStore } from '../../src/accounts/account-store.ts';
import { ROLES } from '../../src/accounts/roles.ts';
import { newAccount } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { fc } from '../support/properties.ts';

stateTests('finding accounts', (test) => {
  test('every account that fits is on one page, newest first, with the total', async ({ accounts }) => {
    const all = (await crowd(accounts)).toReversed();
    const filters = fc.record({
      text: fc.constantFrom('', 'a', 'REA', ' reader3 ', '50%', '_', '\\', '홍', '길동', '7', '999', 'é'),
      role: fc.option(fc.constantFrom(...ROLES), { nil: undefined }),
      tier: fc.option(fc.constantFrom(...TIERS), { nil: undefined }),
      suspended: fc.option(fc.boolean(), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 15 }), async (filter, size) => {
        const expected = all.filter((account) => fits(account, filter));
        for (let offset = 0; offset <= expected.length; offset += size) {
          const page = await accounts.searchAccounts(filter, offset, size);
          assert.equal(page.totalCount, expected.length);
          assert.deepEqual(page.accounts, expected.slice(offset, offset + size));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('accounts, suspended ones and live keys are counted', async ({ accounts }) => {
    assert.deepEqual(await accounts.countAccounts(), { accounts: 0, suspended: 0, liveKeys: 0 });
    const all = await crowd(accounts);
    const [first, second] = all;
    assert.ok(first !== undefined && second !== undefined);
    await accounts.issueKey(first.accountId);
    await accounts.issueKey(second.accountId);
    await accounts.revokeKey(second.accountId);
    assert.deepEqual(await accounts.countAccounts(), {
      accounts: all.length,
      suspended: all.filter(({ suspended }) => suspended).length,
      liveKeys: 1,
    });
    assert.equal((await accounts.searchAccounts({}, 0, 0)).totalCount, all.length);
  });

  test('the last active owner keeps the role and is not suspended', async ({ accounts }) => {
    const { accountId: first } = await newAccount(accounts, { email: 'first@example.com', role: 'owner' });
    const { accountId: second } = await newAccount(accounts, { email: 'second@example.com', role: 'owner' });
    const isRefused = (change: Parameters<AccountStore['updateAccount']>[1]) =>
      assert.rejects(accounts.updateAccount(second, change), LastOwnerError);
    await accounts.updateAccount(first, { suspended: true });
    for (const change of [
      { suspended: true },
      { role: 'developer' },
      { role: 'developer', tier: 'partner' },
    ] as const)
      await isRefused(change);
    assert.equal((await accounts.findAccount(second))?.tier, 'free');
    await accounts.updateAccount(second, { tier: 'partner', role: 'owner', suspended: false });
    // A suspended operator isn't an active one, so the role is no loss.
    await accounts.updateAccount(first, { role: 'developer', suspended: false });
    await isRefused({ role: 'developer' });
    await accounts.updateAccount(first, { role: 'owner' });
    await accounts.updateAccount(second, { role: 'developer' });
  });
});

/** Accounts of all kinds, oldest first. */
async function crowd(accounts: AccountStore): Promise<readonly Account[]> {
  const names = ['홍길동', 'A 50% off', 'under_score', 'back\\slash', '<b>Ré</b>', '김서가'];
  const made: Account[] = [];
  for (let index = 0; index < 24; index++) {
    const account = await newAccount(accounts, {
      email: `reader${index}@example.com`,
      name: names[index % names.length] ?? '',
      tier: TIERS[index % TIERS.length] ?? 'free',
      role: index % 5 === 0 ? 'owner' : 'developer',
    });
    const suspended = index % 7 === 1;
    if (suspended) await accounts.updateAccount(account.accountId, { suspended });
    made.push({ ...account, suspended });
  }
  return made;
}

function fits({ email, name, accountId, ...account }: Account, filter: AccountFilter): boolean {
  const text = filter.text?.trim().toLowerCase() ?? '';
  const hasText = email.includes(text) || name.toLowerCase().includes(text) || String(accountId) === text;
  return (
    hasText &&
    (filter.role === undefined || account.role === filter.role) &&
    (filter.tier === undefined || account.tier === filter.tier) &&
    (filter.suspended === undefined || account.suspended === filter.suspended)
  );
}
