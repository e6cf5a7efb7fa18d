import type { Messages } from '../messages.ts';

export const api: Messages['api'] = {
  absent: '없음',
  repeated: '중복',
  empty: '빈 값',
  notOneOfThese: '허용되지 않는 값',
  wholeNumber: '{min}부터 {max}까지의 정수',
  wholeWon: '{min}부터 {max}까지의 정수(원)',
  existingDate: '실제로 있는 날짜(yyyy-MM-dd)',
  notBelow: '{start}({value}) 이상',
  severalNumbers: '쉼표로 구분한 번호 1~{max}개',
  productNumber: '상품번호(1 이상의 정수)',
  isbn13: '13자리 숫자(하이픈과 공백 허용)',
  isbn13Of: '13자리 숫자. 이 ISBN의 ISBN13은 {isbn13}',
  pastLastPage: ' 모두 {totalCount}건이며 마지막 페이지는 {lastPage}페이지입니다.',
  emptyCategory: ' {category} 카테고리는 이 목록에 항목이 없습니다.',
  unknownCategory: ' {category} 카테고리가 없습니다.',
  noListOfPeriod: ' {period} 목록이 없습니다. 목록은 {first}부터 {last}까지 있습니다.',
  lastSlash: ' 끝의 슬래시를 빼 주세요: {path}',
  severalHosts: ' Host 헤더가 여러 개입니다.',
  noHost: ' Host 헤더가 없습니다.',
  badQuery: ' 쿼리를 UTF-8로 퍼센트 인코딩해 주세요.',
};
