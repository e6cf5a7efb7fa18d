import { createSqlFeedMappings } from '../../../src/store/sql/feed-mappings.ts';
import { feedMappingsContract } from '../../contracts/feed-mappings-contract.ts';
import { onBothDatabases } from './both-databases.ts';

onBothDatabases('kept mappings', (adapter, newDatabase) => {
  feedMappingsContract(adapter, async (t, clock) =>
    createSqlFeedMappings({ database: (await newDatabase(t)).database, clock }),
  );
});
