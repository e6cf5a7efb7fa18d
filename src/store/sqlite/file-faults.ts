import { errorCode } from '../../base/whole-file.ts';
import { StoreUnavailableError } from '../../sql-database.ts';

/**
 * Another process may hold a file for a moment (a key is issued, an account closed). The server retries for a little less than a
 * second, without blocking its main thread.
 */
export const BUSY_ATTEMPTS = 150;
export const BUSY_PAUSE_MS = 5;

/** SQLite's primary result code: another connection is writing. */
const SQLITE_BUSY = 5;

/** Translates an error of SQLite: faults of the file become StoreUnavailableError, bugs stay as they are. */
export function asUnavailable(error: unknown): unknown {
  const fault = FAULTS[primaryCode(error)];
  if (fault === undefined) return error;
  return new StoreUnavailableError('the embedded store cannot be used', error);
}

/** Returns the result of `read`. Throws StoreUnavailableError when the file is damaged or can't be read. */
export function readSafely<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Whether a statement failed because another connection was writing. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** What is wrong with the files, for operators; null for a bug. */
export function fileFaultOf(error: unknown): FileFault | null {
  return FAULTS[primaryCode(error)] ?? SYSTEM_FAULTS[errorCode(error) ?? ''] ?? null;
}

export type FileFault = 'busy' | 'unwritable' | 'forbidden' | 'damaged' | 'missing';

/** By primary result code: a read-only file, a failing disk, damaged pages, a full disk, a file that can't be opened, no database. */
const FAULTS: Readonly<Record<number, FileFault>> = {
  [SQLITE_BUSY]: 'busy',
  8: 'forbidden',
  10: 'unwritable',
  11: 'damaged',
  13: 'unwritable',
  14: 'forbidden',
  26: 'damaged',
};

/** Node's error codes for a full or failing disk, missing permissions and wrong paths. */
const SYSTEM_FAULTS: Readonly<Record<string, FileFault>> = {
  ENOSPC: 'unwritable',
  EDQUOT: 'unwritable',
  EFBIG: 'unwritable',
  EIO: 'unwritable',
  EROFS: 'forbidden',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'missing',
};

/** SQLite's primary result code, the low byte of an extended one; 0 for other errors. */
function primaryCode(failure: unknown): number {
  const error = failure instanceof StoreUnavailableError ? failure.cause : failure;
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
