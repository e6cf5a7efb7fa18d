/**
 * Languages of messages to a person. Answers use English unless the caller prefers Korean
 * (docs/rules/interface.md#language-of-messages).
 */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

interface ErrorText {
  readonly status: number;
  readonly en: string;
  readonly ko: string;
}

/**
 * Every error of the service: code, HTTP status and public message (docs/rules/interface.md#error-codes). Braces name
 * values that the code raising the error supplies.
 */
export const ERRORS = {
  AUTH_001: {
    status: 401,
    en: 'An API key is required in the X-Api-Key header.',
    ko: 'X-Api-Key 헤더에 API 키가 필요합니다.',
  },
  AUTH_002: { status: 401, en: 'The API key is not valid.', ko: '유효하지 않은 API 키입니다.' },
  RATE_001: {
    status: 429,
    en: 'Too many calls per second ({limit} allowed). Try again in {seconds} s.',
    ko: '초당 호출 한도({limit}회)를 넘었습니다. {seconds}초 뒤에 다시 시도해 주세요.',
  },
  RATE_002: {
    status: 429,
    en: 'The daily quota of {limit} calls is used up. It resets at 00:00 Korea time, in {seconds} s.',
    ko: '하루 호출 한도({limit}회)를 모두 썼습니다. 한국 시간 0시({seconds}초 뒤)에 다시 시작됩니다.',
  },
  PARAM_001: {
    status: 400,
    en: 'categoryId is required: send it once, with a value.',
    ko: 'categoryId를 한 번, 빈 값이 아니게 보내야 합니다.',
  },
  PARAM_002: {
    status: 400,
    en: 'date is {value}; it must be an existing date as yyyy-MM-dd.',
    ko: 'date 값이 {value}입니다. 실제로 있는 날짜를 yyyy-MM-dd 형식으로 보내야 합니다.',
  },
  PARAM_003: {
    status: 400,
    en: 'query is required: send it once, with 1 to {max} characters.',
    ko: 'query를 한 번, 1자 이상 {max}자 이하로 보내야 합니다.',
  },
  PARAM_004: {
    status: 400,
    en: '{parameter} is {value}; allowed: {allowed}.',
    ko: '{parameter} 값이 {value}입니다. 쓸 수 있는 값: {allowed}.',
  },
  PARAM_005: {
    status: 400,
    en: 'sort is {value}; allowed: {allowed}.',
    ko: 'sort 값이 {value}입니다. 쓸 수 있는 값: {allowed}.',
  },
  PARAM_006: {
    status: 400,
    en: 'pageSize is {value}; it must be a whole number from 1 to 100.',
    ko: 'pageSize 값이 {value}입니다. 1부터 100까지의 정수를 보내야 합니다.',
  },
  PARAM_007: {
    status: 400,
    en: '{parameter} is {value}; allowed: {allowed}.',
    ko: '{parameter} 값이 {value}입니다. 쓸 수 있는 값: {allowed}.',
  },
  PARAM_008: {
    status: 400,
    en: 'category is {value}; allowed: {allowed}.',
    ko: 'category 값이 {value}입니다. 쓸 수 있는 값: {allowed}.',
  },
  BEST_001: { status: 404, en: 'No bestsellers were found.{detail}', ko: '베스트셀러가 없습니다.{detail}' },
  NEW_001: { status: 404, en: 'No new products were found.{detail}', ko: '신상품이 없습니다.{detail}' },
  ATTN_001: {
    status: 404,
    en: 'No featured new products were found.{detail}',
    ko: '주목할 만한 신상품이 없습니다.{detail}',
  },
  CATEGORY_001: { status: 404, en: 'No categories were found.', ko: '카테고리가 없습니다.' },
  GOODS_001: {
    status: 404,
    en: 'No information was found for product {value}.',
    ko: '상품 {value}의 정보가 없습니다.',
  },
  GOODS_002: {
    status: 404,
    en: 'No product was found with ISBN13 {value}.',
    ko: 'ISBN13이 {value}인 상품이 없습니다.',
  },
  AUTHOR_404: { status: 404, en: 'No author information was found.', ko: '저자 정보가 없습니다.' },
  SEARCH_001: { status: 404, en: 'Nothing was found.{detail}', ko: '검색 결과가 없습니다.{detail}' },
  SEARCH_002: { status: 404, en: 'This result cannot be provided.', ko: '제공할 수 없는 결과입니다.' },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    en: 'The service is temporarily unavailable. Please try again later.',
    ko: '일시적으로 이용할 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  },
  COMMON_400: {
    status: 400,
    en: 'The request is malformed.{detail}',
    ko: '요청 형식이 올바르지 않습니다.{detail}',
  },
  COMMON_404: { status: 404, en: 'There is nothing at this path.{detail}', ko: '없는 경로입니다.{detail}' },
  COMMON_405: {
    status: 405,
    en: 'This path answers GET and HEAD only.',
    ko: '이 경로는 GET과 HEAD만 받습니다.',
  },
  COMMON_408: {
    status: 408,
    en: 'The request did not arrive in time.',
    ko: '요청이 제때 도착하지 않았습니다.',
  },
  COMMON_431: { status: 431, en: 'The request headers are too large.', ko: '요청 헤더가 너무 큽니다.' },
  COMMON_500: {
    status: 500,
    en: 'Something went wrong on our side. Please quote request {requestId} when you report it.',
    ko: '서버에 문제가 생겼습니다. 알려 주실 때 요청 번호 {requestId}를 적어 주세요.',
  },
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof ERRORS;

/** Values for the braces of a message. */
export type ErrorValues = Readonly<Record<string, string | number | Readonly<Record<Language, string>>>>;

/**
 * A failure with a code for the caller. Anything else that is thrown becomes COMMON_500. It has no stack trace: nobody
 * reads one of a caller's mistake, and making it costs more than the rest of the answer.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly values: ErrorValues;
  /** Headers of the answer besides those of every failure, by their names. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, values: ErrorValues = {}, headers: Readonly<Record<string, string>> = {}) {
    // By name: pages read this file, too, and V8's property isn't among their types.
    const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
    Reflect.set(Error, 'stackTraceLimit', 0);
    super(code);
    Reflect.set(Error, 'stackTraceLimit', limit);
    this.code = code;
    this.values = values;
    this.headers = headers;
  }
}

/** The public message of an error. */
export function errorMessage(code: ErrorCode, values: ErrorValues, language: Language): string {
  return fillMessage(ERRORS[code], values, language);
}

/** A message with its braces filled in. Missing values are left out. */
export function fillMessage(
  texts: Readonly<Record<Language, string>>,
  values: ErrorValues,
  language: Language,
): string {
  return texts[language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'object' ? value[language] : String(value ?? '');
  });
}

/** The language of messages for a caller: the one with the higher quality value, English when equal. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  let best: Language = 'en';
  let bestQuality = 0;
  for (const part of acceptLanguage.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    if (language !== 'en' && language !== 'ko') continue;
    const given = parameters
      .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
      .find(Boolean);
    const quality = given === undefined ? 1 : Number(given);
    if (quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
