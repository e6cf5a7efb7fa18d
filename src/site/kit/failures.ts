import { CodedError } from '../../http/errors.ts';
import type { MessageValues, Texts } from '../../messages/languages.ts';

/** Every failure of the screens, and its HTTP status. The message is that of the same code in src/messages. */
export const FAILURE_STATUS = {
  INVALID: 400,
  SIGN_IN_FIRST: 401,
  WRONG_CREDENTIALS: 403,
  CODE_WRONG: 403,
  PASSWORD_WRONG: 403,
  SIGN_IN_AGAIN: 403,
  TOKEN_INVALID: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  KEY_EXISTS: 409,
  NO_KEY: 409,
  CONFIRM_NUMBER: 409,
  CONFIRM_TEXT: 409,
  CONFIRMATION_WRONG: 400,
  START_AGAIN: 400,
  PROVIDER_FAILED: 502,
  ADDRESS_KNOWN: 409,
  CONNECTED_ELSEWHERE: 409,
  STALE: 409,
  BUSY: 409,
  LAST_OWNER: 409,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
  FAILED: 500,
} as const;

export type FailureCode = keyof typeof FAILURE_STATUS;

/**
 * What a person is told when a screen can't do what they asked. The value `field` names the field it belongs to, `confirm`
 * what has to be typed to go on. Anything else that is thrown becomes FAILED.
 */
export class Failure extends CodedError<FailureCode> {
  override name = 'Failure';

  constructor(code: FailureCode, values: MessageValues = {}) {
    super(code, values);
  }
}

/** A value that has to be there. Throws NOT_FOUND, or another code, if it isn't. */
export function required<Value>(value: Value | null, code: FailureCode = 'NOT_FOUND'): Value {
  if (value === null) throw new Failure(code);
  return value;
}

/** An input that is wrong, and what the field takes. */
export function invalid(field: string, takes: Texts): Failure {
  return new Failure('INVALID', { field, takes });
}

/** Throws TOO_MANY where a limiter tells how many seconds to wait. */
export function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new Failure('TOO_MANY', { seconds });
}
