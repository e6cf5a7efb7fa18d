import { createPostgresSecondFactor } from '../../../../src/store/postgres/accounts/second-factor.ts';
import { secondFactorContract } from '../../../contracts/second-factor-contract.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

postgresSuite('second factors in PostgreSQL', () => {
  secondFactorContract('PostgreSQL', async (t) => {
    const { accounts, clock, database } = await accountsDatabase(t);
    const secondFactor = createPostgresSecondFactor({ database, clock, sessionSecret: 'a secret for tests' });
    return { accounts, clock, secondFactor };
  });
});
