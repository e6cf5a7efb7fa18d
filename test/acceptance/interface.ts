import { UNKNOWN_ISBN13, WITHHELD_ISBN13 } from './feed.ts';
import { ALL_LISTS } from './feed-lists.ts';
import { type Parameter, parametersOf } from './parameters.ts';

/**
 * The interface as docs/api.md lays it down: parameters are read from its tables, the rest is
 * written down once more. Nothing here comes from the program, which is held against it.
 */

export type Values = Readonly<Record<string, string | number>>;

/** An endpoint: its parameters in the order in which they are checked, and each of its own errors with calls that bring it about. */
export interface Endpoint {
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** A call that succeeds on the feed. */
  readonly call: Values;
  readonly errors: Readonly<Record<string, readonly Values[]>>;
  /** What a JSON answer holds beside meta; `covers` and `cover` are item lists with three pictures or with one. */
  readonly data: 'covers' | 'cover' | 'data' | null;
  /** The name that a file's begins with. */
  readonly prefix?: string;
  /** Not of the original interface. */
  readonly isOwn?: boolean;
}

/** A path and the parameters that the rules name for it. */
const at = (path: string) => ({ path, parameters: parametersOf(path) });

const byId = (query: string | number): Values => ({ searchType: 'ItemId', query });
/** What every endpoint that names one product answers; some products lack what an endpoint answers. */
const productErrors = (unknownNumber: string, lacking: readonly number[] = []) => ({
  [unknownNumber]: [999, 1007, '9007199254740993', '9'.repeat(20), ...lacking].map(byId),
  GOODS_002: [UNKNOWN_ISBN13, '9788936434590', '0000000000000'].map((query) => ({ query })),
  SEARCH_002: [byId(1005), { query: WITHHELD_ISBN13 }],
});

/** A ranked list. `noResult` comes of an unknown category, of one that has no entry, and of a page past the end. */
interface RankedList {
  readonly name: string;
  readonly noResult: string;
  readonly data?: 'cover';
  readonly emptyCategory: string;
  /** Further calls without a result. */
  readonly empty?: readonly Values[];
  /** Its file; a list that the original interface has as JSON alone has none. */
  readonly prefix?: string;
  /** Its JSON isn't of the original interface. */
  readonly isOwn?: true;
}

const bestsellers = { noResult: 'BEST_001', emptyCategory: '001004' };

/** The lists in the order of the rules; those of our own have the payload of the others. */
const LISTS: readonly RankedList[] = [
  {
    ...bestsellers,
    name: 'bestsellerMonthly',
    empty: [
      { categoryId: '001', date: '1999-12-31' },
      { categoryId: '001', date: '9999-12-31' },
      { categoryId: '001001', sex: 'M', age: 60 },
    ],
    prefix: 'bestseller_monthly',
  },
  {
    ...bestsellers,
    name: 'bestsellerDeal',
    data: 'cover',
    emptyCategory: '001002',
    prefix: 'bestseller_deal',
  },
  {
    ...bestsellers,
    name: 'bestseller',
    isOwn: true,
    // No buyer of this category is known, so that nothing is in its lists by sex or age.
    empty: [{ sex: 'M' }, { age: 30 }, { sex: 'F', age: 60 }].map((one) => ({
      ...one,
      categoryId: ALL_LISTS,
    })),
    prefix: 'bestseller',
  },
  { ...bestsellers, name: 'bestsellerDaily', isOwn: true },
  {
    ...bestsellers,
    name: 'bestsellerRealtime',
    isOwn: true,
    prefix: 'bestseller_realtime',
  },
  {
    ...bestsellers,
    name: 'bestsellerSteady',
    isOwn: true,
    prefix: 'bestseller_steady',
  },
  {
    name: 'newproduct',
    isOwn: true,
    noResult: 'NEW_001',
    emptyCategory: '001002',
    prefix: 'newproduct',
  },
  {
    name: 'newproductAttention',
    isOwn: true,
    noResult: 'ATTN_001',
    emptyCategory: '001002',
    prefix: 'newproduct_attention',
  },
];

const call = { categoryId: ALL_LISTS };
const noEntries = ({ emptyCategory, empty = [] }: RankedList): readonly Values[] => [
  { categoryId: 'unknown' },
  { categoryId: emptyCategory },
  { ...call, page: 1_000_000, pageSize: 100 },
  ...empty,
];

const lists: readonly Endpoint[] = LISTS.map((list) => ({
  name: list.name,
  ...at(`/v1/category/${list.name}`),
  call,
  errors: { [list.noResult]: noEntries(list) },
  data: list.data ?? 'covers',
  isOwn: list.isOwn === true,
}));

const exports: readonly Endpoint[] = LISTS.flatMap((list) => {
  const { name, prefix, noResult } = list;
  if (prefix === undefined) return [];
  const { path, parameters } = at(`/v1/category/${name}/export`);
  const isPaged = parameters.some((one) => one.name === 'page');
  const errors = { [noResult]: noEntries(list).filter(({ page }) => isPaged || !page) };
  return { name: `${name}Export`, path, parameters, call, errors, data: null, prefix };
});

const goods = (name: string, errors: Endpoint['errors']): Endpoint => ({
  name,
  ...at(`/v1/goods/${name}`),
  call: byId(1001),
  errors,
  data: name === 'itemDetail' ? 'covers' : 'data',
});

/** Every endpoint of `/v1`, those of the original interface and our own. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...lists,
  goods('itemDetail', productErrors('GOODS_001')),
  goods('author', productErrors('AUTHOR_404', [1002, 1009])),
  goods('content', productErrors('GOODS_001', [1002, 1009])),
  { ...goods('history', productErrors('GOODS_001')), isOwn: true },
  { ...goods('items', {}), call: byId('1001,999,1002'), isOwn: true },
  { ...goods('suggest', {}), call: { query: '서가' }, isOwn: true },
  {
    name: 'itemList',
    ...at('/v1/goods/itemList'),
    call: { query: '서가문고' },
    errors: {
      SEARCH_001: ['존재하지않는낱말', '!!! ...', UNKNOWN_ISBN13].map((query) => ({ query })),
      SEARCH_002: ['금서목록', 1005].map((query) => ({ query })),
    },
    data: 'cover',
  },
  {
    name: 'categoryList',
    ...at('/v1/category/list'),
    call: {},
    errors: { CATEGORY_001: [] },
    data: 'data',
  },
  ...exports,
  {
    name: 'categoryListExport',
    ...at('/v1/category/list/export'),
    call: {},
    errors: { CATEGORY_001: [] },
    data: null,
    prefix: 'category_list',
  },
  {
    name: 'usage',
    ...at('/v1/usage'),
    call: {},
    errors: {},
    data: 'data',
    isOwn: true,
  },
];

/** What every endpoint may answer besides the errors of its parameters and its own. */
export const COMMON_ERRORS: Readonly<Record<string, number>> = {
  AUTH_001: 401,
  AUTH_002: 401,
  RATE_001: 429,
  RATE_002: 429,
  COMMON_400: 400,
  COMMON_500: 500,
  UPSTREAM_UNAVAILABLE: 503,
};

const texts = (...titles: string[]) => titles.map((title) => [title, 'text'] as const);

/** Header and cell of the columns of a file of products, and of that of categories. */
export const PRODUCT_COLUMNS: readonly (readonly [title: string, cell: 'text' | 'number'])[] = [
  ...texts('순위', 'ISBN13'),
  ['상품번호', 'number'],
  ...texts('상품명', '저자'),
  ['정가', 'number'],
  ['판매가', 'number'],
  ...texts('출판사', '출간일', '관리분류'),
];
export const CATEGORY_COLUMNS: typeof PRODUCT_COLUMNS = texts('카테고리ID', '카테고리명', '전체경로', 'URL');
