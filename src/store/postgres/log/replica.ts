import { existsSync, fsyncSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { whileOpen } from '../../../whole-file.ts';
import { schemaSteps } from '../../schema.ts';
import { FILE_NAMES, openDatabase } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { takeBase } from './base.ts';
import { catchUp } from './follow.ts';
import { LOG_FILES } from './head.ts';

/** Replicas are in folders of their own in the data folder. They hold nothing that isn't in PostgreSQL. */
const FOLDER = 'replica-';

/** The folder of this version's replica. Its name holds the number of the schema. */
export function replicaFolder(dataDir: string): string {
  return join(dataDir, `${FOLDER}${schemaSteps('catalog').length}`);
}

/**
 * Makes the replica of a data folder from the newest base, unless it has one. It grows under a name of its own, so nobody ever opens
 * half of it. Returns its folder. Throws LogRefused, StoreUnavailableError.
 */
export async function prepareReplica(dataDir: string, database: Database): Promise<string> {
  const folder = replicaFolder(dataDir);
  if (existsSync(folder)) return folder;
  mkdirSync(dataDir, { recursive: true });
  const growing = mkdtempSync(`${folder}-`);
  try {
    for (const file of LOG_FILES) {
      const path = join(growing, FILE_NAMES[file]);
      await takeBase(database, file, path);
      whileOpen(path, 'r', fsyncSync);
    }
    if (!existsSync(folder)) renameSync(growing, folder);
  } catch (error) {
    // Another process was quicker, and has deleted this copy beside its own.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(growing, { recursive: true, force: true });
  }
  return folder;
}

/** Deletes the replicas of other versions, and what killed processes left. The caller is the data folder's only server. */
export function deleteOtherReplicas(dataDir: string, folder: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(FOLDER) && path !== folder) rmSync(path, { recursive: true, force: true });
  }
}

/** The same for its server, which finds it up to date and alone. Throws LogRefused, StoreUnavailableError. */
export async function renewReplica(dataDir: string, database: Database): Promise<string> {
  const folder = await prepareReplica(dataDir, database);
  deleteOtherReplicas(dataDir, folder);
  for (const file of LOG_FILES) {
    using db = openDatabase(join(folder, FILE_NAMES[file]), { busyTimeoutMs: 0, mapFile: false });
    await catchUp({ file, db, database });
  }
  return folder;
}
