import { api } from './ko/api.ts';
import { commandLine } from './ko/command-line.ts';
import { feeds, undo } from './ko/feeds.ts';
import { pages } from './ko/pages.ts';
import { input, mails, portal, providers, status } from './ko/portal.ts';
import type { Messages } from './messages.ts';

export const errors: Messages['errors'] = {
  AUTH_001: 'X-Api-Key 헤더에 API 키가 필요합니다.',
  AUTH_002: '유효하지 않은 API 키입니다.',
  RATE_001:
    '호출 한도(초당 {limit}회, 한꺼번에 {burst}회)를 넘었습니다. {seconds}초 뒤에 다시 시도해 주세요.',
  RATE_002: '하루 호출 한도({limit}회)를 모두 썼습니다. 한국 시간 0시({seconds}초 뒤)에 초기화됩니다.',
  PARAM_001: 'categoryId는 필수입니다. 값을 넣어 한 번만 보내 주세요.',
  PARAM_002: 'date 값이 {value}입니다. 실제로 있는 날짜를 yyyy-MM-dd 형식으로 보내야 합니다.',
  PARAM_003: 'query는 필수입니다. 1~{max}자로 한 번만 보내 주세요.',
  PARAM_004: '{parameter} 값이 {value}입니다. 허용 값: {allowed}.',
  PARAM_005: 'sort 값이 {value}입니다. 허용 값: {allowed}.',
  PARAM_006: 'pageSize 값이 {value}입니다. 1부터 100까지의 정수를 보내야 합니다.',
  PARAM_007: '{parameter} 값이 {value}입니다. 허용 값: {allowed}.',
  PARAM_008: 'category 값이 {value}입니다. 허용 값: {allowed}.',
  BEST_001: '베스트셀러가 없습니다.{detail}',
  NEW_001: '신상품이 없습니다.{detail}',
  ATTN_001: '주목 신상품이 없습니다.{detail}',
  CATEGORY_001: '카테고리가 없습니다.',
  GOODS_001: '상품 {value}의 정보가 없습니다.',
  GOODS_002: 'ISBN13이 {value}인 상품이 없습니다.',
  AUTHOR_404: '저자 정보가 없습니다.',
  SEARCH_001: '검색 결과가 없습니다.{detail}',
  SEARCH_002: '제공할 수 없는 결과입니다.',
  UPSTREAM_UNAVAILABLE: '일시적으로 이용할 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  COMMON_400: '요청 형식이 올바르지 않습니다.{detail}',
  COMMON_404: '없는 경로입니다.{detail}',
  COMMON_405: '이 경로는 GET과 HEAD만 받습니다.',
  COMMON_408: '요청이 제때 도착하지 않았습니다.',
  COMMON_431: '요청 헤더가 너무 큽니다.',
  COMMON_500: '서버에 문제가 생겼습니다. 알려 주실 때 요청 ID {requestId}을(를) 적어 주세요.',
};

export const messages: Messages = {
  errors,
  api,
  feeds,
  undo,
  portal,
  input,
  status,
  providers,
  mails,
  pages,
  commandLine,
};
