import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../src/clock.ts';
import { EDITIONS_FOLDER } from '../src/store/files/edition-files.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { followLog } from '../src/store/postgres/log/follow.ts';
import { type FollowerThreadData, serveFollower } from '../src/store/postgres/log/follower.ts';
import { tidyLog } from '../src/store/postgres/log/tidy.ts';
import { CATALOG_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { deleteRetiredEditions } from '../src/store/sqlite/rankings/edition-publisher.ts';

/** How often an instance looks whether the log has become too long. */
const TIDY_EVERY_MS = 600_000;

/** The entry point of the thread that keeps a replica up to date. */
const data: FollowerThreadData = workerData;
const database = createDatabase({ address: data.address, connectionsMax: 2 });
const path = join(data.folder, CATALOG_FILE);
const db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
const directory = join(data.folder, EDITIONS_FOLDER);
let cleanedNo = 0;
let tidiedAtMs = -Infinity;
await serveFollower(async () => {
  const no = await followLog({ file: 'catalog', db, database, directory });
  if (no !== null && no !== cleanedNo && deleteRetiredEditions(db, directory)) cleanedNo = no;
  tidyNowAndThen();
  return no;
});

/** While following goes on. What fails is done by another instance, or the next time. */
function tidyNowAndThen(): void {
  if (systemClock.monotonicMs() - tidiedAtMs < TIDY_EVERY_MS) return;
  tidiedAtMs = systemClock.monotonicMs();
  tidyLog(database, 'catalog', path).catch(() => {});
}
