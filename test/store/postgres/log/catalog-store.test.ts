import { Readable } from 'node:stream';
import { importFeed } from '../../../../src/ingest/import-feed.ts';
import { openSqliteChangeFeed } from '../../../../src/store/sqlite/search/change-feed.ts';
import { catalogStoreContract } from '../../../contracts/catalog/catalog-store-contract.ts';
import { changeFeedContract } from '../../../contracts/search/change-feed-contract.ts';
import { jsonLines } from '../../../support/json-lines.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { replicaOf } from './replica-fixture.ts';

/** Imports a feed through an instance, as a command does. */
async function importInto(
  { feeds, clock }: Awaited<ReturnType<typeof replicaOf>>,
  records: readonly object[],
) {
  await importFeed({
    store: feeds,
    input: Readable.from([Buffer.from(jsonLines(records))]),
    clock,
    strict: false,
    dryRun: false,
    force: true,
    source: { name: 'shop.jsonl', actor: 'command', bytes: null },
  });
}

postgresSuite('readers of a replica', () => {
  catalogStoreContract('PostgreSQL', async (t) => {
    const replica = await replicaOf(t, await postgresDatabase(t));
    return {
      ...replica,
      setSalePoint(itemId, salePoint) {
        replica.db.prepare('INSERT OR REPLACE INTO item_sale_point VALUES (?, ?)').run(itemId, salePoint);
      },
    };
  });

  // What the search index of an instance sees of an import through another one.
  changeFeedContract('PostgreSQL', async (t) => {
    const shared = await postgresDatabase(t);
    const [writer, reader] = [await replicaOf(t, shared), await replicaOf(t, shared)];
    const feed = openSqliteChangeFeed(reader.folder, 1000);
    t.after(() => feed.close());
    return {
      feed,
      async put(records) {
        await importInto(writer, records);
        await reader.follow();
      },
    };
  });
});
