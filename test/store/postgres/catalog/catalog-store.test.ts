import { catalogStoreContract } from '../../../contracts/catalog-store-contract.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { replicaOf } from './replica-fixture.ts';

postgresSuite('readers of a replica', () => {
  catalogStoreContract('PostgreSQL', async (t) => {
    const replica = replicaOf(t, await postgresDatabase(t));
    return {
      ...replica,
      setSalePoint(itemId, salePoint) {
        replica.db.prepare('INSERT OR REPLACE INTO item_sale_point VALUES (?, ?)').run(itemId, salePoint);
      },
    };
  });
});
