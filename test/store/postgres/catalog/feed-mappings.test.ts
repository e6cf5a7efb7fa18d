import { createPostgresFeedMappings } from '../../../../src/store/postgres/catalog/feed-mappings.ts';
import { feedMappingsContract } from '../../../contracts/feed-mappings-contract.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';

postgresSuite('kept mappings in PostgreSQL', () => {
  feedMappingsContract('PostgreSQL', async (t, clock) =>
    createPostgresFeedMappings({ database: (await postgresDatabase(t)).open(), clock }),
  );
});
