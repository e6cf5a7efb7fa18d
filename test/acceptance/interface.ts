import { UNKNOWN_ISBN13, WITHHELD_ISBN13 } from './feed.ts';
import { ALL_LISTS } from './feed-lists.ts';
import { type Parameter, parameters } from './parameters.ts';

/** The interface that clients rely on. Nothing here comes from the program, which is held against it. */

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
  readonly data: 'covers' | 'cover' | 'data' | 'changes' | null;
  /** The name that a file's begins with. */
  readonly prefix?: string;
}

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
  /** Its parameters between categoryId and the pages. */
  readonly takes?: string;
  readonly noResult?: string;
  readonly data?: 'cover';
  readonly emptyCategory?: string;
  /** Further calls without a result. */
  readonly empty?: readonly Values[];
  /** Its file; some lists have none. */
  readonly prefix?: string;
  /** The file is the whole list. */
  readonly isFileWhole?: true;
}

const call = { categoryId: ALL_LISTS };

const LISTS: readonly RankedList[] = [
  {
    name: 'bestsellerMonthly',
    takes: 'date sex age',
    empty: [
      { categoryId: '001', date: '1999-12-31' },
      { categoryId: '001', date: '9999-12-31' },
      { categoryId: '001001', sex: 'M', age: 60 },
    ],
    prefix: 'bestseller_monthly',
  },
  { name: 'bestsellerDeal', data: 'cover', emptyCategory: '001002', prefix: 'bestseller_deal' },
  {
    name: 'bestseller',
    takes: 'sex age',
    // No buyer of this category is known, so that nothing is in its lists by sex or age.
    empty: [{ sex: 'M' }, { age: 30 }, { sex: 'F', age: 60 }].map((one) => ({ ...one, ...call })),
    prefix: 'bestseller',
  },
  {
    name: 'bestsellerWeekly',
    takes: 'date',
    empty: [
      { categoryId: '001', date: '1999-12-31' },
      { categoryId: '001', date: '9999-12-31' },
    ],
    prefix: 'bestseller_weekly',
  },
  { name: 'bestsellerDaily', takes: 'date' },
  { name: 'bestsellerRealtime', prefix: 'bestseller_realtime', isFileWhole: true },
  { name: 'bestsellerSteady', prefix: 'bestseller_steady' },
  { name: 'newproduct', takes: 'sort', noResult: 'NEW_001', emptyCategory: '001002', prefix: 'newproduct' },
  {
    name: 'newproductAttention',
    takes: 'sort',
    noResult: 'ATTN_001',
    emptyCategory: '001002',
    prefix: 'newproduct_attention',
  },
];

/** A list, and its file where it has one. */
function listEndpoints(list: RankedList): { list: Endpoint; file: Endpoint | null } {
  const { name, takes = '', noResult = 'BEST_001', data = 'covers', prefix, isFileWhole } = list;
  const noEntries: readonly Values[] = [
    { categoryId: 'unknown' },
    { categoryId: list.emptyCategory ?? '001004' },
    ...(list.empty ?? []),
  ];
  const pastTheEnd = { ...call, page: 1_000_000, pageSize: 100 };
  const names = (...parts: readonly string[]) => ['categoryId', takes, ...parts].filter(Boolean).join(' ');
  const path = `/v1/category/${name}`;
  const errors = { [noResult]: [...noEntries, pastTheEnd] };
  return {
    list: { name, path, parameters: parameters(names('page pageSize detail')), call, errors, data },
    file:
      prefix === undefined
        ? null
        : {
            name: `${name}Export`,
            path: `${path}/export`,
            parameters: parameters(names(isFileWhole ? '' : 'page pageSize', 'format header'), 'an export'),
            call,
            errors: isFileWhole ? { [noResult]: noEntries } : errors,
            data: null,
            prefix,
          },
  };
}

const lists = LISTS.map(listEndpoints);

const goods = (name: string, errors: Endpoint['errors'], more: Partial<Endpoint> = {}): Endpoint => ({
  name,
  path: `/v1/goods/${name}`,
  parameters: parameters('searchType query'),
  call: byId(1001),
  errors,
  data: 'data',
  ...more,
});

/** Every endpoint of `/v1`, those of the original interface and our own. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...lists.map(({ list }) => list),
  goods('itemDetail', productErrors('GOODS_001'), {
    parameters: parameters('searchType query detail'),
    data: 'covers',
  }),
  goods('author', productErrors('AUTHOR_404', [1002, 1009])),
  goods('content', productErrors('GOODS_001', [1002, 1009])),
  goods('history', productErrors('GOODS_001')),
  goods(
    'items',
    {},
    {
      parameters: parameters('searchType query detail', 'items'),
      call: byId('1001,999,1002'),
    },
  ),
  goods('changes', {}, { parameters: parameters('cursor limit'), call: {}, data: 'changes' }),
  goods('suggest', {}, { parameters: parameters('query', 'terms'), call: { query: '모' } }),
  goods(
    'itemList',
    {
      SEARCH_001: ['존재하지않는낱말', '!!! ...', UNKNOWN_ISBN13].map((query) => ({ query })),
      SEARCH_002: ['금서목록', 1005].map((query) => ({ query })),
    },
    {
      parameters: parameters(
        'query category sort page pageSize detail target inStock publishedFrom publishedTo priceFrom priceTo correct',
        'terms',
      ),
      call: { query: '모음' },
      data: 'cover',
    },
  ),
  {
    name: 'categoryList',
    path: '/v1/category/list',
    parameters: [],
    call: {},
    // Of an empty shop: test/v1/answers.test.ts.
    errors: { CATEGORY_001: [] },
    data: 'data',
  },
  ...lists.flatMap(({ file }) => file ?? []),
  {
    name: 'categoryListExport',
    path: '/v1/category/list/export',
    parameters: parameters('format header'),
    call: {},
    errors: { CATEGORY_001: [] },
    data: null,
    prefix: 'category_list',
  },
  { name: 'usage', path: '/v1/usage', parameters: parameters('days'), call: {}, errors: {}, data: 'data' },
];

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
