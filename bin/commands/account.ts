import { type Account, TIERS } from '../../src/accounts/account.ts';
import { TOKEN_NAME } from '../../src/accounts/operator-tokens.ts';
import { ROLES } from '../../src/accounts/roles.ts';
import { formatKstInstant } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { CommandFailed, command, UsageError, wordOption } from './command.ts';

const OPERATOR_ROLES = ROLES.filter((role) => role !== 'developer');
const ACCOUNT = { account: { type: 'string' } } as const;
const NAME = { name: { type: 'string' } } as const;

export const accountCommands = [
  command({
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
      await using store = await openStore(config, 'command');
      const account = await store.accounts.createAccount({ email, name: name.trim(), tier, role });
      if (account === null)
        throw new CommandFailed(`An account with the email address ${email} already exists.`);
      console.error(`Created the account ${email}. Its number:`);
      console.log(account.accountId);
    },
  }),
  command({
    name: 'account update',
    values: { roles: ROLES.join(', ') },
    options: { ...ACCOUNT, role: { type: 'string' }, 'second-factor': { type: 'string' } },
    async run({ values: { account, role: given, 'second-factor': secondFactor }, config }) {
      if ((secondFactor ?? 'off') !== 'off') throw new UsageError('--second-factor can only be off');
      const change = given === undefined ? {} : { role: wordOption('--role', ROLES, given) };
      await withAccount(account, config, async ({ accountId }, store) => {
        await store.accounts.updateAccount(accountId, change);
        if (secondFactor !== undefined) await store.secondFactor.end(accountId);
      });
    },
  }),
  command({
    name: 'account list',
    needs: 'healthy store',
    async run({ config }) {
      await using store = await openStore(config, 'command');
      for await (const { accountId, email, name, tier, role, suspended } of accountsOf(store)) {
        const words = [accountId, email, name, tier, role, ...(suspended ? ['suspended'] : [])];
        console.log(words.join('\t'));
      }
    },
  }),
  command({
    name: 'key issue',
    options: ACCOUNT,
    async run({ values: { account }, config }) {
      const key = await withAccount(account, config, ({ accountId }, { accounts }) =>
        accounts.issueKey(accountId),
      );
      if (key === null)
        throw new CommandFailed(
          'The account already has an active key. Revoke it first: key revoke --account ...',
        );
      console.log(key);
    },
  }),
  command({
    name: 'key revoke',
    options: ACCOUNT,
    async run({ values: { account }, config }) {
      const isRevoked = await withAccount(account, config, ({ accountId }, { accounts }) =>
        accounts.revokeKey(accountId),
      );
      if (!isRevoked) throw new CommandFailed('The account has no active key.');
    },
  }),
  command({
    name: 'key list',
    needs: 'healthy store',
    async run({ config }) {
      await using store = await openStore(config, 'command');
      for await (const { accountId, email } of accountsOf(store))
        for (const { first4, last4, issuedAtMs, revokedAtMs } of await store.accounts.listKeys(accountId))
          if (revokedAtMs === null)
            console.log(`${config.keyPrefix}${first4}…${last4}\t${email}\t${formatKstInstant(issuedAtMs)}`);
    },
  }),
  command({
    name: 'token issue',
    options: NAME,
    async run({ values, config }) {
      const name = tokenName(values);
      await using store = await openStore(config, 'command');
      const token = await store.tokens.issue(name);
      if (token === null)
        throw new CommandFailed(
          `A token "${name}" is already active. Revoke it first: token revoke --name ${name}`,
        );
      console.log(token);
    },
  }),
  command({
    name: 'token revoke',
    options: NAME,
    async run({ values, config }) {
      const name = tokenName(values);
      await using store = await openStore(config, 'command');
      if (!(await store.tokens.revoke(name))) throw new CommandFailed(`There is no active token "${name}".`);
    },
  }),
  command({
    name: 'token list',
    needs: 'healthy store',
    async run({ config }) {
      await using store = await openStore(config, 'command');
      for (const { name, issuedAtMs, revokedAtMs } of await store.tokens.list()) {
        const end = revokedAtMs === null ? 'works' : `revoked ${formatKstInstant(revokedAtMs)}`;
        console.log(`${name}  issued ${formatKstInstant(issuedAtMs)}  ${end}`);
      }
    },
  }),
];

const PAGE = 100;

async function* accountsOf(store: Store): AsyncGenerator<Account> {
  for (let offset = 0; ; offset += PAGE) {
    const { accounts } = await store.accounts.searchAccounts({}, offset, PAGE);
    yield* accounts;
    if (accounts.length < PAGE) return;
  }
}

async function withAccount<T>(
  name: string | undefined,
  config: Config,
  work: (account: Account, store: Store) => Promise<T>,
): Promise<T> {
  if (name === undefined) throw new UsageError('--account must be an email address or an account id');
  await using store = await openStore(config, 'command');
  const account = await (/^\d+$/.test(name)
    ? store.accounts.findAccount(Number(name))
    : store.accounts.findAccountByEmail(name));
  if (account === null) throw new CommandFailed(`There is no account ${name}.`);
  return await work(account, store);
}

function tokenName({ name }: { readonly name?: string }): string {
  if (name !== undefined && TOKEN_NAME.test(name)) return name;
  throw new UsageError(
    `--name must be up to 50 letters, digits, dots, hyphens and underscores, not ${name === undefined ? 'missing' : `"${name}"`}`,
  );
}
