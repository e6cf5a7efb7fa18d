import type { SqlDatabase } from '../../../src/sql-database.ts';
import { createPostgresSql } from '../../../src/store/postgres/sql-driver.ts';
import { createSqlAccountStore } from '../../../src/store/sql/accounts/account-store.ts';
import { createSqlAuditTrail } from '../../../src/store/sql/accounts/audit-lines.ts';
import { createSqlAuditLog } from '../../../src/store/sql/accounts/audit-log.ts';
import { createSqlIdentity } from '../../../src/store/sql/accounts/identity.ts';
import { createSqlOperatorMails } from '../../../src/store/sql/accounts/operator-mails.ts';
import { createSqlOperatorTokens } from '../../../src/store/sql/accounts/operator-tokens.ts';
import { createSqlQuotaMails } from '../../../src/store/sql/accounts/quota-mails.ts';
import { createSqlQuotaRequests } from '../../../src/store/sql/accounts/quota-requests.ts';
import { createSqlSecondFactor } from '../../../src/store/sql/accounts/second-factor.ts';
import { createSqlFeedMappings } from '../../../src/store/sql/feed-mappings.ts';
import { createSqliteSql } from '../../../src/store/sqlite/sql-driver.ts';
import type { StatePorts, StateWorld } from '../../contracts/state-world.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from '../sqlite/accounts/accounts-file.ts';

/** Migrated and empty. */
interface EmptyDatabase {
  readonly database: SqlDatabase;
  /** The same database, as another process has it. */
  open(): SqlDatabase;
}

/** Makes a database for one test. */
export type NewDatabase = (t: Cleanup) => Promise<EmptyDatabase>;

/** Defines a suite twice: on SQLite, and, where it is installed, on PostgreSQL. */
export function onBothDatabases(
  subject: string,
  define: (adapter: string, newDatabase: NewDatabase) => void,
): void {
  define('SQLite', async (t) => {
    const { connect } = accountsFile(t);
    const open = () => createSqliteSql(connect());
    return { database: open(), open };
  });
  postgresSuite(`${subject} in PostgreSQL`, () => {
    define('PostgreSQL', async (t) => {
      const file = await postgresDatabase(t);
      const open = () => createPostgresSql(file.open());
      return { database: open(), open };
    });
  });
}

/** All ports of state on an empty database. */
export function stateWorld({ database, open }: EmptyDatabase): StateWorld {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const sessionSecret = 'a secret for sessions in tests';
  const portsOn = (one: SqlDatabase): StatePorts => {
    const options = { database: one, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX, sessionSecret };
    return {
      accounts: createSqlAccountStore(options),
      auditLog: createSqlAuditLog(one),
      auditTrail: createSqlAuditTrail(options),
      identity: createSqlIdentity(options),
      mappings: createSqlFeedMappings(options),
      quotaMails: createSqlQuotaMails(one),
      operatorMails: createSqlOperatorMails(one),
      quotaRequests: createSqlQuotaRequests({ ...options, actor: 'portal' }),
      secondFactor: createSqlSecondFactor(options),
      tokens: createSqlOperatorTokens(options),
    };
  };
  return { ...portsOn(database), clock, database, another: () => portsOn(open()) };
}
