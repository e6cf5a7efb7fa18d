import { parseArgs } from 'node:util';
import type { AccountStore } from '../../src/accounts/account-store.ts';
import type { Config } from '../../src/config.ts';
import { withStore } from '../store/open-store.ts';
import { findAccount, namedAccount, noAccount } from './account.ts';
import type { Command } from './command.ts';

export const keyIssueCommand: Command = {
  name: 'key issue',
  summary: 'issue an API key for an account and print it once',
  usage: `key issue --account E
  --account E   email address or id
Fails while the account has an active key: revoke that one first.`,
  translations: {
    ko: {
      summary: '계정의 API 키를 발급하고 한 번만 출력합니다',
      usage: `key issue --account E
  --account E   이메일 주소나 번호
사용 중인 키가 있으면 실패합니다. 먼저 그 키를 폐기하세요.`,
    },
  },
  run: (args, config) =>
    withAccount(args, config, async (accounts, accountId) => {
      const key = await accounts.issueKey(accountId);
      if (key === null) {
        console.error('The account already has an active key. Revoke it first: key revoke --account ...');
        return 1;
      }
      console.log(key);
      return 0;
    }),
};

export const keyRevokeCommand: Command = {
  name: 'key revoke',
  summary: 'revoke the API key of an account immediately',
  usage: `key revoke --account E
  --account E   email address or id`,
  translations: {
    ko: {
      summary: '계정의 API 키를 즉시 폐기합니다',
      usage: `key revoke --account E
  --account E   이메일 주소나 번호`,
    },
  },
  run: (args, config) =>
    withAccount(args, config, async (accounts, accountId) => {
      if (await accounts.revokeKey(accountId)) return 0;
      console.error('The account has no active key.');
      return 1;
    }),
};

async function withAccount(
  args: readonly string[],
  config: Config,
  work: (accounts: AccountStore, accountId: number) => Promise<number>,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { account: { type: 'string' } } });
  const name = namedAccount(values.account);
  return withStore(config, async (store) => {
    const accounts = store.accounts();
    const account = await findAccount(accounts, name);
    return account === null ? noAccount(name) : work(accounts, account.accountId);
  });
}
