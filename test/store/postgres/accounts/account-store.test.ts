import { accountStoreContract } from '../../../contracts/accounts/account-store-contract.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

postgresSuite('accounts in PostgreSQL', () => {
  accountStoreContract('PostgreSQL', accountsDatabase);
});
