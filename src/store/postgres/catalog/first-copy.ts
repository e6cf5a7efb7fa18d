import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EDITIONS_FOLDER } from '../../files/edition-files.ts';
import { CATALOG_FILE, openDatabase } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { pullChanges } from './pull-changes.ts';
import { prepareReplicaIn, replicaFolder } from './replica.ts';

/**
 * Copies the whole catalogue for a data folder that has no replica. It grows under another name, so nobody ever opens half of it:
 * it needs no log, which would have every page written twice. Throws StoreUnavailableError.
 */
export async function makeFirstCopy(dataDir: string, database: Database): Promise<void> {
  const folder = replicaFolder(dataDir);
  if (existsSync(folder)) return;
  const growing = `${folder}.new`;
  rmSync(growing, { recursive: true, force: true });
  prepareReplicaIn(growing);
  const path = join(growing, CATALOG_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    await pullChanges({ db, database, directory: join(growing, EDITIONS_FOLDER) });
    db.exec('PRAGMA journal_mode = WAL');
  } finally {
    db.close();
  }
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
  // A command may have made one in the meantime, which will do as well.
  if (!existsSync(folder)) renameSync(growing, folder);
}
