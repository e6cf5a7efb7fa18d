import { existsSync, fsyncSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { whileOpen } from '../../../whole-file.ts';
import { EDITIONS_FOLDER } from '../../files/edition-files.ts';
import { schemaSteps } from '../../schema.ts';
import { CATALOG_FILE, openDatabase } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { offerFirstBase, takeBase } from './base.ts';
import { editionNames, pullEditionFiles } from './edition-parts.ts';

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
    await offerFirstBase(database, 'catalog');
    await copyInto(growing, database);
    if (!existsSync(folder)) renameSync(growing, folder);
  } catch (error) {
    // Another process was quicker, and has deleted this copy beside its own.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(growing, { recursive: true, force: true });
  }
  return folder;
}

async function copyInto(folder: string, database: Database): Promise<void> {
  const path = join(folder, CATALOG_FILE);
  await takeBase(database, 'catalog', path);
  const db = openDatabase(path, { busyTimeoutMs: 0, readOnly: true, mapFile: false });
  const names = editionNames(db);
  db.close();
  await pullEditionFiles(database, join(folder, EDITIONS_FOLDER), names);
  whileOpen(path, 'r', fsyncSync);
}

/** Deletes the replicas of other versions. The caller is the data folder's only server. */
export function deleteOtherReplicas(dataDir: string, folder: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(FOLDER) && path !== folder) rmSync(path, { recursive: true, force: true });
  }
}
