import assert from 'node:assert/strict';
import {
  ATTENTION,
  AUTHOR,
  CATEGORIES,
  CONTENT,
  DAILY,
  DEAL,
  HISTORY,
  ITEM_DETAIL,
  ITEM_LIST,
  ITEMS,
  MONTHLY,
  NEW_PRODUCTS,
  OVERALL,
  REALTIME,
  type Rows,
  STEADY,
  SUGGEST,
  USAGE,
} from '../rows.ts';

/** A parameter of an endpoint: name, whether it is required, default, allowed values. */
export type Documented = readonly [
  name: string,
  isRequired: boolean,
  fallback?: unknown,
  allowed?: readonly unknown[],
];

export const CATEGORY: Documented = ['categoryId', true];
export const SEGMENT: readonly Documented[] = [
  ['sex', false, 'A', ['A', 'M', 'F']],
  ['age', false, 255, [255, 10, 20, 30, 40, 50, 60]],
];
const PAGING: readonly Documented[] = [
  ['page', false, 1],
  ['pageSize', false, 20],
  ['detail', false, 'N', ['Y', 'N']],
];
const PRODUCT: readonly Documented[] = [
  ['searchType', false, 'ISBN13', ['ISBN13', 'ItemId']],
  ['query', true],
];

export const NEW_SORT: Documented = [
  'sort',
  false,
  'RegDate',
  ['RegDate', 'Sales', 'New', 'LowPrice', 'HighPrice', 'Name'],
];

export const ENDPOINTS: Readonly<Record<string, readonly Documented[]>> = {
  [MONTHLY]: [CATEGORY, ['date', false], ...SEGMENT, ...PAGING],
  [DEAL]: [CATEGORY, ...PAGING],
  [ITEM_DETAIL]: [...PRODUCT, ['detail', false, 'N', ['Y', 'N']]],
  [AUTHOR]: PRODUCT,
  [CONTENT]: PRODUCT,
  [CATEGORIES]: [],
  [ITEM_LIST]: [
    ['query', true],
    ['category', false, 'ALL', ['ALL', 'BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD']],
    ['sort', false, 'DEFAULT', ['DEFAULT', 'RELATION', 'RECENT', 'REG_DTS']],
    ...PAGING,
    // Of our own.
    ['target', false, 'all', ['all', 'title', 'author', 'publisher']],
    ['inStock', false, 'N', ['Y', 'N']],
    ['publishedFrom', false],
    ['publishedTo', false],
    ['priceFrom', false],
    ['priceTo', false],
    ['correct', false, 'Y', ['Y', 'N']],
  ],
};

/** docs/rules/interface.md#endpoints-of-our-own. */
export const MORE: Readonly<Record<string, readonly Documented[]>> = {
  [OVERALL]: [CATEGORY, ...SEGMENT, ...PAGING],
  [DAILY]: [CATEGORY, ['date', false], ...PAGING],
  [REALTIME]: [CATEGORY, ...PAGING],
  [STEADY]: [CATEGORY, ...PAGING],
  [NEW_PRODUCTS]: [CATEGORY, NEW_SORT, ...PAGING],
  [ATTENTION]: [CATEGORY, NEW_SORT, ...PAGING],
  [HISTORY]: PRODUCT,
  [ITEMS]: [...PRODUCT, ['detail', false, 'N', ['Y', 'N']]],
  [SUGGEST]: [['query', true]],
  [USAGE]: [['days', false, 30]],
};

/** The OpenAPI document names what docs/rules/interface.md#endpoints names. */
export function documentRows(rows: Rows): void {
  for (const [path, parameters] of Object.entries(ENDPOINTS)) documentRow(path, parameters, rows);
  for (const [path, parameters] of Object.entries(MORE)) documentRow(path, parameters, rows);
}

/** One endpoint's parameters in the document. */
export function documentRow(path: string, parameters: readonly Documented[], { row }: Rows): void {
  row(
    `${path}: GET, its parameters, defaults and allowed values are in the OpenAPI document`,
    async ({ contract }) => {
      const operation = contract.document.paths[path]?.get;
      const documented = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
      assert.ok(operation);
      assert.deepEqual(
        documented.map(({ name, required = false }) => [name, required]),
        parameters.map(([name, isRequired]) => [name, isRequired]),
      );
      for (const [name, , fallback, allowed] of parameters) {
        const schema = documented.find((parameter) => parameter.name === name)?.schema;
        assert.deepEqual([schema?.default, schema?.enum], [fallback, allowed], name);
      }
    },
  );
}
