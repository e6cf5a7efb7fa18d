import type { MessageValues } from '../messages/languages.ts';

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

/** A failure that the caller is told about. It has no stack trace, because making one costs more than the response. */
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
  /** Headers of the response besides those of every failure, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, values: MessageValues = {}, headers: Readonly<Record<string, string>> = {}) {
    super(code, values);
    this.headers = headers;
  }
}
