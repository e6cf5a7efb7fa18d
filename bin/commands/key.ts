import { formatKstInstant } from '../../src/clock.ts';
import { withStore } from '../store/open-store.ts';
import { forEachAccount, withAccount } from './account.ts';
import { CommandFailed, command } from './command.ts';

export const keyIssueCommand = command({
  name: 'key issue',
  options: { account: { type: 'string' } },
  async run({ values, config }) {
    const key = await withAccount(values.account, config, ({ accountId }, store) =>
      store.accounts.issueKey(accountId),
    );
    if (key === null)
      throw new CommandFailed(
        'The account already has an active key. Revoke it first: key revoke --account ...',
      );
    console.log(key);
  },
});

export const keyRevokeCommand = command({
  name: 'key revoke',
  options: { account: { type: 'string' } },
  async run({ values, config }) {
    const isRevoked = await withAccount(values.account, config, ({ accountId }, store) =>
      store.accounts.revokeKey(accountId),
    );
    if (!isRevoked) throw new CommandFailed('The account has no active key.');
  },
});

export const keyListCommand = command({
  name: 'key list',
  needs: 'healthy store',
  async run({ config }) {
    await withStore(config, (store) =>
      forEachAccount(store, async ({ accountId, email }) => {
        const keys = await store.accounts.listKeys(accountId);
        for (const { first4, last4, issuedAtMs, revokedAtMs } of keys)
          if (revokedAtMs === null)
            console.log(`${config.keyPrefix}${first4}…${last4}\t${email}\t${formatKstInstant(issuedAtMs)}`);
      }),
    );
  },
});
