import { TOKEN_NAME } from '../../src/accounts/operator-tokens.ts';
import { formatKstInstant } from '../../src/clock.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, UsageError } from './command.ts';

const NAME = { name: { type: 'string' } } as const;

export const tokenIssueCommand = command({
  name: 'token issue',
  options: NAME,
  async run({ values, config }) {
    const name = nameOf(values);
    const token = await withStore(config, (store) => store.tokens.issue(name));
    if (token === null)
      throw new CommandFailed(
        `A token "${name}" is already active. Revoke it first: token revoke --name ${name}`,
      );
    console.log(token);
  },
});

export const tokenRevokeCommand = command({
  name: 'token revoke',
  options: NAME,
  async run({ values, config }) {
    const name = nameOf(values);
    const isRevoked = await withStore(config, (store) => store.tokens.revoke(name));
    if (!isRevoked) throw new CommandFailed(`There is no active token "${name}".`);
  },
});

export const tokenListCommand = command({
  name: 'token list',
  needs: 'healthy store',
  async run({ config }) {
    for (const { name, issuedAtMs, revokedAtMs } of await withStore(config, (store) => store.tokens.list())) {
      const end = revokedAtMs === null ? 'works' : `revoked ${formatKstInstant(revokedAtMs)}`;
      console.log(`${name}  issued ${formatKstInstant(issuedAtMs)}  ${end}`);
    }
  },
});

function nameOf({ name }: { readonly name?: string }): string {
  if (name !== undefined && TOKEN_NAME.test(name)) return name;
  throw new UsageError(
    `--name must be up to 50 letters, digits, dots, hyphens and underscores, not ${name === undefined ? 'missing' : `"${name}"`}`,
  );
}
