import pg from 'pg';
import { StoreUnavailableError, UniqueViolationError } from '../../sql-database.ts';

/** Errors of the driver and its pool that have no code, but mean a lost connection. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (was closed|has encountered)|The server does not support SSL|timeout exceeded|Cannot use a pool)/;

export const STATE = {
  readOnly: '25006',
  diskFull: '53100',
  idleTooLong: '25P03',
  completionUnknown: '40003',
  serializationFailure: '40001',
  deadlock: '40P01',
  uniqueViolation: '23505',
  insufficientPrivilege: '42501',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
} as const;

/** SQLSTATEs, or their first two characters, of faults in the server: connection, sign-in, resources, operator, system. */
const BLAME_SERVER = [
  ...['08', '28', '3D', '53', '57', '58'],
  ...[STATE.readOnly, STATE.idleTooLong, STATE.completionUnknown, STATE.lockNotAvailable],
];

/**
 * Translates a driver's error: a violated constraint to UniqueViolationError, a fault of server or connection to
 * StoreUnavailableError. Returns any other error.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const state = stateOf(error);
  if (state === STATE.uniqueViolation)
    return new UniqueViolationError('a unique constraint refuses the row', { cause: error });
  const isSocket = state === null && isConnectionError(error);
  const isServer = BLAME_SERVER.some((beginning) => state?.startsWith(beginning));
  if (!isSocket && !isServer) return error;
  return new StoreUnavailableError(REASONS[state ?? ''] ?? `the database refused with ${state}`, {
    cause: error,
  });
}

const REASONS: Readonly<Record<string, string>> = {
  '': 'the database cannot be reached',
  [STATE.diskFull]: "the database's disk is full",
  [STATE.idleTooLong]: 'this process was paused for too long, so the database rolled its transaction back',
};

/** Errors of sockets and TLS have a code. TypeError and RangeError may have a code in Node, too, but are bugs. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  return 'code' in error || CONNECTION_LOST.test(error.message);
}

/** The SQLSTATE of a failed statement, also inside a StoreUnavailableError; null without one. */
export function stateOf(error: unknown): string | null {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

export function isForbidden(error: unknown): boolean {
  return stateOf(error) === STATE.insufficientPrivilege;
}
