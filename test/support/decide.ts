import { withStore } from '../../bin/store/open-store.ts';
import type { StatePorts } from '../../bin/store/state-ports.ts';
import type { AccountChange } from '../../src/accounts/account-store.ts';
import { readConfig } from '../../src/config.ts';

/** Does what an operator does in the console, on the store of a server in another process. */
export function decide<T>(dataDir: string, work: (state: StatePorts) => Promise<T>): Promise<T> {
  return withStore(readConfig({ SEOGA_DATA_DIR: dataDir }), (store) => work(store.state()));
}

/** Changes an account. */
export function changeAccount(dataDir: string, email: string, change: AccountChange): Promise<void> {
  return decide(dataDir, async ({ accounts }) => {
    const account = await accounts.findAccountByEmail(email);
    if (account === null) throw new Error(`there is no account ${email}`);
    const override = { ...account.override, ...change.override };
    await accounts.updateAccount(account.accountId, { ...change, override });
  });
}
