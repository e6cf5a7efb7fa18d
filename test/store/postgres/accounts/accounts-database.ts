import type { TestContext } from 'node:test';
import { createPostgresGate, type PostgresGate } from '../../../../src/store/postgres/accounts/gate.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { createPostgresSql } from '../../../../src/store/postgres/sql-driver.ts';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { TIER_LIMITS } from '../../../contracts/accounts/gate-world.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase } from '../../../support/postgres-database.ts';
import { KEY_PREFIX, PEPPER } from '../../sqlite/accounts/accounts-file.ts';

/** A database with accounts and gates on it, under a clock that the test moves. */
export async function accountsDatabase(t: TestContext) {
  const file = await postgresDatabase(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const options = { pepper: PEPPER, keyPrefix: KEY_PREFIX, clock };
  const writeErrors: unknown[] = [];
  const gates: PostgresGate[] = [];
  const newGate = (database: Database = file.open()) => {
    const onWriteError = (error: unknown) => writeErrors.push(error);
    const gate = createPostgresGate({ ...options, database, tierLimits: TIER_LIMITS, onWriteError });
    gates.push(gate);
    return gate;
  };
  const database = file.open();
  const accounts = createSqlAccountStore({ ...options, database: createPostgresSql(database) });
  return {
    ...options,
    ...file,
    database,
    writeErrors,
    tierLimits: TIER_LIMITS,
    gate: newGate(),
    restart: newGate,
    accounts: {
      ...accounts,
      /** The split of calls follows them within a second; here it is not waited for. */
      async listUsage(accountId: number, fromDay: number) {
        await Promise.all(gates.map((gate) => gate.flush()));
        return accounts.listUsage(accountId, fromDay);
      },
    },
  };
}
