import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';

/**
 * Another process may hold a file for a moment (a key is issued, an account closed). Writers on the thread that
 * answers wait that long, a little less than a second, without blocking it.
 */
export const BUSY_ATTEMPTS = 150;
export const BUSY_PAUSE_MS = 5;

/** A primary result code of SQLite: another writer holds the file. */
const SQLITE_BUSY = 5;

/** Besides: an I/O error, damaged pages, a full disk, a file that is not a database. */
const FAULTS_OF_THE_FILE = [SQLITE_BUSY, 10, 11, 13, 26];

/** What a failed statement tells its caller: a fault of the program as it is, one of the file as StoreUnavailableError. */
export function unavailable(error: unknown): unknown {
  if (!FAULTS_OF_THE_FILE.includes(primaryCode(error))) return error;
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

/** SQLite's primary result code, the low byte of an extended one; 0 of errors that are not SQLite's. */
function primaryCode(failure: unknown): number {
  const error = failure instanceof StoreUnavailableError ? failure.cause : failure;
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
