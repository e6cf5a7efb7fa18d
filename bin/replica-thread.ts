import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { EDITIONS_FOLDER } from '../src/store/files/edition-files.ts';
import { type FollowerThreadData, serveFollower } from '../src/store/postgres/catalog/follower.ts';
import { pullChanges } from '../src/store/postgres/catalog/pull-changes.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { CATALOG_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { deleteRetiredEditions } from '../src/store/sqlite/rankings/edition-publisher.ts';

/** The entry point of the thread that keeps a replica up to date. */
const data: FollowerThreadData = workerData;
const database = createDatabase({ address: data.address, connectionsMax: 2 });
const db = openDatabase(join(data.folder, CATALOG_FILE), { busyTimeoutMs: 0, mapFile: false });
const directory = join(data.folder, EDITIONS_FOLDER);
let cleanedHead = 0;
await serveFollower(async () => {
  const head = await pullChanges({ db, database, directory });
  if (head !== null && head !== cleanedHead && deleteRetiredEditions(db, directory)) cleanedHead = head;
  return head;
});
