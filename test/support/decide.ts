import { withStore } from '../../bin/store/command-store.ts';
import type { StatePorts } from '../../bin/store/state-ports.ts';
import type { AccountChange } from '../../src/accounts/account.ts';
import { readConfig } from '../../src/config.ts';
import type { ServerProcess } from './server-process.ts';

/** Where a server in another process, or several, keep their state. */
type Decided = Pick<ServerProcess, 'dataDir' | 'environment'>;

/** Does what an operator does in the console, on the store of a server in another process. */
export function decide<T>(
  { dataDir, environment }: Decided,
  work: (state: StatePorts) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...environment, SEOGA_DATA_DIR: dataDir });
  return withStore(config, (store) => work(store.state()));
}

/** Changes an account. */
export function changeAccount(server: Decided, email: string, change: AccountChange): Promise<void> {
  return decide(server, async ({ accounts }) => {
    const account = await accounts.findAccountByEmail(email);
    if (account === null) throw new Error(`there is no account ${email}`);
    const override = { ...account.override, ...change.override };
    await accounts.updateAccount(account.accountId, { ...change, override });
  });
}
