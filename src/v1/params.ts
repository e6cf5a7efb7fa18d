import type { KstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import { PAGE_MAX } from '../http/query-string.ts';
import { AGES, NEW_PRODUCT_SORTS, SEXES } from '../rankings/edition.ts';
import { choice, day, type Parameter, parameter, wholeNumber, yesNo } from './endpoint.ts';
import { type DocumentText, text } from './schema.ts';

/** The maximum of all endpoints, and the default of exports. */
export const PAGE_SIZE_MAX = 100;
const PAGE_SIZE_JSON = 20;

export const QUERY_LABEL = { en: 'Query', ko: '검색어 또는 번호' };

export interface FileForm {
  readonly format: FileFormat;
  /** Whether the first row contains the column titles. */
  readonly header: boolean;
}

export const categoryId = parameter({
  schema: {
    ...text({ en: 'Category ID', ko: '카테고리 ID' }),
    'x-label': { en: 'Category', ko: '카테고리' },
    examples: ['001'],
  },
  code: 'PARAM_001',
  parse: (sent) => (sent.trim() === '' ? null : sent),
});

export const date = dayOfList({
  en: 'Day of the list. Default: yesterday in Korea',
  ko: '조회할 날짜. 기본값은 한국 시간 기준 어제',
});
export const dateOfWeek = dayOfList({
  en: 'Any day of the week of the list, Monday to Sunday. Default: yesterday in Korea',
  ko: '조회할 주(월요일~일요일)에 속한 날짜. 기본값은 한국 시간 기준 어제',
});
export const dateOfMonth = dayOfList({
  en: 'Any day of the month of the list. Default: yesterday in Korea',
  ko: '조회할 달에 속한 날짜. 기본값은 한국 시간 기준 어제',
});

/** A missing date is null, for which findEditionOfDate chooses a day. */
function dayOfList(description: DocumentText): Parameter<KstDay | null> {
  return day(description, { en: 'Date', ko: '날짜' }, '2026-11-15', 'PARAM_002');
}

export const sex = choice(
  SEXES,
  'A',
  { en: 'Sex of the buyers', ko: '구매자 성별' },
  { en: 'Sex of buyers', ko: '성별' },
  { A: { en: 'All', ko: '전체' }, M: { en: 'Male', ko: '남성' }, F: { en: 'Female', ko: '여성' } },
);
export const age = choice(
  AGES,
  255,
  { en: 'Age band of the buyers', ko: '구매자 연령대' },
  { en: 'Age of buyers', ko: '연령' },
  {
    255: { en: 'All', ko: '전체' },
    10: { en: 'Under 20', ko: '20세 미만' },
    20: { en: '20 to 29', ko: '20대' },
    30: { en: '30 to 39', ko: '30대' },
    40: { en: '40 to 49', ko: '40대' },
    50: { en: '50 to 59', ko: '50대' },
    60: { en: '60 and over', ko: '60대 이상' },
  },
);

export const newProductSort = choice(
  NEW_PRODUCT_SORTS,
  'RegDate',
  { en: 'Order of the list', ko: '정렬 순서' },
  { en: 'Sort by', ko: '정렬' },
  {
    RegDate: { en: 'Registration, newest first', ko: '최근 등록순' },
    Sales: { en: 'Sales index, highest first', ko: '판매지수순' },
    New: { en: 'Publication date, newest first', ko: '최근 출간순' },
    LowPrice: { en: 'Selling price, lowest first', ko: '낮은 판매가순' },
    HighPrice: { en: 'Selling price, highest first', ko: '높은 판매가순' },
    Name: { en: 'Title', ko: '제목' },
  },
  'PARAM_005',
);

const page = wholeNumber({
  min: 1,
  max: PAGE_MAX,
  fallback: 1,
  description: { en: 'Page number, from 1', ko: '페이지 번호. 1부터' },
  label: { en: 'Page', ko: '페이지' },
});
const pageSize = (fallback: number) =>
  wholeNumber({
    min: 1,
    max: PAGE_SIZE_MAX,
    fallback,
    description: { en: 'Entries per page', ko: '페이지당 항목 수' },
    label: { en: 'Page size', ko: '페이지당 항목 수' },
    code: 'PARAM_006',
  });
export const paging = { page, pageSize: pageSize(PAGE_SIZE_JSON) };
export const filePaging = { page, pageSize: pageSize(PAGE_SIZE_MAX) };

export const detail = yesNo(
  'N',
  { en: 'Whether items have their detail fields', ko: '상세 필드를 함께 반환할지 여부' },
  { en: 'Detail fields', ko: '상세 항목' },
  {
    Y: { en: 'With detail fields', ko: '상세 필드 포함' },
    N: { en: 'Without detail fields', ko: '상세 필드 제외' },
  },
);

const format = choice<FileFormat>(
  ['xlsx', 'csv'],
  'xlsx',
  {
    en: 'File format. CSV has no cell types: some programs read a text that begins with =, +, - or @ as a formula',
    ko: '파일 형식. CSV에는 셀 형식이 없어서 =, +, -, @로 시작하는 값을 수식으로 읽는 프로그램도 있습니다',
  },
  { en: 'File format', ko: '파일 형식' },
  {
    xlsx: { en: 'Excel (.xlsx)' },
    csv: { en: 'CSV, UTF-8 with a byte-order mark', ko: 'CSV. BOM이 있는 UTF-8' },
  },
);
const header = yesNo(
  'Y',
  { en: 'Whether the first row holds the titles of the columns', ko: '첫 행에 열 제목을 넣을지 여부' },
  { en: 'Header row', ko: '머리글 행' },
  {
    Y: { en: 'With a header row', ko: '머리글 행 포함' },
    N: { en: 'Without a header row', ko: '머리글 행 제외' },
  },
);
export const fileForm = { format, header };
