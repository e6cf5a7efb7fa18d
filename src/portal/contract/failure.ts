/** Body of every failure. `field` names the input that is wrong, for forms. */
export interface PortalFailure {
  readonly code: PortalFailureCode;
  /** In the language of the request. */
  readonly message: string;
  readonly field: string | null;
  /** Whole seconds to wait, on 429. */
  readonly retryAfterSeconds: number | null;
  /** On CONFIRM_NUMBER: what to send as `confirmation` to proceed. */
  readonly confirm: string | null;
}

/** Every failure of the portal's requests, and its HTTP status. The message is that of the same code in src/messages. */
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

export type PortalFailureCode = keyof typeof FAILURE_STATUS;
