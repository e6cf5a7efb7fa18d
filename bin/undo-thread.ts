import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { clockFrom } from '../src/clock.ts';
import type { UndoRequest } from '../src/ingest/import-undo.ts';
import { createSqliteImportUndo } from '../src/store/sqlite/catalog/import-undo.ts';
import { CATALOG_FILE } from '../src/store/sqlite/database.ts';
import { workInBackground } from './background.ts';
import { withThreadWrites } from './store/thread-store.ts';

/** Data that the thread is started with. */
export interface UndoThreadData {
  /** The folder of the catalogue file. */
  readonly folder: string;
  readonly request: UndoRequest;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

/** The entry point of the threads that undo an import: one that changed the whole catalogue takes as long as the import did. */
workInBackground();
const { folder, request, startMs }: UndoThreadData = workerData;
await withThreadWrites(folder, async (writes) => {
  const path = join(folder, CATALOG_FILE);
  const importUndo = createSqliteImportUndo({ path, clock: clockFrom(startMs), writes });
  parentPort?.postMessage(await importUndo.undo(request));
});
