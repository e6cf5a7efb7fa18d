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
  readonly prefix: string | undefined;
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

const farAway = ['1999-12-31', '9999-12-31'].map((date) => ({ categoryId: '001', date }));

const LISTS: readonly RankedList[] = [
  {
    name: 'bestsellerMonthly',
    takes: 'date sex age',
    empty: [...farAway, { categoryId: '001001', sex: 'M', age: 60 }],
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
  { name: 'bestsellerWeekly', takes: 'date', empty: farAway, prefix: 'bestseller_weekly' },
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

type Given = Partial<Omit<Endpoint, 'name' | 'path' | 'parameters'>> & {
  /** Names of its parameters, and what is said of those that differ by endpoint. */
  readonly takes?: string;
  readonly where?: string;
};

function endpoint(name: string, path: string, given: Given): Endpoint {
  const { takes = '', where, call = {}, errors = {}, data = 'data', prefix } = given;
  return { name, path: `/v1/${path}`, parameters: parameters(takes, where), call, errors, data, prefix };
}

/** A list, and its file where it has one. */
function listEndpoints(list: RankedList): readonly Endpoint[] {
  const { name, takes = '', noResult = 'BEST_001', data = 'covers', prefix, isFileWhole } = list;
  const noEntries: readonly Values[] = [
    { categoryId: 'unknown' },
    { categoryId: list.emptyCategory ?? '001004' },
    ...(list.empty ?? []),
  ];
  const pastTheEnd = { ...call, page: 1_000_000, pageSize: 100 };
  const errors = { [noResult]: [...noEntries, pastTheEnd] };
  const ofList: Given = { takes: `categoryId ${takes} page pageSize detail`, call, errors, data };
  const one = endpoint(name, `category/${name}`, ofList);
  if (prefix === undefined) return [one];
  const ofFile = {
    takes: `categoryId ${takes} ${isFileWhole ? '' : 'page pageSize'} format header`,
    errors: isFileWhole ? { [noResult]: noEntries } : errors,
  };
  const file = { ...ofFile, where: 'an export', call, data: null, prefix };
  return [one, endpoint(`${name}Export`, `category/${name}/export`, file)];
}

const goods = (name: string, given: Given) =>
  endpoint(name, `goods/${name}`, { takes: 'searchType query', call: byId(1001), ...given });

const detailed = 'searchType query detail';
/** Of an empty shop: test/v1/answers.test.ts. */
const ofNoCategory = { CATEGORY_001: [] };
const categoryFile = { takes: 'format header', errors: ofNoCategory, data: null, prefix: 'category_list' };

/** Every endpoint of `/v1`, those of the original interface and our own. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...LISTS.flatMap(listEndpoints),
  goods('itemDetail', { takes: detailed, errors: productErrors('GOODS_001'), data: 'covers' }),
  goods('author', { errors: productErrors('AUTHOR_404', [1002, 1009]) }),
  goods('content', { errors: productErrors('GOODS_001', [1002, 1009]) }),
  goods('history', { errors: productErrors('GOODS_001') }),
  goods('items', { takes: detailed, where: 'items', call: byId('1001,999,1002') }),
  goods('changes', { takes: 'cursor limit', call: {}, data: 'changes' }),
  goods('suggest', { takes: 'query', where: 'terms', call: { query: '모' } }),
  goods('itemList', {
    takes:
      'query category sort page pageSize detail target inStock publishedFrom publishedTo priceFrom priceTo correct',
    where: 'terms',
    call: { query: '모음' },
    errors: {
      SEARCH_001: ['존재하지않는낱말', '!!! ...', UNKNOWN_ISBN13].map((query) => ({ query })),
      SEARCH_002: ['금서목록', 1005].map((query) => ({ query })),
    },
    data: 'cover',
  }),
  endpoint('categoryList', 'category/list', { errors: ofNoCategory }),
  endpoint('categoryListExport', 'category/list/export', categoryFile),
  endpoint('usage', 'usage', { takes: 'days' }),
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
