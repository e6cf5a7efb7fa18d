import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../base/whole-file.ts';

/** Permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Removes all permissions of other users from a folder and its contents: accounts, mail and backups hold personal data. Links are
 * left alone. Files of another owner stay as they are, because only their owner can change them; their paths are returned.
 */
export function keepPrivate(folder: string): readonly string[] {
  const left: string[] = [];
  const tighten = (path: string) => {
    const { mode } = lstatSync(path);
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & ~OTHERS);
    } catch (error) {
      if (errorCode(error) !== 'EPERM') throw error;
      left.push(path);
    }
  };
  tighten(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) tighten(join(entry.parentPath, entry.name));
  }
  return left;
}
