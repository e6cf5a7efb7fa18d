/**
 * Words that mean the same to somebody who searches the documentation, in both languages. The texts use one of each row;
 * people type the others.
 */
const SYNONYMS = [
  '인증, authentication, auth, x-api-key, 토큰, token, bearer, oauth, apikey, api키, api key',
  '로그인, sign in, login, log in, signin, 가입, 회원가입, 계정, sign up, signup, register, account',
  '파라미터, 매개변수, 인자, 변수, parameter, param, argument',
  '오류, 에러, 실패, 예외, error, failure, exception',
  '페이징, 페이지네이션, paging, pagination, page, 페이지',
  '캐싱, 캐시, caching, cache, etag, max-age',
  '한도, 초과, 제한, 쿼터, 리미트, 속도 제한, 호출량, 사용량, 무료, 유료, 요금, limit, quota, throttle, rate limit, rate headers, too many requests, free, pricing, usage, ratelimit, 429, rate_',
  '탈퇴, 닫으면, 해지, close my account, delete account, unsubscribe',
  '발급, 키 받기, issue, get a key',
  '키 교체, 교체, 키 변경, 재발급, rotate, rotate key, key rotation, replace, change a key, renew',
  '폐기, 삭제, revoke, delete',
  '응답, 리턴, 반환, response, answer, return',
  '요청, request, call, 호출',
  '표지, 커버, 이미지, 썸네일, cover, image, thumbnail',
  '분야, 카테고리, category, genre',
  '내보내기, 다운로드, 파일, 엑셀, excel, xlsx, csv, 스프레드시트, spreadsheet, export, download',
  '버전, 디프리케이션, 지원 중단, version, deprecation, deprecated',
  '저자, 작가, 지은이, author, writer',
  '가격, 정가, 판매가, price',
  '특가, 할인, 세일, deal, discount, sale',
  '신상품, 신간, 새 책, new product, newproduct, new releases, new books',
  '베스트셀러, 순위, 랭킹, bestseller, ranking, rank, chart',
  '정렬, 정렬 순서, sort, orderby',
  '시간대, 표준시, 한국 시간, timezone, time zone, kst, utc, korean time, seoul',
  '브라우저, 프런트엔드, 프론트엔드, 자바스크립트, browser, cors, cross-origin, frontend, javascript',
  'openapi, 스웨거, 명세, swagger, postman, 포스트맨, sdk, spec, 코드 생성',
  '시간 초과, 타임아웃, 시간초과, timeout, timed out, unavailable, upstream_unavailable',
  '재시도, retry, backoff, retry-after',
  '이용 규칙, 규칙, 약관, 이용약관, 라이선스, rules, terms, license, licence, tos, usage rules',
  '출처, 저작권, 로고, attribution, copyright, logo, source of the data',
  '마이그레이션, 이전, 옮겨, 알라딘, 네이버, migration, migrate, aladin, naver, google books',
  '언어, 한국어, 영어, language, accept-language, english, korean',
  '검색, 찾기, search, find, itemlist',
  '교정, 오타, 맞춤법, correct, correction, typo, spelling',
].map((row) => row.split(', '));

/** What means the same as a word or phrase, itself first. Words are folded: lower case. */
export function wordsLike(word: string): readonly string[] {
  const rows = SYNONYMS.filter((words) => words.includes(word));
  return [...new Set([word, ...rows.flat()])];
}

/** All words and phrases that have others of the same meaning. */
export const KNOWN_WORDS: readonly string[] = SYNONYMS.flat();
