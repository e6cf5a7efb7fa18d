import { errorCode } from '../../base/whole-file.ts';
import { StoreUnavailableError } from '../../sql-database.ts';

/**
 * Another process may hold a file for a moment (a key is issued, an account closed). Writers on the thread that
 * answers wait that long, a little less than a second, without blocking it.
 */
export const BUSY_ATTEMPTS = 150;
export const BUSY_PAUSE_MS = 5;

/** A primary result code of SQLite: another writer holds the file. */
const SQLITE_BUSY = 5;

/** What a failed statement tells its caller: a fault of the program as it is, one of the file as StoreUnavailableError. */
export function unavailable(error: unknown): unknown {
  const fault = FAULTS[primaryCode(error)];
  if (fault === undefined) return error;
  return new StoreUnavailableError('the embedded store cannot be used', error);
}

/** The result of reading. Throws StoreUnavailableError when the file is damaged or cannot be read. */
export function readSafely<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unavailable(error);
  }
}

/** Whether a statement failed because another writer holds the file. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** What is wrong with the files, for somebody who can act on it; null for a fault of the program. */
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

/** What the system says of a disk that takes no more, of rights, and of a path that leads nowhere. */
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

/** SQLite's primary result code, the low byte of an extended one; 0 of errors that are not SQLite's. */
function primaryCode(failure: unknown): number {
  const error = failure instanceof StoreUnavailableError ? failure.cause : failure;
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
