import assert from 'node:assert/strict';
import type { Answer, Envelope } from './client.ts';
import { ALL_LISTS } from './feed-lists.ts';
import type { Operator, Service } from './service.ts';

/** Takes the tests of the suite, to run them or only to list them. */
export interface Rows {
  /** A test that any service with the feed must pass. */
  row(title: string, prove: (service: Service) => Promise<void>): void;
  /** A test that needs the command line beside the service. */
  operatorRow(title: string, prove: (operator: Operator, service: Service) => Promise<void>): void;
}

/** A request. */
export interface Call {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export const MONTHLY = '/v1/category/bestsellerMonthly';
export const DEAL = '/v1/category/bestsellerDeal';
export const CATEGORIES = '/v1/category/list';
export const ITEM_DETAIL = '/v1/goods/itemDetail';
export const AUTHOR = '/v1/goods/author';
export const CONTENT = '/v1/goods/content';
export const ITEM_LIST = '/v1/goods/itemList';
export const OVERALL = '/v1/category/bestseller';
export const DAILY = '/v1/category/bestsellerDaily';
export const REALTIME = '/v1/category/bestsellerRealtime';
export const STEADY = '/v1/category/bestsellerSteady';
export const NEW_PRODUCTS = '/v1/category/newproduct';
export const ATTENTION = '/v1/category/newproductAttention';
export const HISTORY = '/v1/goods/history';
export const ITEMS = '/v1/goods/items';
export const SUGGEST = '/v1/goods/suggest';
export const USAGE = '/v1/usage';

/** A call of each endpoint that succeeds on the feed, the longest answer of each. */
export const SUCCESSES: readonly Call[] = [
  { path: MONTHLY, parameters: { categoryId: '001' } },
  { path: DEAL, parameters: { categoryId: ALL_LISTS } },
  { path: ITEM_DETAIL, parameters: { searchType: 'ItemId', query: 1001 } },
  { path: AUTHOR, parameters: { searchType: 'ItemId', query: 1001 } },
  { path: CONTENT, parameters: { searchType: 'ItemId', query: 1001 } },
  { path: CATEGORIES, parameters: {} },
  { path: ITEM_LIST, parameters: { query: '서가문고' } },
  { path: OVERALL, parameters: { categoryId: ALL_LISTS } },
  { path: DAILY, parameters: { categoryId: ALL_LISTS } },
  { path: REALTIME, parameters: { categoryId: ALL_LISTS } },
  { path: STEADY, parameters: { categoryId: ALL_LISTS } },
  { path: NEW_PRODUCTS, parameters: { categoryId: ALL_LISTS } },
  { path: ATTENTION, parameters: { categoryId: ALL_LISTS } },
  { path: HISTORY, parameters: { searchType: 'ItemId', query: 1001 } },
  { path: ITEMS, parameters: { searchType: 'ItemId', query: '1001,999,1002' } },
  { path: SUGGEST, parameters: { query: '서가' } },
];

/** The same endpoints with a call that fails, where there is one. */
export const FAILURES: readonly (Call & { readonly status: number; readonly code: string })[] = [
  { path: MONTHLY, parameters: {}, status: 400, code: 'PARAM_001' },
  { path: DEAL, parameters: { categoryId: '001002' }, status: 404, code: 'BEST_001' },
  { path: ITEM_DETAIL, parameters: { searchType: 'ItemId', query: 999 }, status: 404, code: 'GOODS_001' },
  { path: AUTHOR, parameters: { searchType: 'ItemId', query: 'x' }, status: 400, code: 'PARAM_004' },
  { path: CONTENT, parameters: { searchType: 'ItemId', query: 1002 }, status: 404, code: 'GOODS_001' },
  { path: ITEM_LIST, parameters: {}, status: 400, code: 'PARAM_003' },
  { path: ITEMS, parameters: {}, status: 400, code: 'PARAM_004' },
  { path: SUGGEST, parameters: {}, status: 400, code: 'PARAM_003' },
  { path: USAGE, parameters: { days: 91 }, status: 400, code: 'PARAM_007' },
];

/** The endpoints that answer a list of items. */
export const ITEM_LISTS: readonly Call[] = SUCCESSES.filter(
  ({ path }) => ![AUTHOR, CONTENT, CATEGORIES, HISTORY, ITEMS, SUGGEST].includes(path),
);

/** The envelope of a success; fails on anything else. */
export function succeeded(answer: Answer): Envelope {
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.equal(answer.json.success, true);
  return answer.json;
}

/** Fails unless the answer is this failure. Gives its message. */
export function failed(answer: Answer, status: number, errorCode: string): string {
  assert.deepEqual([answer.status, answer.json.errorCode], [status, errorCode], answer.text.slice(0, 300));
  assert.equal(answer.json.success, false);
  return answer.json.message;
}

/** The numbers of the items of a list, in order. */
export function itemIds(envelope: Envelope): unknown[] {
  return envelope.data.items.map((item) => item.itemId);
}
