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
  MONTHLY,
  NEW_PRODUCTS,
  OVERALL,
  REALTIME,
  type Rows,
  STEADY,
} from '../rows.ts';

/** A parameter of an endpoint: name, whether it is required, default, allowed values. */
type Documented = readonly [
  name: string,
  isRequired: boolean,
  fallback?: unknown,
  allowed?: readonly unknown[],
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

const CATEGORY: Documented = ['categoryId', true];
const SEGMENT: readonly Documented[] = [
  ['sex', false, 'A', ['A', 'M', 'F']],
  ['age', false, 255, [255, 10, 20, 30, 40, 50, 60]],
];
const NEW_SORT: Documented = [
  'sort',
  false,
  'RegDate',
  ['RegDate', 'Sales', 'New', 'LowPrice', 'HighPrice', 'Name'],
];

const ENDPOINTS: Readonly<Record<string, readonly Documented[]>> = {
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
  ],
};

/** Beyond the specification (decisions 6). */
const MORE: Readonly<Record<string, readonly Documented[]>> = {
  [OVERALL]: [CATEGORY, ...SEGMENT, ...PAGING],
  [DAILY]: [CATEGORY, ['date', false], ...PAGING],
  [REALTIME]: [CATEGORY, ...PAGING],
  [STEADY]: [CATEGORY, ...PAGING],
  [NEW_PRODUCTS]: [CATEGORY, NEW_SORT, ...PAGING],
  [ATTENTION]: [CATEGORY, NEW_SORT, ...PAGING],
  [HISTORY]: PRODUCT,
};

/** The OpenAPI document names what spec 4 names. */
export function documentRows({ row }: Rows): void {
  const documents = [
    ...Object.entries(ENDPOINTS).map(([path, parameters]) => ['spec 4.1', path, parameters] as const),
    ...Object.entries(MORE).map(([path, parameters]) => ['decisions 6', path, parameters] as const),
  ];
  for (const [section, path, parameters] of documents) {
    row(
      `${section} ${path}: GET, its parameters, defaults and allowed values are in the OpenAPI document`,
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

  row('spec 4.1: the OpenAPI document names these endpoints and no other', async ({ contract }) => {
    assert.match(contract.document.openapi, /^3\.1\./);
    assert.deepEqual(
      Object.keys(contract.document.paths).sort(),
      Object.keys({ ...ENDPOINTS, ...MORE }).sort(),
    );
  });
}
