import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../base/whole-file.ts';

const OTHERS = 0o077;

/**
 * Removes other users' permissions from a folder and its contents, which hold personal data. Returns the paths that belong to
 * another owner and so can't be changed. Links are left alone.
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
