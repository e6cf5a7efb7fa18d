import { TOKEN_NAME } from '../../src/accounts/operator-tokens.ts';
import { formatKstInstant } from '../../src/clock.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, nameIn } from './command.ts';

const NAME = { name: { type: 'string' } } as const;

export const tokenIssueCommand = command({
  name: 'token issue',
  summary: 'issue a token for live intake and print it once',
  usage: `token issue --name N
  --name N   its purpose: up to 50 letters, digits, dots, hyphens and underscores
Fails if a token of this name is active: revoke that one first.`,
  ko: {
    summary: '실시간 수신용 토큰을 발급하고 한 번만 출력합니다',
    usage: `token issue --name N
  --name N   용도. 글자, 숫자, 점, 하이픈, 밑줄 50자까지
같은 이름의 토큰이 사용 중이면 실패합니다. 먼저 그 토큰을 폐기하세요.`,
  },
  options: NAME,
  async run({ values, config }) {
    const name = nameOf(values);
    const token = await withStore(config, (store) => store.state().tokens.issue(name));
    if (token === null)
      throw new CommandFailed(
        `A token "${name}" is already active. Revoke it first: token revoke --name ${name}`,
      );
    console.log(token);
  },
});

export const tokenRevokeCommand = command({
  name: 'token revoke',
  summary: 'revoke a token immediately',
  usage: `token revoke --name N
  --name N   name of the token`,
  ko: {
    summary: '토큰을 즉시 폐기합니다',
    usage: `token revoke --name N
  --name N   토큰 이름`,
  },
  options: NAME,
  async run({ values, config }) {
    const name = nameOf(values);
    const isRevoked = await withStore(config, (store) => store.state().tokens.revoke(name));
    if (!isRevoked) throw new CommandFailed(`There is no active token "${name}".`);
  },
});

export const tokenListCommand = command({
  name: 'token list',
  summary: 'list active and revoked tokens',
  ko: { summary: '사용 중인 토큰과 폐기한 토큰을 나열합니다' },
  options: {},
  async run({ config }) {
    for (const { name, issuedAtMs, revokedAtMs } of await withStore(config, (store) =>
      store.state().tokens.list(),
    )) {
      const end = revokedAtMs === null ? 'works' : `revoked ${formatKstInstant(revokedAtMs)}`;
      console.log(`${name}  issued ${formatKstInstant(issuedAtMs)}  ${end}`);
    }
  },
});

function nameOf({ name }: { readonly name?: string }): string {
  return nameIn(TOKEN_NAME, 'up to 50 letters, digits, dots, hyphens and underscores', name);
}
