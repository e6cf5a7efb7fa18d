import type { Language, Texts } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import { Failure } from '../site/kit/failures.ts';
import type { PortalFailure, PortalFailureCode } from './contract/failure.ts';

export const PortalError = Failure;
export type PortalError = Failure;

/** A value that has to be there. Throws NOT_FOUND, or another code, if it isn't. */
export function required<Value>(value: Value | null, code: PortalFailureCode = 'NOT_FOUND'): Value {
  if (value === null) throw new PortalError(code);
  return value;
}

/** An input that is wrong, and what the field takes. */
export function invalid(field: string, takes: Texts): PortalError {
  return new PortalError('INVALID', { field, takes });
}

/** Throws TOO_MANY where a limiter tells how many seconds to wait. */
export function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new PortalError('TOO_MANY', { seconds });
}

/** The body of a failure. */
export function failureBody({ code, values }: PortalError, language: Language): PortalFailure {
  return {
    code,
    message: messageIn(language, `portal.${code}`, values).trim(),
    field: typeof values.field === 'string' ? values.field : null,
    retryAfterSeconds: typeof values.seconds === 'number' ? values.seconds : null,
    confirm: typeof values.confirm === 'string' ? values.confirm : null,
  };
}
