import { fillBraces, type MessageValues } from '../messages/fill.ts';
import type { Language } from '../messages/languages.ts';
import type { PortalFailure, PortalFailureCode } from './contract.ts';

interface FailureText {
  readonly status: number;
  readonly en: string;
  readonly ko: string;
}

/** Every failure of the portal's requests. Braces name values that the place of the failure gives. */
const FAILURES: Readonly<Record<PortalFailureCode, FailureText>> = {
  INVALID: { status: 400, en: '{field}: {takes}', ko: '{field}: {takes}' },
  SIGN_IN_FIRST: { status: 401, en: 'Please sign in.', ko: '로그인해 주세요.' },
  WRONG_CREDENTIALS: {
    status: 403,
    en: 'E-mail address or password is wrong.',
    ko: '이메일 주소나 비밀번호가 맞지 않습니다.',
  },
  CODE_WRONG: {
    status: 403,
    en: 'This code is wrong or was used already.',
    ko: '코드가 맞지 않거나 이미 사용한 코드입니다.',
  },
  TOKEN_INVALID: {
    status: 400,
    en: 'This link has been used or has expired. Request a new one.',
    ko: '이미 썼거나 유효 시간이 지난 링크입니다. 새 링크를 받아 주세요.',
  },
  FORBIDDEN: { status: 403, en: 'This is not allowed. {detail}', ko: '허용되지 않습니다. {detail}' },
  NOT_FOUND: { status: 404, en: 'Not found.', ko: '찾을 수 없습니다.' },
  KEY_EXISTS: {
    status: 409,
    en: 'Your account already has a live key. Revoke it first.',
    ko: '이미 쓰고 있는 키가 있습니다. 먼저 그 키를 폐기해 주세요.',
  },
  NO_KEY: {
    status: 409,
    en: 'Your account has no live key. Issue one first.',
    ko: '쓸 수 있는 키가 없습니다. 먼저 키를 발급받아 주세요.',
  },
  CONFIRM_NUMBER: {
    status: 409,
    en: '{detail} To go on, type {confirm}.',
    ko: '{detail} 계속하려면 {confirm}을(를) 입력해 주세요.',
  },
  CONFIRMATION_WRONG: {
    status: 400,
    en: 'What you typed does not match.',
    ko: '확인용으로 입력한 값이 맞지 않습니다.',
  },
  START_AGAIN: {
    status: 400,
    en: 'This sign-in was started in another browser or too long ago. Please start again.',
    ko: '다른 브라우저에서 시작했거나 시간이 너무 지났습니다. 처음부터 다시 해 주세요.',
  },
  PROVIDER_FAILED: {
    status: 502,
    en: '{provider} did not answer as expected. Please start again.',
    ko: '{provider} 쪽에서 응답을 제대로 받지 못했습니다. 처음부터 다시 해 주세요.',
  },
  ADDRESS_KNOWN: {
    status: 409,
    en: '{email} already has an account here. Sign in to it, then connect {provider} on the account page.',
    ko: '{email} 주소의 계정이 이미 있습니다. 그 계정으로 로그인한 뒤 계정 화면에서 {provider} 로그인을 연결해 주세요.',
  },
  CONNECTED_ELSEWHERE: {
    status: 409,
    en: 'This {provider} account is connected with another account here. Disconnect it there first.',
    ko: '이미 다른 계정에 연결된 {provider} 계정입니다. 그 계정에서 먼저 연결을 끊어 주세요.',
  },
  STALE: {
    status: 409,
    en: 'Somebody else has changed this meanwhile. Load the page again.',
    ko: '그사이 다른 사람이 먼저 처리했습니다. 페이지를 새로 고쳐 주세요.',
  },
  BUSY: { status: 409, en: '{detail}', ko: '{detail}' },
  LAST_OWNER: {
    status: 409,
    en: 'This is the last active owner. Give another account the role first.',
    ko: '마지막 소유자입니다. 먼저 다른 계정에 소유자 역할을 주세요.',
  },
  TOO_MANY: {
    status: 429,
    en: 'Too many attempts. Try again in {seconds} s.',
    ko: '시도가 너무 많습니다. {seconds}초 뒤에 다시 시도해 주세요.',
  },
  UNAVAILABLE: {
    status: 503,
    en: 'This is not available at the moment. Please try again later.',
    ko: '지금은 쓸 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  },
  FAILED: {
    status: 500,
    en: 'Something went wrong on our side. Please quote request {requestId} when you report it.',
    ko: '서버에 문제가 생겼습니다. 알려 주실 때 요청 번호 {requestId}를 적어 주세요.',
  },
};

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** A failure that the person is told of. Anything else that is thrown becomes FAILED. */
export class PortalError extends Error {
  override name = 'PortalError';
  readonly code: PortalFailureCode;
  readonly values: MessageValues;

  constructor(code: PortalFailureCode, values: MessageValues = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** An input that is wrong: what the field takes, in both languages. */
export function invalid(field: string, en: string, ko: string): PortalError {
  return new PortalError('INVALID', { field, takes: { en, ko } });
}

export function statusOf(code: PortalFailureCode): number {
  return FAILURES[code].status;
}

/** The body of a failure. */
export function failureBody({ code, values }: PortalError, language: Language): PortalFailure {
  return {
    code,
    message: fillBraces(FAILURES[code][language], values, language).trim(),
    field: typeof values.field === 'string' ? values.field : null,
    retryAfterSeconds: typeof values.seconds === 'number' ? values.seconds : null,
    confirm: typeof values.confirm === 'string' ? values.confirm : null,
  };
}
