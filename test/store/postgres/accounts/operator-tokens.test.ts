import { createPostgresOperatorTokens } from '../../../../src/store/postgres/accounts/operator-tokens.ts';
import { operatorTokensContract } from '../../../contracts/operator-tokens-contract.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

postgresSuite('operator tokens in PostgreSQL', () => {
  operatorTokensContract('PostgreSQL', async (t) => {
    const { database, clock, pepper } = await accountsDatabase(t);
    return { tokens: createPostgresOperatorTokens({ database, clock, pepper }), clock };
  });
});
