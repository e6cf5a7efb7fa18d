import { errorCode } from '../../base/whole-file.ts';
import { StoreUnavailableError } from '../../sql-database.ts';

/** Another process may hold a file for a moment. The server retries for almost a second, without blocking its main thread. */
export const BUSY_ATTEMPTS = 150;
export const BUSY_PAUSE_MS = 5;

const SQLITE_BUSY = 5;

/** Translates an error of SQLite: faults of a file become StoreUnavailableError, bugs stay as they are. */
export function asUnavailable(error: unknown): unknown {
  const fault = FAULTS[primaryCode(error)];
  if (fault === undefined) return error;
  return new StoreUnavailableError('the embedded store cannot be used', error);
}

/** Returns the result of `read`. Throws StoreUnavailableError if the file is damaged or unreadable. */
export function readSafely<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** What is wrong with a file; null for a bug. */
export function fileFaultOf(error: unknown): FileFault | null {
  return FAULTS[primaryCode(error)] ?? SYSTEM_FAULTS[errorCode(error) ?? ''] ?? null;
}

export type FileFault = 'busy' | 'unwritable' | 'forbidden' | 'damaged' | 'missing';

/** By SQLite's primary result code. */
const FAULTS: Readonly<Record<number, FileFault>> = {
  [SQLITE_BUSY]: 'busy',
  8: 'forbidden',
  10: 'unwritable',
  11: 'damaged',
  13: 'unwritable',
  14: 'forbidden',
  26: 'damaged',
};

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

/** The low byte of an extended result code; 0 for other errors. */
function primaryCode(failure: unknown): number {
  const error = failure instanceof StoreUnavailableError ? failure.cause : failure;
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
