import { ALL_LISTS } from './feed-lists.ts';

/** A parameter, what it takes and what it refuses, written down apart from the program (docs/api.md#parameters). */
export interface Parameter {
  readonly name: string;
  /** Of a wrong value, and of one that is sent twice. */
  readonly code: string;
  /** A value that every endpoint with the parameter takes. */
  readonly right: string | number;
  /** Refused values. Absent means refused, too, where the parameter is required. */
  readonly wrong: readonly string[];
  /** What the message of a refused value says beside the value itself. */
  readonly says: readonly string[];
  readonly isRequired: boolean;
  readonly fallback: string | number | undefined;
}

type Kind = Pick<Parameter, 'right' | 'wrong' | 'says'>;

/** Values are spelled exactly. */
function choice(...allowed: readonly (string | number)[]): Kind {
  const words = allowed.map(String);
  const [first = ''] = words;
  const near = words.flatMap((word) => [word.toLowerCase(), word.toUpperCase()]);
  const wrong = ['', 'x', '0', '-1', words.join(), first + first, ` ${first}`, `${first} `, `+${first}`];
  const unlike = [...wrong, `0${first}`, `${first}.0`, ...near].filter((value) => !words.includes(value));
  return { right: allowed[0] ?? '', wrong: [...new Set(unlike)], says: words };
}

/** What no whole number is, besides being out of range. */
const NO_INTEGERS = ['', '1e2', '0x10', ' 5', '5 ', '+5', '-1', '1.0', '1,0', '５', 'ten'];
const HUGE = ['4294967297', '99999999999999999999'];

function integer(min: number, max: number): Kind {
  const outside = [String(min - 1), String(max + 1), ...HUGE].filter((value) => value !== '-1');
  return { right: min, wrong: [...outside, ...NO_INTEGERS], says: [`${min} to ${max}`] };
}

const DAY: Kind = {
  right: '2026-01-01',
  wrong: [
    ...'|2026|2026-11|20261121|2026-1-5|2026/11/21|21-11-2026| 2026-11-21|2026-11-21T00:00:00'.split('|'),
    ...'２０２６-11-21|2026-02-30|2026-13-01|2026-00-10|2026-01-00|2025-02-29|1900-02-29'.split('|'),
  ],
  says: ['yyyy-MM-dd'],
};
const ISBN13 = '9788936434595';
const WRONG_ISBNS = `,978893643459,97889364345950,978893643459O5,abcdefghijklm,${ISBN13};1,0,-1`.split(',');
const PRODUCT: Kind = { right: ISBN13, wrong: WRONG_ISBNS.map((one) => one.replace(';', ',')), says: ['13'] };
const PRODUCTS: Kind = {
  right: ISBN13,
  wrong: ['', ',', `${ISBN13},`, `${ISBN13},x`, Array(101).fill(ISBN13).join(',')],
  says: [],
};
const TERM: Kind = {
  right: '모음',
  wrong: ['', '  ', '가'.repeat(201), '𠀀'.repeat(201)],
  says: ['200'],
};
const CATEGORY: Kind = { right: ALL_LISTS, wrong: ['', '  '], says: [] };
/** One of another catalogue is in form, so it is refused after the other parameters. */
const CURSOR: Kind = {
  right: 'R8nnWXq0zmUAAAAAATk',
  wrong: [
    '',
    'x',
    'R8nnWXq0zmUAAAAAAT',
    'R8nnWXq0zmUAAAAAATl',
    'R8nnWXq0zmUAAAAAATk=',
    ' R8nnWXq0zmUAAAAAATk',
  ],
  says: ['/v1/goods/items'],
};
const YES_OR_NO = choice('Y', 'N');

/** By name, or by name and where another holds: what it takes, what stands for it when it is left out, and its code. */
const PARAMETERS: Readonly<Record<string, readonly [Kind, string | number | null | undefined, string]>> = {
  categoryId: [CATEGORY, null, 'PARAM_001'],
  date: [DAY, undefined, 'PARAM_002'],
  sex: [choice('A', 'M', 'F'), 'A', 'PARAM_007'],
  age: [choice(255, 10, 20, 30, 40, 50, 60), 255, 'PARAM_007'],
  page: [integer(1, 1_000_000), 1, 'PARAM_007'],
  pageSize: [integer(1, 100), 20, 'PARAM_006'],
  'pageSize of an export': [integer(1, 100), 100, 'PARAM_006'],
  detail: [YES_OR_NO, 'N', 'PARAM_007'],
  searchType: [choice('ISBN13', 'ItemId'), 'ISBN13', 'PARAM_004'],
  query: [PRODUCT, null, 'PARAM_004'],
  'query of items': [PRODUCTS, null, 'PARAM_004'],
  'query of terms': [TERM, null, 'PARAM_003'],
  category: [choice('ALL', 'BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'), 'ALL', 'PARAM_008'],
  'sort of terms': [choice('DEFAULT', 'RELATION', 'RECENT', 'REG_DTS'), 'DEFAULT', 'PARAM_005'],
  sort: [choice('RegDate', 'Sales', 'New', 'LowPrice', 'HighPrice', 'Name'), 'RegDate', 'PARAM_005'],
  target: [choice('all', 'title', 'author', 'publisher'), 'all', 'PARAM_007'],
  inStock: [YES_OR_NO, 'N', 'PARAM_007'],
  publishedFrom: [DAY, undefined, 'PARAM_007'],
  publishedTo: [DAY, undefined, 'PARAM_007'],
  priceFrom: [integer(0, 999_999_999), undefined, 'PARAM_007'],
  priceTo: [integer(0, 999_999_999), undefined, 'PARAM_007'],
  correct: [YES_OR_NO, 'Y', 'PARAM_007'],
  format: [choice('xlsx', 'csv'), 'xlsx', 'PARAM_007'],
  header: [YES_OR_NO, 'Y', 'PARAM_007'],
  cursor: [CURSOR, undefined, 'PARAM_009'],
  limit: [integer(1, 1000), 200, 'PARAM_006'],
  days: [integer(1, 90), 30, 'PARAM_007'],
};

/** The parameters with these names, separated by blanks; `where` is what is said of those that differ by endpoint. */
export function parameters(names: string, where = ''): readonly Parameter[] {
  return (names.match(/\w+/g) ?? []).map((name) => {
    const found = PARAMETERS[`${name} of ${where}`] ?? PARAMETERS[name];
    if (found === undefined) throw new Error(`no parameter ${name}`);
    const [kind, standard, code] = found;
    const fallback = standard ?? undefined;
    const right = fallback ?? kind.right;
    return {
      name,
      ...kind,
      right,
      fallback,
      isRequired: standard === null,
      code,
      says: [name, ...kind.says],
    };
  });
}
