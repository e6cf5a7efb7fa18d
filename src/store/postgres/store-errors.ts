import pg from 'pg';
import { StoreUnavailableError, UniqueViolationError } from '../../sql-database.ts';

/** Classes of SQLSTATE that blame the server, not the statement: connection, sign-in, database, resources, operator, system. */
const SERVER_CLASSES = ['08', '28', '3D', '53', '57', '58'];

/** How the driver and its pool word that there is no connection, which has no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (was closed|has encountered)|The server does not support SSL|timeout exceeded|Cannot use a pool)/;

/** 57P01 to 57P05: shutdown, crash, not ready yet, database dropped, idle for too long. */
const SHUTDOWN = '57P';
const READ_ONLY = '25006';
const COMPLETION_UNKNOWN = '40003';
const IDLE_TOO_LONG = '25P03';
const LOCK_NOT_AVAILABLE = '55P03';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const INSUFFICIENT_PRIVILEGE = '42501';
const TOO_MANY_CONNECTIONS = '53300';

/**
 * What a failed call tells its caller: UniqueViolationError, another fault of the statement as it is, everything else as
 * StoreUnavailableError.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const state = sqlStateOf(error);
  if (state === UNIQUE_VIOLATION)
    return new UniqueViolationError('a unique constraint refuses the row', { cause: error });
  const isSocket = state === null && isConnectionError(error);
  const isServer =
    state !== null &&
    (SERVER_CLASSES.includes(state.slice(0, 2)) ||
      [READ_ONLY, COMPLETION_UNKNOWN, IDLE_TOO_LONG, LOCK_NOT_AVAILABLE].includes(state));
  if (!isSocket && !isServer) return error;
  return new StoreUnavailableError(REASONS[state ?? ''] ?? `the database refused with ${state}`, error);
}

/** What operators read in place of a SQLSTATE; the empty one stands for a connection that was lost. */
const REASONS: Readonly<Record<string, string>> = {
  '': 'the database cannot be reached',
  [IDLE_TOO_LONG]:
    'this process stood still for too long, so the database ended its transaction; nothing was kept',
};

/** Failures of sockets and of TLS carry a code; so do Node's complaints about arguments, which are faults of ours. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  return 'code' in error || CONNECTION_LOST.test(error.message);
}

/** Whether the server rolled the transaction back because of others: the same work may be tried again. */
export function wasRolledBack(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK;
}

/** Whether the server takes no more writes, or is going down: the address leads, or will lead, to another one. */
export function isServerLost(error: unknown): boolean {
  const state = sqlStateOf(causeOf(error));
  return state === READ_ONLY || state?.startsWith(SHUTDOWN) === true;
}

/** Whether the server has no place for another connection. */
export function isFull(error: unknown): boolean {
  return sqlStateOf(causeOf(error)) === TOO_MANY_CONNECTIONS;
}

/** Whether somebody else held a lock for longer than it was waited for. */
export function isLocked(error: unknown): boolean {
  return sqlStateOf(causeOf(error)) === LOCK_NOT_AVAILABLE;
}

/** Whether the role lacks a right. */
export function isForbidden(error: unknown): boolean {
  return sqlStateOf(error) === INSUFFICIENT_PRIVILEGE;
}

function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailableError ? error.cause : error;
}

function sqlStateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
