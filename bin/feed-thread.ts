import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { readConfig } from '../src/config.ts';
import type { FeedThreadData } from '../src/jobs/feed-run.ts';
import { serveFeedImport } from '../src/jobs/feed-thread.ts';
import { buyerKeyOf } from '../src/rankings/buyer-reference.ts';
import { secretsOf } from '../src/store/files/secrets-file.ts';
import { createSqliteFeedStore } from '../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../src/store/sqlite/database.ts';
import { workInBackground } from './background.ts';
import { withThreadWrites } from './store/thread-store.ts';

/** The entry point of the threads that startFeedRun starts. */
workInBackground();
const data: FeedThreadData = workerData;
const { keyPepper } = secretsOf({ ...readConfig(), dataDir: data.dataDir });
const buyerKey = buyerKeyOf(keyPepper);
await withThreadWrites(data.dataDir, (writes) =>
  serveFeedImport(data, (clock) =>
    createSqliteFeedStore({ path: join(data.dataDir, CATALOG_FILE), clock, buyerKey, writes }),
  ),
);
