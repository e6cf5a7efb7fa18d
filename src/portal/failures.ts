import { CodedError } from '../http/errors.ts';
import type { MessageValues } from '../messages/fill.ts';
import type { Language, Texts } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import type { PortalFailure, PortalFailureCode } from './contract/failure.ts';

/** Every failure of the portal's requests. Its message is that of the same code in src/messages. */
const FAILURE_STATUS: Readonly<Record<PortalFailureCode, number>> = {
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
};

/** A failure of the portal. Anything else that is thrown becomes FAILED. */
export class PortalError extends CodedError<PortalFailureCode> {
  override name = 'PortalError';

  constructor(code: PortalFailureCode, values: MessageValues = {}) {
    super(code, values);
  }
}

/** An input that is wrong, and what the field takes. */
export function invalid(field: string, takes: Texts): PortalError {
  return new PortalError('INVALID', { field, takes });
}

export function statusOf(code: PortalFailureCode): number {
  return FAILURE_STATUS[code];
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
