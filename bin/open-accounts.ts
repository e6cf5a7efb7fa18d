import { join } from 'node:path';
import type { Account, AccountStore } from '../src/accounts/account-store.ts';
import { systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { loadSecrets } from '../src/store/files/secrets-file.ts';
import { createSqliteAccountStore } from '../src/store/sqlite/accounts/account-store.ts';
import { createSqliteSecondFactor } from '../src/store/sqlite/accounts/second-factor.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../src/store/sqlite/database.ts';

/** The accounts of a data folder, for one command. */
export interface OpenAccounts extends AccountStore {
  /** By e-mail address or id; null when there is none. */
  find(name: string | undefined): Promise<Account | null>;
  endSecondFactor(accountId: number): Promise<void>;
  close(): void;
}

/** Opens the accounts; a running server keeps serving meanwhile. */
export function openAccounts(config: Config): OpenAccounts {
  const db = openDatabase(join(config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 10_000 });
  migrate(db, 'accounts');
  const store = createSqliteAccountStore({
    db,
    pepper: config.keyPepper ?? loadSecrets(config.dataDir).keyPepper,
    keyPrefix: config.keyPrefix,
    clock: systemClock,
  });
  return {
    ...store,
    async find(name) {
      if (name === undefined) return null;
      return /^\d+$/.test(name) ? store.findAccount(Number(name)) : store.findAccountByEmail(name);
    },
    async endSecondFactor(accountId) {
      const sessionSecret = config.sessionSecret ?? loadSecrets(config.dataDir).sessionSecret;
      await createSqliteSecondFactor({ db, clock: systemClock, sessionSecret }).end(accountId);
    },
    close: () => db.close(),
  };
}
