/** Body of every failure. `field` names the input that is wrong, for forms. */
export interface PortalFailure {
  readonly code: PortalFailureCode;
  /** In the language of the request. */
  readonly message: string;
  readonly field: string | null;
  /** Whole seconds to wait, on 429. */
  readonly retryAfterSeconds: number | null;
  /** What to send as `confirmation` to go on all the same, on CONFIRM_NUMBER. */
  readonly confirm: string | null;
}

export type PortalFailureCode =
  | 'INVALID'
  | 'SIGN_IN_FIRST'
  | 'WRONG_CREDENTIALS'
  | 'CODE_WRONG'
  | 'PASSWORD_WRONG'
  | 'SIGN_IN_AGAIN'
  | 'TOKEN_INVALID'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'KEY_EXISTS'
  | 'NO_KEY'
  | 'CONFIRM_NUMBER'
  | 'CONFIRMATION_WRONG'
  | 'START_AGAIN'
  | 'PROVIDER_FAILED'
  | 'ADDRESS_KNOWN'
  | 'CONNECTED_ELSEWHERE'
  | 'STALE'
  | 'BUSY'
  | 'LAST_OWNER'
  | 'TOO_MANY'
  | 'UNAVAILABLE'
  | 'FAILED';
