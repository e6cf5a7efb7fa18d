import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSqlAccountStore } from '../../../src/store/sql/accounts/account-store.ts';
import { createSqlAuditLog } from '../../../src/store/sql/accounts/audit-log.ts';
import { createSqlAuditTrail } from '../../../src/store/sql/accounts/audit-trail.ts';
import { createSqlOperatorTokens } from '../../../src/store/sql/accounts/operator-tokens.ts';
import { createSqlQuotaMails } from '../../../src/store/sql/accounts/quota-mails.ts';
import { createSqlQuotaRequests } from '../../../src/store/sql/accounts/quota-requests.ts';
import { createSqlSecondFactor } from '../../../src/store/sql/accounts/second-factor.ts';
import { createSqlFeedMappings } from '../../../src/store/sql/feed-mappings.ts';
import { accountSearchContract } from '../../contracts/accounts/account-search-contract.ts';
import { auditLogContract, auditTrailContract } from '../../contracts/accounts/audit-log-contract.ts';
import { operatorTokensContract } from '../../contracts/accounts/operator-tokens-contract.ts';
import { quotaMailsContract } from '../../contracts/accounts/quota-mails-contract.ts';
import { quotaRequestsContract } from '../../contracts/accounts/quota-requests-contract.ts';
import { secondFactorContract } from '../../contracts/accounts/second-factor-contract.ts';
import { feedMappingsContract } from '../../contracts/catalog/feed-mappings-contract.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { KEY_PREFIX, PEPPER } from '../sqlite/accounts/accounts-file.ts';
import { onBothDatabases } from './both-databases.ts';

const INSERT_LINE = 'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)';

onBothDatabases('ports of state', (adapter, newDatabase) => {
  async function setUp(t: Cleanup) {
    const { database, open } = await newDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const accounts = createSqlAccountStore({ database, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX });
    return { database, open, clock, accounts };
  }

  accountSearchContract(adapter, async (t) => (await setUp(t)).accounts);

  operatorTokensContract(adapter, async (t) => {
    const { database, clock } = await setUp(t);
    return { clock, tokens: createSqlOperatorTokens({ database, pepper: PEPPER, clock }) };
  });

  feedMappingsContract(adapter, async (t, clock) =>
    createSqlFeedMappings({ database: (await newDatabase(t)).database, clock }),
  );

  quotaMailsContract(adapter, async (t) => {
    const { database, open, accounts } = await setUp(t);
    return {
      accounts,
      quotaMails: createSqlQuotaMails(database),
      other: () => createSqlQuotaMails(open()),
    };
  });

  quotaRequestsContract(adapter, async (t) => {
    const { database, clock, accounts } = await setUp(t);
    return { clock, accounts, quotaRequests: createSqlQuotaRequests({ database, clock, actor: 'portal' }) };
  });

  secondFactorContract(adapter, async (t) => {
    const { database, clock, accounts } = await setUp(t);
    const sessionSecret = 'a secret for sessions';
    return { clock, accounts, secondFactor: createSqlSecondFactor({ database, clock, sessionSecret }) };
  });

  auditLogContract(adapter, async (t) => {
    const { database } = await newDatabase(t);
    return {
      auditLog: createSqlAuditLog(database),
      async write({ atMs, actor, action, target, detail }) {
        await database.query(INSERT_LINE, [atMs, actor, action, target, detail]);
      },
    };
  });

  auditTrailContract(adapter, async (t) => {
    const { database, clock } = await setUp(t);
    return {
      clock,
      auditTrail: createSqlAuditTrail({ database, clock }),
      auditLog: createSqlAuditLog(database),
    };
  });

  test(`${adapter}: nobody changes or shortens the audit log`, async (t) => {
    const { database } = await newDatabase(t);
    await database.query(INSERT_LINE, [1, 'a', 'b', 'c', '{}']);
    for (const statement of [`UPDATE audit SET actor = 'x'`, 'DELETE FROM audit']) {
      await assert.rejects(database.query(statement), /append-only/);
    }
  });
});
