import type { TestContext } from 'node:test';
import { createAccountStore } from '../../../../src/accounts/account-store.ts';
import { createKeyHash } from '../../../../src/accounts/api-key.ts';
import { createGate } from '../../../../src/gate/create-gate.ts';
import { createPostgresGateRows } from '../../../../src/store/postgres/accounts/gate-rows.ts';
import { createPostgresRateLimiter } from '../../../../src/store/postgres/accounts/rate-limiter.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { TIER_LIMITS } from '../../../contracts/accounts/gate-world.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase } from '../../../support/postgres-database.ts';
import { KEY_PREFIX, PEPPER } from '../../sqlite/accounts/accounts-file.ts';

export async function accountsDatabase(t: TestContext) {
  const file = await postgresDatabase(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const options = { pepper: PEPPER, keyPrefix: KEY_PREFIX, clock };
  const newGate = (database: Database = file.open()) =>
    createGate({
      rows: createPostgresGateRows({ clock, database, tierLimits: TIER_LIMITS }),
      limiter: createPostgresRateLimiter({ clock, database, secret: PEPPER }),
      hashOf: createKeyHash(KEY_PREFIX, PEPPER),
    });
  const database = file.open();
  return {
    ...options,
    ...file,
    database,
    tierLimits: TIER_LIMITS,
    gate: newGate(),
    restart: newGate,
    accounts: createAccountStore({ ...options, database }),
  };
}
