import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file's name in the data folder. A backup leaves it out. */
const BACKUP_RECORD = 'last-backup.json';

/** When `seoga backup` last finished a backup of this data folder; null when it never did, or nothing readable says so. */
export function readBackupTime(dataDir: string): number | null {
  try {
    const { endedAtMs }: { endedAtMs?: unknown } = JSON.parse(
      readFileSync(join(dataDir, BACKUP_RECORD), 'utf8'),
    );
    return Number.isSafeInteger(endedAtMs) ? Number(endedAtMs) : null;
  } catch {
    return null;
  }
}

/** Notes that a backup is whole, for the metrics of a server. */
export function writeBackupTime(dataDir: string, endedAtMs: number): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, BACKUP_RECORD);
  writeFileSync(`${path}.tmp`, `${JSON.stringify({ endedAtMs })}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}
