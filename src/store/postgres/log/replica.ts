import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { schemaSteps } from '../../schema.ts';
import { FILE_NAMES, openDatabase } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { catchUp } from './follow.ts';
import { LOG_FILES } from './head.ts';

/** Replicas are in folders of their own in the data folder. They hold nothing that isn't in PostgreSQL. */
const FOLDER = 'replica-';

/** The folder of this version's replica. Its name holds the number of the schema. */
export function replicaFolder(dataDir: string): string {
  return join(dataDir, `${FOLDER}${schemaSteps('catalog').length}`);
}

/** How long it takes others at most to begin a replica. */
const BEGIN_MS = 10_000;

/**
 * Brings the replica of a data folder up to date; a new one begins with empty files, which nobody reads before that. Returns its
 * folder. Throws LogRefused, BytesDamaged and StoreUnavailableError.
 */
export async function prepareReplica(dataDir: string, database: Database): Promise<string> {
  const folder = replicaFolder(dataDir);
  for (const file of LOG_FILES) {
    using db = openDatabase(join(folder, FILE_NAMES[file]), { busyTimeoutMs: BEGIN_MS, mapFile: false });
    db.exec('PRAGMA busy_timeout = 0');
    await catchUp({ file, db, database });
  }
  return folder;
}

/** Deletes the replicas of other versions, and what killed processes left. The caller is the data folder's only server. */
export function deleteOtherReplicas(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(FOLDER) && name !== basename(replicaFolder(dataDir)))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
