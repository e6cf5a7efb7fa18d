import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSearchContract } from '../../contracts/accounts/account-search-contract.ts';
import { auditLogContract } from '../../contracts/accounts/audit-log-contract.ts';
import { identityContract } from '../../contracts/accounts/identity-contract.ts';
import { operatorTokensContract } from '../../contracts/accounts/operator-tokens-contract.ts';
import { quotaMailsContract } from '../../contracts/accounts/quota-mails-contract.ts';
import { quotaRequestsContract } from '../../contracts/accounts/quota-requests-contract.ts';
import { secondFactorContract } from '../../contracts/accounts/second-factor-contract.ts';
import { feedMappingsContract } from '../../contracts/catalog/feed-mappings-contract.ts';
import type { Guarantee } from '../../contracts/state-world.ts';
import { onBothDatabases, stateWorld } from './both-databases.ts';

onBothDatabases('ports of state', (adapter, newDatabase) => {
  const guarantee: Guarantee = (title, run) =>
    test(`${adapter}: ${title}`, async (t) => run(stateWorld(await newDatabase(t))));
  accountSearchContract(guarantee);
  auditLogContract(guarantee);
  feedMappingsContract(guarantee);
  identityContract(guarantee);
  operatorTokensContract(guarantee);
  quotaMailsContract(guarantee);
  quotaRequestsContract(guarantee);
  secondFactorContract(guarantee);

  guarantee('nobody changes or shortens the audit log', async ({ auditTrail, database }) => {
    await auditTrail.record(1, 'item.decided', 'item:1');
    for (const statement of [`UPDATE audit SET actor = 'x'`, 'DELETE FROM audit'])
      await assert.rejects(database.query(statement), /append-only/);
  });
});
