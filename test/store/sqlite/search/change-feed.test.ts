import { dirname } from 'node:path';
import { openSqliteChangeFeed } from '../../../../src/store/sqlite/search/change-feed.ts';
import { changeFeedContract } from '../../../contracts/search/change-feed-contract.ts';
import { feedKit } from '../../../ingest/feed-kit.ts';

changeFeedContract('SQLite', async (t) => {
  const kit = feedKit(t);
  const feed = openSqliteChangeFeed(dirname(kit.path), 1000);
  t.after(() => feed.close());
  return {
    feed,
    async put(records) {
      await kit.import(records, { force: true });
    },
  };
});
