import type { TestContext } from 'node:test';
import { accountSearchContract } from '../../contracts/accounts/account-search-contract.ts';
import { auditLogContract } from '../../contracts/accounts/audit-log-contract.ts';
import { identityContract } from '../../contracts/accounts/identity-contract.ts';
import { operatorTokensContract } from '../../contracts/accounts/operator-tokens-contract.ts';
import { quotaMailsContract } from '../../contracts/accounts/quota-mails-contract.ts';
import { quotaRequestsContract } from '../../contracts/accounts/quota-requests-contract.ts';
import { secondFactorContract } from '../../contracts/accounts/second-factor-contract.ts';
import { feedMappingsContract } from '../../contracts/catalog/feed-mappings-contract.ts';
import { onBothDatabases, stateWorld } from './both-databases.ts';

onBothDatabases('ports of state', (adapter, newDatabase) => {
  const setUp = async (t: TestContext) => stateWorld(await newDatabase(t));
  accountSearchContract(adapter, setUp);
  auditLogContract(adapter, setUp);
  feedMappingsContract(adapter, setUp);
  identityContract(adapter, setUp);
  operatorTokensContract(adapter, setUp);
  quotaMailsContract(adapter, setUp);
  quotaRequestsContract(adapter, setUp);
  secondFactorContract(adapter, setUp);
});
