import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../../whole-file.ts';

/** The file's name in the data folder. A backup leaves it out. */
const BACKUP_RECORD = 'last-backup.json';

/** When `seoga backup` last finished a backup of this data folder; null when it never did, or nothing readable says so. */
export function readBackupTime(dataDir: string): number | null {
  const { endedAtMs }: { readonly endedAtMs?: unknown } = readJsonFile(join(dataDir, BACKUP_RECORD)) ?? {};
  return Number.isSafeInteger(endedAtMs) ? Number(endedAtMs) : null;
}

/** Notes that a backup is whole, for the metrics of a server. */
export function writeBackupTime(dataDir: string, endedAtMs: number): void {
  writeJsonFile(join(dataDir, BACKUP_RECORD), { endedAtMs });
}
