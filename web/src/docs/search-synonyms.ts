/**
 * Words that mean the same to somebody who searches the documentation, in both languages. The texts use one of each row;
 * people type the others.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  ['인증', 'authentication', 'auth', 'x-api-key', '토큰', 'token', 'bearer', 'oauth', 'apikey', 'api키'],
  ['파라미터', '매개변수', '인자', '변수', 'parameter', 'param', 'argument'],
  ['오류', '에러', '실패', '예외', 'error', 'failure', 'exception'],
  ['페이징', '페이지네이션', 'paging', 'pagination', 'page', '페이지'],
  ['캐싱', '캐시', 'caching', 'cache', 'etag', 'max-age'],
  ['한도', '초과', '제한', '쿼터', 'limit', 'quota', 'throttle', '429', 'rate_'],
  ['가입', '회원가입', '계정', 'sign up', 'signup', 'register', 'account'],
  ['탈퇴', '닫으면', '해지', 'close my account', 'delete account', 'unsubscribe'],
  ['발급', '키 받기', 'issue', 'get a key'],
  ['폐기', '삭제', 'revoke', 'delete'],
  ['응답', '리턴', '반환', 'response', 'answer', 'return'],
  ['요청', 'request', 'call', '호출'],
  ['표지', '커버', '이미지', '썸네일', 'cover', 'image', 'thumbnail'],
  ['분야', '카테고리', 'category', 'genre'],
  ['엑셀', 'excel', 'xlsx', '스프레드시트', 'spreadsheet'],
  ['버전', '디프리케이션', '지원 중단', 'version', 'deprecation', 'deprecated'],
  ['저자', '작가', '지은이', 'author', 'writer'],
  ['가격', '정가', '판매가', 'price'],
  ['재시도', 'retry', 'backoff', 'retry-after'],
  ['마이그레이션', '이전', '옮겨', 'migration', 'migrate'],
];

/** The word itself first, then what means the same. Words are folded: lower case. */
export function wordsLike(word: string): readonly string[] {
  const row = SYNONYMS.find((words) => words.includes(word)) ?? [];
  return [word, ...row.filter((other) => other !== word)];
}
