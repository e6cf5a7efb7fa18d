import { type Account, TIERS } from '../../src/accounts/account.ts';
import { ROLES } from '../../src/accounts/roles.ts';
import type { Config } from '../../src/config/config.ts';
import type { Store } from '../store/open-store.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, UsageError, wordOption } from './command.ts';

const OPERATOR_ROLES = ROLES.filter((role) => role !== 'developer');

export const accountCreateCommand = command({
  name: 'account create',
  values: { tiers: TIERS.join(', '), tier: TIERS[0], roles: OPERATOR_ROLES.join(', ') },
  options: {
    email: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    tier: { type: 'string', default: TIERS[0] },
    operator: { type: 'boolean' },
    role: { type: 'string' },
  },
  async run({ values: { email, name, operator, ...values }, config }) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('--email must be an email address');
    if (name.trim() === '') throw new UsageError('--name must not be empty');
    const tier = wordOption('--tier', TIERS, values.tier);
    if (values.role !== undefined && !operator) throw new UsageError('--role requires --operator');
    const role = operator ? wordOption('--role', OPERATOR_ROLES, values.role ?? 'owner') : 'developer';
    const account = await withStore(config, (store) =>
      store.accounts.createAccount({ email, name: name.trim(), tier, role }),
    );
    if (account === null)
      throw new CommandFailed(`An account with the email address ${email} already exists.`);
    console.error(`Created the account ${email}. Its number:`);
    console.log(account.accountId);
  },
});

export const accountUpdateCommand = command({
  name: 'account update',
  values: { roles: ROLES.join(', ') },
  options: {
    account: { type: 'string' },
    role: { type: 'string' },
    'second-factor': { type: 'string' },
  },
  async run({ values: { account, role: given, 'second-factor': secondFactor }, config }) {
    if ((secondFactor ?? 'off') !== 'off') throw new UsageError('--second-factor can only be off');
    const change = given === undefined ? {} : { role: wordOption('--role', ROLES, given) };
    await withAccount(account, config, async ({ accountId }, store) => {
      const { accounts, secondFactor: factors } = store;
      await accounts.updateAccount(accountId, change);
      if (secondFactor !== undefined) await factors.end(accountId);
    });
  },
});

export const accountListCommand = command({
  name: 'account list',
  needs: 'healthy store',
  async run({ config }) {
    await withStore(config, (store) =>
      forEachAccount(store, async ({ accountId, email, name, tier, role, suspended }) => {
        const words = [accountId, email, name, tier, role, ...(suspended ? ['suspended'] : [])];
        console.log(words.join('\t'));
      }),
    );
  },
});

const PAGE = 100;

export async function forEachAccount(store: Store, work: (account: Account) => Promise<void>): Promise<void> {
  const { accounts: all } = store;
  for (let offset = 0; ; offset += PAGE) {
    const { accounts } = await all.searchAccounts({}, offset, PAGE);
    for (const account of accounts) await work(account);
    if (accounts.length < PAGE) return;
  }
}

/** Works on the account with an email address or number. Throws UsageError, before it opens a store, if there is neither. */
export async function withAccount<T>(
  name: string | undefined,
  config: Config,
  work: (account: Account, store: Store) => Promise<T>,
): Promise<T> {
  if (name === undefined) throw new UsageError('--account must be an email address or an account id');
  return withStore(config, async (store) => {
    const accounts = store.accounts;
    const account = await (/^\d+$/.test(name)
      ? accounts.findAccount(Number(name))
      : accounts.findAccountByEmail(name));
    if (account === null) throw new CommandFailed(`There is no account ${name}.`);
    return work(account, store);
  });
}
