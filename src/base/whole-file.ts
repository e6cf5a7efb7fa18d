import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes and syncs a file under a temporary name, then renames it: it is never read half-written, even after a power cut. */
export function writeWholeFile(path: string, pieces: readonly Uint8Array[]): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  whileOpen(`${path}.tmp`, 'w', (file) => {
    for (const bytes of pieces) {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    }
    fsyncSync(file);
  });
  renameSync(`${path}.tmp`, path);
  whileOpen(folder, 'r', fsyncSync);
}

export function whileOpen<T>(path: string, flags: 'r' | 'w', work: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** Writes a value as JSON to a private file. Readers see the old or the new value, nothing between. Throws on a full disk. */
export function writeJsonFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.tmp`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/** Null if the file is missing or unreadable. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The error code of the system, such as ENOENT for a missing file; null for other errors. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
