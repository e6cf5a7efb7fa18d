import { withAccount } from './account.ts';
import { CommandFailed, command } from './command.ts';

export const keyIssueCommand = command({
  name: 'key issue',
  summary: 'issue an API key for an account and print it once',
  usage: `key issue --account E
  --account E   email address or id
Fails if the account has an active key: revoke that one first.`,
  ko: {
    summary: '계정의 API 키를 발급하고 한 번만 출력합니다',
    usage: `key issue --account E
  --account E   이메일 주소나 번호
사용 중인 키가 있으면 실패합니다. 먼저 그 키를 폐기하세요.`,
  },
  options: { account: { type: 'string' } },
  async run({ values, config }) {
    const key = await withAccount(values.account, config, ({ accountId }, store) =>
      store.state().accounts.issueKey(accountId),
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
  summary: "revoke an account's API key immediately",
  usage: `key revoke --account E
  --account E   email address or id`,
  ko: {
    summary: '계정의 API 키를 즉시 폐기합니다',
    usage: `key revoke --account E
  --account E   이메일 주소나 번호`,
  },
  options: { account: { type: 'string' } },
  async run({ values, config }) {
    const isRevoked = await withAccount(values.account, config, ({ accountId }, store) =>
      store.state().accounts.revokeKey(accountId),
    );
    if (!isRevoked) throw new CommandFailed('The account has no active key.');
  },
});
