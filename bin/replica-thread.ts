import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../src/clock.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { followLog } from '../src/store/postgres/log/follow.ts';
import { type FollowerThreadData, serveFollower } from '../src/store/postgres/log/follower.ts';
import { LOG_FILES, type LogFile } from '../src/store/postgres/log/head.ts';
import { tidyLog } from '../src/store/postgres/log/tidy.ts';
import { FILE_NAMES, openDatabase } from '../src/store/sqlite/database.ts';

/** How often an instance looks whether the log has become too long. */
const TIDY_EVERY_MS = 600_000;

/** The entry point of the thread that keeps a replica up to date. */
const data: FollowerThreadData = workerData;
const database = createDatabase({ address: data.address, connectionsMax: 2 });
const pathOf = (file: LogFile) => join(data.folder, FILE_NAMES[file]);
const copies = LOG_FILES.map((file) => ({
  file,
  db: openDatabase(pathOf(file), { busyTimeoutMs: 0, mapFile: false }),
  database,
}));
let tidiedAtMs = -Infinity;
await serveFollower(async () => {
  let no: number | null = null;
  // The number of the last one, the catalogue, is the one that answers wait for.
  for (const copy of copies) no = await followLog(copy);
  tidyNowAndThen();
  return no;
});

/** While following goes on. What fails is done by another instance, or the next time. */
function tidyNowAndThen(): void {
  if (systemClock.monotonicMs() - tidiedAtMs < TIDY_EVERY_MS) return;
  tidiedAtMs = systemClock.monotonicMs();
  tidy().catch(() => {});
}

/** One file after the other: whoever tidies holds a lease. */
async function tidy(): Promise<void> {
  for (const file of LOG_FILES) await tidyLog(database, file, pathOf(file));
}
