import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../base/whole-file.ts';
import { systemClock } from '../../clock.ts';
import { StoreUnavailableError, UniqueViolationError } from '../../sql-database.ts';

/** How long a server retries while another process holds a file, without blocking its main thread. */
const BUSY_MS = 800;
export const BUSY_PAUSE_MS = 5;

const SQLITE_BUSY = 5;

const UNIQUE_CODES: readonly unknown[] = [2067, 1555];

/**
 * Translates an error of SQLite: a violated constraint to UniqueViolationError, a fault of a file to StoreUnavailableError. Returns
 * any other error.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof Error && 'errcode' in error && UNIQUE_CODES.includes(error.errcode))
    return new UniqueViolationError(error.message, { cause: error });
  if (FAULTS[primaryCode(error)] === undefined) return error;
  return new StoreUnavailableError('the embedded store cannot be used', { cause: error });
}

export function withStoreErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Retries while another connection writes, without blocking the thread. Throws StoreUnavailableError. */
export async function whenFree<T>(attempt: () => T | Promise<T>, timeoutMs = BUSY_MS): Promise<T> {
  let startedMs: number | null = null;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      startedMs ??= systemClock.monotonicMs();
      const isLate = systemClock.monotonicMs() - startedMs + BUSY_PAUSE_MS > timeoutMs;
      if (!isBusy(error) || isLate) throw asStoreError(error);
    }
    await pause(BUSY_PAUSE_MS);
  }
}

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

export function fileFaultOf(error: unknown): FileFault | null {
  return FAULTS[primaryCode(error)] ?? SYSTEM_FAULTS[errorCode(error) ?? ''] ?? null;
}

export type FileFault = 'busy' | 'unwritable' | 'forbidden' | 'damaged' | 'missing';

/** By result code: busy, read-only, disk error, damaged, disk full, can't be opened, no database. */
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
