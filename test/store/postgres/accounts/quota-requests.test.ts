import { createPostgresQuotaRequests } from '../../../../src/store/postgres/accounts/quota-requests.ts';
import { quotaRequestsContract } from '../../../contracts/quota-requests-contract.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

postgresSuite('requests for more calls in PostgreSQL', () => {
  quotaRequestsContract('PostgreSQL', async (t) => {
    const { accounts, clock, database } = await accountsDatabase(t);
    return {
      accounts,
      clock,
      quotaRequests: createPostgresQuotaRequests({ database, clock, actor: 'portal' }),
    };
  });
});
