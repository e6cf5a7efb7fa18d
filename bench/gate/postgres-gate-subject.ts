import { createAccountStore } from '../../src/accounts/account-store.ts';
import { createKeyHashes } from '../../src/accounts/api-key.ts';
import { systemClock } from '../../src/clock.ts';
import { createGate } from '../../src/gate/create-gate.ts';
import { createPostgresGateRows } from '../../src/store/postgres/accounts/gate-rows.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { createPostgresSql } from '../../src/store/postgres/sql-driver.ts';

/** The gate on PostgreSQL as benches measure it: without limits, and failing when a write fails. */

const UNLIMITED = { burstPerSecond: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };
const TIER_LIMITS = { free: UNLIMITED, partner: UNLIMITED, enterprise: UNLIMITED };
const KEYS = { pepper: 'a pepper for measuring', keyPrefix: 'seoga_live_' };

export function openGate(database: Database) {
  return createGate({
    rows: createPostgresGateRows({ database, tierLimits: TIER_LIMITS }),
    hashOf: createKeyHashes(KEYS.keyPrefix, KEYS.pepper),
    onWriteError: (error) => {
      throw error;
    },
  });
}

/** Makes accounts in an empty database and returns a key of each. */
export async function makeKeys(database: Database, accounts: number): Promise<string[]> {
  const store = createAccountStore({ ...KEYS, database: createPostgresSql(database), clock: systemClock });
  const keys: string[] = [];
  for (let number = 0; number < accounts; number += 1) {
    const email = `dev${number}@example.com`;
    const account = await store.createAccount({ email, name: 'Dev', tier: 'free', role: 'developer' });
    const key = account === null ? null : await store.issueKey(account.accountId);
    if (key === null) throw new Error('the database is not empty');
    keys.push(key);
  }
  return keys;
}
