import { StoreUnavailableError } from '../sql-database.ts';

const SQLITE_FULL = 13;
/** A disk quota or a limit on file sizes. */
const SQLITE_IOERR_WRITE = 778;
const POSTGRES_DISK_FULL = '53100';

export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = 'errcode' in cause ? Number(cause.errcode) : 0;
  if ((code & 0xff) === SQLITE_FULL || code === SQLITE_IOERR_WRITE) return true;
  return 'code' in cause && cause.code === POSTGRES_DISK_FULL;
}
