import assert from 'node:assert/strict';
import type { Answer, Envelope } from '../support/answer.ts';
import { ENDPOINTS } from './interface.ts';
import type { Operator, Service } from './service.ts';

/** Takes the tests of the suite. */
export interface Rows {
  /** A test that any service with the feed must pass. */
  test(title: string, prove: (service: Service) => Promise<void>): void;
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
export const HISTORY = '/v1/goods/history';
export const CHANGES = '/v1/goods/changes';
export const ITEMS = '/v1/goods/items';
export const SUGGEST = '/v1/goods/suggest';
export const USAGE = '/v1/usage';

/** A call of each JSON endpoint that succeeds, but of usage, whose answers change from call to call. */
export const SUCCESSES: readonly Call[] = ENDPOINTS.filter(
  ({ data, name }) => data !== null && name !== 'usage',
).map(({ path, call }) => ({ path, parameters: call }));

/** The same of files. */
export const FILES: readonly Call[] = ENDPOINTS.filter(({ data }) => data === null).map(({ path, call }) => ({
  path,
  parameters: call,
}));

/** One failure of each endpoint that has any. */
export const FAILURES: readonly (Call & { readonly status: number; readonly code: string })[] =
  ENDPOINTS.flatMap(({ path, parameters, errors }) => {
    const [code, [call] = []] = Object.entries(errors)[0] ?? [''];
    if (call !== undefined) return { path, parameters: call, status: 404, code };
    const [first] = parameters;
    return first === undefined
      ? []
      : { path, parameters: { [first.name]: first.wrong[0] ?? '' }, status: 400, code: first.code };
  });

/** The endpoints that answer a list of items. */
export const ITEM_LISTS: readonly Call[] = ENDPOINTS.filter(
  ({ data }) => data === 'covers' || data === 'cover',
).map(({ path, call }) => ({ path, parameters: call }));

/** Of every envelope, in order. What a failure's hold besides is in the contract. */
const MEMBERS = ['success', 'message', 'errorCode', 'data'];

/** The envelope of a success; fails on anything else. */
export function succeeded(answer: Answer): Envelope {
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.equal(answer.json.success, true);
  assert.deepEqual([Object.keys(answer.json), Object.keys(answer.json.data)[0]], [MEMBERS, 'meta']);
  return answer.json;
}

/** Fails unless the answer is this failure. Gives its message. */
export function failed(answer: Answer, status: number, errorCode: string): string {
  assert.deepEqual([answer.status, answer.json.errorCode], [status, errorCode], answer.text.slice(0, 300));
  assert.deepEqual([answer.json.success, Object.keys(answer.json)], [false, MEMBERS]);
  return answer.json.message;
}

/** The numbers of the items of a list, in order. */
export function itemIds(envelope: Envelope): unknown[] {
  return envelope.data.items.map((item) => item.itemId);
}
