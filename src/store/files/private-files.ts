import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What others may do: read, write or enter. */
const OTHERS = 0o077;

/**
 * Takes every right of other users away from a folder and all that is in it: accounts, mail and backups hold personal
 * data. Links are left alone. Files of another owner stay as they are, because only their owner can change them; their
 * paths are returned.
 */
export function keepPrivate(folder: string): readonly string[] {
  const left: string[] = [];
  const tighten = (path: string) => {
    const { mode } = lstatSync(path);
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & ~OTHERS);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
      left.push(path);
    }
  };
  tighten(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) tighten(join(entry.parentPath, entry.name));
  }
  return left;
}
