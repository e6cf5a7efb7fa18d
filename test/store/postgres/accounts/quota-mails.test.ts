import { createPostgresQuotaMails } from '../../../../src/store/postgres/accounts/quota-mails.ts';
import { quotaMailsContract } from '../../../contracts/quota-mails-contract.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

postgresSuite('mails about the daily quota in PostgreSQL', () => {
  quotaMailsContract('PostgreSQL', async (t) => {
    const { accounts, database, open } = await accountsDatabase(t);
    return {
      accounts,
      quotaMails: createPostgresQuotaMails(database),
      other: () => createPostgresQuotaMails(open()),
    };
  });
});
