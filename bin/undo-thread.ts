import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serveUndo, type UndoThreadData } from '../src/jobs/threaded-undo.ts';
import { createSqliteImportUndo } from '../src/store/sqlite/catalog/import-undo.ts';
import { CATALOG_FILE } from '../src/store/sqlite/database.ts';
import { workInBackground } from './background.ts';
import { withThreadWrites } from './store/thread-store.ts';

/** The entry point of the threads that createThreadedUndo starts. */
workInBackground();
const data: UndoThreadData = workerData;
await withThreadWrites(data.dataDir, (writes) =>
  serveUndo(data, (clock) =>
    createSqliteImportUndo({ path: join(data.dataDir, CATALOG_FILE), clock, writes }),
  ),
);
