import pg from 'pg';
import { StoreUnavailableError, UniqueViolationError } from '../../sql-database.ts';

/** How the driver and its pool word that there is no connection, which has no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (was closed|has encountered)|The server does not support SSL|timeout exceeded|Cannot use a pool)/;

/** SQLSTATEs that somebody tells apart. */
export const STATE = {
  readOnly: '25006',
  idleTooLong: '25P03',
  completionUnknown: '40003',
  serializationFailure: '40001',
  deadlock: '40P01',
  uniqueViolation: '23505',
  insufficientPrivilege: '42501',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
} as const;

/**
 * What blames the server, not the statement: the classes of connection, sign-in, database, resources, operator and system, and states
 * of others.
 */
const BLAME_SERVER = [
  ...['08', '28', '3D', '53', '57', '58'],
  ...[STATE.readOnly, STATE.idleTooLong, STATE.completionUnknown, STATE.lockNotAvailable],
];

/**
 * What a failed call tells its caller: UniqueViolationError, another fault of the statement as it is, everything else as
 * StoreUnavailableError.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const state = stateOf(error);
  if (state === STATE.uniqueViolation)
    return new UniqueViolationError('a unique constraint refuses the row', { cause: error });
  const isSocket = state === null && isConnectionError(error);
  const isServer = BLAME_SERVER.some((beginning) => state?.startsWith(beginning));
  if (!isSocket && !isServer) return error;
  return new StoreUnavailableError(REASONS[state ?? ''] ?? `the database refused with ${state}`, error);
}

/** What operators read in place of a SQLSTATE; the empty one stands for a connection that was lost. */
const REASONS: Readonly<Record<string, string>> = {
  '': 'the database cannot be reached',
  [STATE.idleTooLong]:
    'this process stood still for too long, so the database ended its transaction; nothing was kept',
};

/** Failures of sockets and of TLS carry a code; so do Node's complaints about arguments, which are faults of ours. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  return 'code' in error || CONNECTION_LOST.test(error.message);
}

/** The SQLSTATE of a failed statement, also of one that a StoreUnavailableError hides; null where the server said none. */
export function stateOf(error: unknown): string | null {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

/** Whether the role lacks a right. */
export function isForbidden(error: unknown): boolean {
  return stateOf(error) === STATE.insufficientPrivilege;
}
