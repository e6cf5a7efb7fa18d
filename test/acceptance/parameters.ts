import { ALL_LISTS } from './feed-lists.ts';

// The parameters as docs/rules/interface.md#parameters lays them down, written by hand like the endpoints in interface.ts.

/** A parameter, what it takes and what it refuses. */
export interface Parameter {
  readonly name: string;
  /** Of a wrong value, and of one that is sent twice. */
  readonly code: string;
  /** A value that every endpoint with the parameter takes. */
  readonly right: string | number;
  /** Refused values. Absent means refused, too, where there is no default and the parameter is required. */
  readonly wrong: readonly string[];
  /** What the message of a refused value says beside the value itself. */
  readonly says: readonly string[];
  readonly isRequired?: true;
  readonly fallback?: string | number;
  /** All values, where they are few. */
  readonly allowed?: readonly (string | number)[];
}

/** What no whole number is, besides being out of range. */
const NO_INTEGERS = ['', '1e2', '0x10', ' 5', '5 ', '+5', '-1', '1.0', '1,0', '５', 'ten'];
const HUGE = '99999999999999999999';

function choice(name: string, code: string, allowed: readonly (string | number)[], wrong: readonly string[]) {
  const right = allowed[0] ?? '';
  return { name, code, allowed, fallback: right, right, wrong, says: [name, ...allowed.map(String)] };
}

function integer(name: string, code: string, min: number, max: number) {
  const outside = [String(min - 1), String(max + 1), '4294967297', HUGE].filter((value) => value !== '-1');
  return { name, code, right: min, wrong: [...outside, ...NO_INTEGERS], says: [name, `${min} to ${max}`] };
}

export const date: Parameter = {
  name: 'date',
  code: 'PARAM_002',
  right: '2026-01-01',
  wrong: ['', '2026', '2026-11', '20261121', '2026-1-5', '2026/11/21', '21-11-2026', ' 2026-11-21']
    .concat(['2026-11-21T00:00:00', '２０２６-11-21', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00'])
    .concat(['2025-02-29', '1900-02-29']),
  says: ['date', 'yyyy-MM-dd'],
};
const day = (name: string): Parameter => ({ ...date, name, code: 'PARAM_007', says: [name, 'yyyy-MM-dd'] });

export const categoryId: Parameter = {
  name: 'categoryId',
  code: 'PARAM_001',
  right: ALL_LISTS,
  wrong: [''],
  says: ['categoryId'],
  isRequired: true,
};
const sex = choice('sex', 'PARAM_007', ['A', 'M', 'F'], ['', 'a', 'm', 'X', 'MF', 'ALL']);
const age = choice(
  'age',
  'PARAM_007',
  [255, 10, 20, 30, 40, 50, 60],
  ['', '0', '15', '70', '254', '020', '20.0', '+20'],
);
export const segment = [sex, age];
export const page: Parameter = { ...integer('page', 'PARAM_007', 1, 1_000_000), fallback: 1 };
export const pageSize: Parameter = { ...integer('pageSize', 'PARAM_006', 1, 100), right: 20, fallback: 20 };
export const detail: Parameter = {
  ...choice('detail', 'PARAM_007', ['Y', 'N'], ['', 'y', 'n', 'YES', 'true', '1']),
  right: 'N',
  fallback: 'N',
};
export const paging = [page, pageSize, detail];
export const searchType = choice(
  'searchType',
  'PARAM_004',
  ['ISBN13', 'ItemId'],
  ['', 'isbn13', 'ItemID', 'ISBN10', 'ISBN'],
);
/** A number of a product; the wrong ones are of no kind. */
export const number: Parameter = {
  name: 'query',
  code: 'PARAM_004',
  right: '9788936434595',
  wrong: [
    '',
    '978893643459',
    '97889364345950',
    '97889364345９5',
    'abcdefghijklm',
    '9788936434595,1',
    '0',
    '-1',
  ],
  says: ['query', '13'],
  isRequired: true,
};
export const numbers: Parameter = {
  ...number,
  wrong: ['', ',', '9788936434595,', '9788936434595,x', Array(101).fill(number.right).join(',')],
  says: ['query'],
};
export const term: Parameter = {
  name: 'query',
  code: 'PARAM_003',
  right: '서가문고',
  wrong: ['', '가'.repeat(201), '𠀀'.repeat(201)],
  says: ['query', '200'],
  isRequired: true,
};
const sort = choice(
  'sort',
  'PARAM_005',
  ['DEFAULT', 'RELATION', 'RECENT', 'REG_DTS'],
  ['', 'default', 'RegDate', 'RECENT '],
);
export const newSort = choice(
  'sort',
  'PARAM_005',
  ['RegDate', 'Sales', 'New', 'LowPrice', 'HighPrice', 'Name'],
  ['', 'regDate', 'RECENT', 'Price'],
);
export const search = [
  term,
  choice(
    'category',
    'PARAM_008',
    ['ALL', 'BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'],
    ['', 'book', 'BOOKS', '001', 'Book '],
  ),
  sort,
  ...paging,
  choice(
    'target',
    'PARAM_007',
    ['all', 'title', 'author', 'publisher'],
    ['', 'ALL', 'series', 'title,author'],
  ),
  { ...choice('inStock', 'PARAM_007', ['Y', 'N'], ['', 'y', 'true', '1']), right: 'N', fallback: 'N' },
  day('publishedFrom'),
  day('publishedTo'),
  integer('priceFrom', 'PARAM_007', 0, 999_999_999),
  integer('priceTo', 'PARAM_007', 0, 999_999_999),
  choice('correct', 'PARAM_007', ['Y', 'N'], ['', 'n', 'false', '0']),
];

export const form = [
  choice('format', 'PARAM_007', ['xlsx', 'csv'], ['', 'pdf', 'XLSX']),
  choice('header', 'PARAM_007', ['Y', 'N'], ['', 'n', '0']),
];
export const filePaging = [page, { ...pageSize, right: 100, fallback: 100 }];
export const days: Parameter = { ...integer('days', 'PARAM_007', 1, 90), fallback: 30 };
