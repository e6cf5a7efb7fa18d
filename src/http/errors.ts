import type { IncomingHttpHeaders } from 'node:http';
import { type Language, type MessageValues, preferredLanguage } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import type { HeaderList, HttpResponse } from './response.ts';

/** Every error of the API and its HTTP status (docs/api.md#error-codes). Its message has the same code in src/messages. */
export const ERROR_STATUS = {
  AUTH_001: 401,
  AUTH_002: 401,
  RATE_001: 429,
  RATE_002: 429,
  PARAM_001: 400,
  PARAM_002: 400,
  PARAM_003: 400,
  PARAM_004: 400,
  PARAM_005: 400,
  PARAM_006: 400,
  PARAM_007: 400,
  PARAM_008: 400,
  PARAM_009: 400,
  BEST_001: 404,
  NEW_001: 404,
  ATTN_001: 404,
  CATEGORY_001: 404,
  GOODS_001: 404,
  GOODS_002: 404,
  AUTHOR_404: 404,
  SEARCH_001: 404,
  SEARCH_002: 404,
  UPSTREAM_UNAVAILABLE: 503,
  COMMON_400: 400,
  COMMON_404: 404,
  COMMON_405: 405,
  COMMON_408: 408,
  COMMON_431: 431,
  COMMON_500: 500,
} as const satisfies Readonly<Record<string, number>>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A failure that is explained to the caller. Has no stack trace, which would cost more than the response. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;
  readonly values: MessageValues;

  constructor(code: Code, values: MessageValues) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = limit;
    this.code = code;
    this.values = values;
  }
}

/** A failure of the API. Any other exception becomes COMMON_500. */
export class ApiError extends CodedError<ErrorCode> {
  override name = 'ApiError';
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, values: MessageValues = {}, headers: Readonly<Record<string, string>> = {}) {
    super(code, values);
    this.headers = headers;
  }
}

/** Why a call is refused: an ApiError, or a plain object with the same fields, which is cheaper to make. */
export type Refusal = Pick<ApiError, 'code'> & Partial<Pick<ApiError, 'values' | 'headers'>>;

export type MakeFailure = (refusal: Refusal, headers: IncomingHttpHeaders) => HttpResponse;

/** `errorPages` = base URL of the pages that explain errors, without a trailing slash. */
export function createFailures(errorPages: string): MakeFailure {
  /** Responses without values or headers of their own, by code and language. */
  const constant = new Map<string, HttpResponse>();
  return (refusal, headers) => {
    const language = preferredLanguage(headers['accept-language']);
    const link = `<${errorPages}/${refusal.code}>; rel="help"`;
    if (refusal.values !== undefined || refusal.headers !== undefined)
      return failureResponse(refusal, language, link);
    const key = `${refusal.code} ${language}`;
    const response = constant.get(key) ?? failureResponse(refusal, language, link);
    constant.set(key, response);
    return response;
  };
}

const HEADERS_OF_STATUS: Readonly<Record<number, HeaderList>> = {
  401: ['www-authenticate', 'ApiKey header="X-Api-Key"'],
  405: ['allow', 'GET, HEAD'],
};

function failureResponse(
  { code, values, headers = {} }: Refusal,
  language: Language,
  link: string,
): HttpResponse {
  const { hint } = values ?? {};
  const message =
    messageIn(language, `errors.${code}`, values) + (typeof hint === 'object' ? hint[language] : '');
  const envelope = JSON.stringify({ success: false, message, errorCode: code, data: {} });
  const body = Buffer.from(envelope).toString('latin1');
  const status = ERROR_STATUS[code];
  return {
    status,
    headers: [
      ...Object.entries(headers).flat(),
      ...(HEADERS_OF_STATUS[status] ?? []),
      ...['content-type', 'application/json; charset=utf-8', 'content-language', language],
      ...['vary', 'Accept-Language, Accept-Encoding, X-Api-Key', 'cache-control', 'no-store'],
      ...['link', link, 'content-length', String(body.length)],
    ],
    body: [body],
  };
}
