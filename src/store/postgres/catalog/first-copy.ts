import { existsSync, fsyncSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { whileOpen } from '../../../whole-file.ts';
import { EDITIONS_FOLDER } from '../../files/edition-files.ts';
import { CATALOG_FILE, openDatabase } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { pullChanges } from './pull-changes.ts';
import { prepareReplicaIn, replicaFolder } from './replica.ts';

/**
 * Copies the whole catalogue for a data folder that has no replica. It grows under a name of its own, so nobody ever opens half
 * of it: it needs no log, which would have every page written twice. Throws StoreUnavailableError.
 */
export async function makeFirstCopy(dataDir: string, database: Database): Promise<void> {
  const folder = replicaFolder(dataDir);
  if (existsSync(folder)) return;
  const growing = mkdtempSync(`${folder}-`);
  try {
    await copyInto(growing, database);
    whileOpen(join(growing, CATALOG_FILE), 'r', fsyncSync);
    if (!existsSync(folder)) renameSync(growing, folder);
  } catch (error) {
    // Another process was quicker, and has deleted this copy beside its own.
    if (!existsSync(folder)) throw error;
  }
}

async function copyInto(folder: string, database: Database): Promise<void> {
  prepareReplicaIn(folder);
  const path = join(folder, CATALOG_FILE);
  using db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
  await pullChanges({ db, database, directory: join(folder, EDITIONS_FOLDER) });
  db.exec('PRAGMA journal_mode = WAL');
}
