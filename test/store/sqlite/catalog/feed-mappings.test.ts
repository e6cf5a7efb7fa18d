import { createSqliteFeedMappings } from '../../../../src/store/sqlite/catalog/feed-mappings.ts';
import { feedMappingsContract } from '../../../contracts/feed-mappings-contract.ts';
import { accountsFile } from '../accounts/accounts-file.ts';

feedMappingsContract('SQLite', (t, clock) =>
  createSqliteFeedMappings({ db: accountsFile(t).connect(), clock }),
);
