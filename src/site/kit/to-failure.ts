import type { FastifyRequest } from 'fastify';
import { HashingBusyError } from '../../accounts/hash-queue.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { ApiError, ERROR_STATUS } from '../../http/errors.ts';
import { message } from '../../messages/messages.ts';
import { Failure } from './failures.ts';

/** What a person is told for whatever was thrown; what isn't theirs is logged. */
export function toFailure(error: unknown, raw: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof HashingBusyError) return new Failure('TOO_MANY', { seconds: error.retryAfterSeconds });
  if (error instanceof StoreUnavailableError) {
    raw.log.warn({ err: error, reqId: raw.id }, 'the store is unavailable');
    return new Failure('UNAVAILABLE');
  }
  if (error instanceof ApiError && ERROR_STATUS[error.code] === 503)
    return new Failure('UNAVAILABLE', { seconds: Number(error.headers['Retry-After'] ?? 1) });
  if (error instanceof ApiError) return new Failure('INVALID', { takes: message('api.badQuery') });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return malformed();
  raw.log.error({ err: error, reqId: raw.id }, 'request of a screen failed');
  return new Failure('FAILED', { requestId: raw.id });
}

export function malformed(): Failure {
  return new Failure('FORBIDDEN', { detail: message('input.loadAgain') });
}
