import { parseArgs } from 'node:util';
import { type OperatorTokens, TOKEN_NAME } from '../../src/accounts/operator-tokens.ts';
import { formatKstInstant } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';

export const tokenIssueCommand: Command = {
  name: 'token issue',
  summary: 'issue a token for live intake and print it, this once',
  usage: `token issue --name N
  --name N   what it is for: up to 50 letters, digits, dots, hyphens and underscores
  Refused while a token of this name works: revoke that one first.`,
  run: (args, config) =>
    withTokens(config, async (tokens) => {
      const name = nameOf(args);
      const token = await tokens.issue(name);
      if (token === null) {
        console.error(`A token "${name}" works already. Revoke it first: token revoke --name ${name}`);
        return 1;
      }
      console.log(token);
      return 0;
    }),
};

export const tokenRevokeCommand: Command = {
  name: 'token revoke',
  summary: 'revoke a token, at once',
  usage: `token revoke --name N
  --name N   as it was issued`,
  run: (args, config) =>
    withTokens(config, async (tokens) => {
      const name = nameOf(args);
      if (await tokens.revoke(name)) return 0;
      console.error(`No token "${name}" works.`);
      return 1;
    }),
};

export const tokenListCommand: Command = {
  name: 'token list',
  summary: 'list tokens, working and revoked',
  usage: 'token list',
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
    `--name is ${given}: it takes up to 50 letters, digits, dots, hyphens and underscores`,
  );
}

function withTokens(config: Config, work: (tokens: OperatorTokens) => Promise<number>): Promise<number> {
  return withStore(config, (store) => work(store.tokens()));
}
