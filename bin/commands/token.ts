import { parseArgs } from 'node:util';
import { type OperatorTokens, TOKEN_NAME } from '../../src/accounts/operator-tokens.ts';
import { formatKstInstant } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';

export const tokenIssueCommand: Command = {
  name: 'token issue',
  summary: 'issue a token for live intake and print it once',
  usage: `token issue --name N
  --name N   its purpose: up to 50 letters, digits, dots, hyphens and underscores
Fails while a token of this name is active: revoke that one first.`,
  translations: {
    ko: {
      summary: '실시간 수신용 토큰을 발급하고 한 번만 출력합니다',
      usage: `token issue --name N
  --name N   용도. 글자, 숫자, 점, 하이픈, 밑줄 50자까지
같은 이름의 토큰이 사용 중이면 실패합니다. 먼저 그 토큰을 폐기하세요.`,
    },
  },
  run: (args, config) =>
    withTokens(config, async (tokens) => {
      const name = nameOf(args);
      const token = await tokens.issue(name);
      if (token === null) {
        console.error(`A token "${name}" is already active. Revoke it first: token revoke --name ${name}`);
        return 1;
      }
      console.log(token);
      return 0;
    }),
};

export const tokenRevokeCommand: Command = {
  name: 'token revoke',
  summary: 'revoke a token immediately',
  usage: `token revoke --name N
  --name N   name of the token`,
  translations: {
    ko: {
      summary: '토큰을 즉시 폐기합니다',
      usage: `token revoke --name N
  --name N   토큰 이름`,
    },
  },
  run: (args, config) =>
    withTokens(config, async (tokens) => {
      const name = nameOf(args);
      if (await tokens.revoke(name)) return 0;
      console.error(`There is no active token "${name}".`);
      return 1;
    }),
};

export const tokenListCommand: Command = {
  name: 'token list',
  summary: 'list active and revoked tokens',
  usage: 'token list',
  translations: {
    ko: {
      summary: '사용 중인 토큰과 폐기한 토큰을 나열합니다',
      usage: 'token list',
    },
  },
  run(args, config) {
    parseArgs({ args: [...args], options: {} });
    return withTokens(config, async (tokens) => {
      for (const { name, issuedAtMs, revokedAtMs } of await tokens.list()) {
        const end = revokedAtMs === null ? 'works' : `revoked ${formatKstInstant(revokedAtMs)}`;
        console.log(`${name}  issued ${formatKstInstant(issuedAtMs)}  ${end}`);
      }
      return 0;
    });
  },
};

function nameOf(args: readonly string[]): string {
  const { name } = parseArgs({ args: [...args], options: { name: { type: 'string' } } }).values;
  if (name !== undefined && TOKEN_NAME.test(name)) return name;
  const given = name === undefined ? 'missing' : `"${name}"`;
  throw new UsageError(
    `--name must be up to 50 letters, digits, dots, hyphens and underscores, not ${given}`,
  );
}

function withTokens(config: Config, work: (tokens: OperatorTokens) => Promise<number>): Promise<number> {
  return withStore(config, (store) => work(store.tokens()));
}
