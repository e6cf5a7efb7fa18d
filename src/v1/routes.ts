import { formatKstInstant } from '../clock.ts';
import type { Caller } from '../gate/decide.ts';
import { type Query, readQuery } from '../http/query-string.ts';
import { categoryList, categoryListExport } from './category/list.ts';
import { exportEndpoints, listEndpoints } from './category/ranked-lists.ts';
import type { Endpoint, Services } from './endpoint.ts';
import { author } from './goods/author.ts';
import { changes } from './goods/changes.ts';
import { content } from './goods/content.ts';
import { history } from './goods/history.ts';
import { itemDetail } from './goods/item-detail.ts';
import { itemList } from './goods/item-list.ts';
import { items } from './goods/items.ts';
import { suggest } from './goods/suggest.ts';
import { successParts } from './ready-responses.ts';
import { usage } from './usage.ts';

/** In the order of the documentation, in which similar endpoints are neighbours. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...listEndpoints,
  categoryList,
  itemDetail,
  author,
  content,
  itemList,
  items,
  suggest,
  history,
  changes,
  ...exportEndpoints,
  categoryListExport,
  usage,
];

export type InProcessReader = ReturnType<typeof createInProcessReader>;

export function createInProcessReader(services: Services) {
  const find = (word: string) => ENDPOINTS.find(({ name, path }) => name === word || path === word);
  async function ask(word: string, query: Query) {
    const endpoint = find(word);
    if (endpoint === undefined) throw new Error(`there is no endpoint ${word}`);
    return { endpoint, ...(await endpoint.answer({ query, caller: NOBODY, quota: null }, services)) };
  }
  return {
    pathOf: (name: string) => find(name)?.path ?? null,
    /** `json` is the object `data` without `meta`. Response headers without a value are empty or null. Throws ApiError. */
    async read(name: string, query: Query) {
      const { members, edition = '', correction = null, suggestion = null } = await ask(name, query);
      return { json: `{${members}}`, edition, correction, suggestion };
    },
    /** The body of the response to a path with query. Throws ApiError. */
    async bodyOf(url: string): Promise<string> {
      const { endpoint, members, file, message } = await ask(url.split('?', 1)[0] ?? '', readQuery(url));
      if (file !== undefined) return members.toString();
      const { links, clock } = services;
      const [before, behind] = successParts(endpoint.title.en, url, links, members, message?.en);
      const dated = Buffer.from(before + formatKstInstant(clock.nowMs()), 'latin1');
      return Buffer.concat([dated, ...behind]).toString();
    },
  };
}

const NOBODY: Caller = { accountId: 0, addOnUserKey: null };
