import type { Caller } from '../gate/gate.ts';
import { type ReadyAnswer, readyAnswer } from '../http/answer.ts';
import type { ApiCall } from '../http/api-call.ts';
import { chooseEncoding } from '../http/body/encoding.ts';
import { SUCCESS_TAIL, successHead } from '../http/envelope.ts';
import { BARE_FRAME, fileHeaders } from '../http/file-answer.ts';
import { type PageOfList, pageLinks } from '../http/page-links.ts';
import type { ApiRoute, PublicApi } from '../http/public-api.ts';
import { maskKeys, type Query } from '../http/query-string.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/query-headers.ts';
import { categoryList } from './category/list.ts';
import { exportEndpoints, listEndpoints } from './category/list-endpoints.ts';
import { categoryListExport } from './category/list-export.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { author } from './goods/author.ts';
import { content } from './goods/content.ts';
import { history } from './goods/history.ts';
import { itemDetail } from './goods/item-detail.ts';
import { itemList } from './goods/item-list.ts';
import { items } from './goods/items.ts';
import { suggest } from './goods/suggest.ts';
import { operationOf } from './operation.ts';
import type { RequestShape } from './ready-answers.ts';
import type { Services } from './services.ts';
import { usage } from './usage.ts';

/** Every endpoint of the public API, in the order in which the documentation shows them: those of the original interface
 * beside our own of the same kind (docs/rules/interface.md#endpoints-of-our-own). */
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
  ...exportEndpoints,
  categoryListExport,
  usage,
];

/** Makes the public API answer at its paths. */
export function registerApi(api: PublicApi, services: Services): void {
  for (const endpoint of ENDPOINTS) api.add(routeOf(endpoint, services));
}

function routeOf(endpoint: Endpoint, services: Services): ApiRoute {
  const { name, path, uncounted = false } = endpoint;
  return {
    path,
    endpoint: name,
    uncounted,
    operation: operationOf(endpoint),
    ignoredNames: (query) => ignoredNames(query, endpoint),
    findReady: (call) => services.ready().find(shapeOf(call)),
    async answer(call, query) {
      // Before the data are read: what changes meanwhile makes the answer one of a state that is over.
      const ready = services.ready();
      const { quota } = call;
      const answer = await endpoint.answer({ query, caller: callerOf(call), quota }, services);
      const made = await makeAnswer(answer, endpoint, services, call, query);
      if (answer.isLasting === true) ready.keep(shapeOf(call), made);
      return made;
    },
  };
}

function callerOf({ caller }: ApiCall): Caller {
  if (caller === null) throw new Error('an endpoint was reached without passing the gate');
  return caller;
}

function shapeOf(call: ApiCall): RequestShape {
  return { url: call.url, encoding: chooseEncoding(call.headers['accept-encoding']), caller: callerOf(call) };
}

function makeAnswer(
  answer: Answer,
  endpoint: Endpoint,
  services: Services,
  { url, headers: { 'accept-encoding': accepted } }: ApiCall,
  query: Query,
): Promise<ReadyAnswer> {
  const { payload, file, nextEditionAtMs } = answer;
  const { site, keyPrefix } = services.answer;
  const rawUrl = maskKeys(url, keyPrefix);
  const headers = headersOf(answer, endpoint, rawUrl, services);
  const ignored = ignoredNames(query, endpoint);
  if (ignored !== null) headers.unshift('seoga-ignored', ignored);
  const parts =
    file === undefined
      ? {
          frame: { ...successHead(endpoint.title, rawUrl, site), tail: SUCCESS_TAIL },
          contentHeaders: JSON_TYPE,
        }
      : { frame: BARE_FRAME, contentHeaders: fileHeaders(file, services.clock.nowMs()) };
  // A workbook is compressed already.
  const encoding = file?.format === 'xlsx' ? 'identity' : chooseEncoding(accepted);
  return readyAnswer(payload, { ...parts, headers, encoding, nextEditionAtMs }, services.answer);
}

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];

/** The headers that say what the answer is, names and values in turn; `url` is path and query, keys masked. */
function headersOf(
  { edition, correction, suggestion, list }: Answer,
  endpoint: Endpoint,
  url: string,
  { answer: { site } }: Services,
): string[] {
  const headers: string[] = [];
  if (edition !== undefined) headers.push('seoga-edition', edition);
  if (correction || suggestion) {
    const found = {
      ...(correction ? correctionHeadersOf(correction) : {}),
      ...suggestionHeadersOf(suggestion ?? null),
    };
    for (const [name, value] of Object.entries(found)) headers.push(name.toLowerCase(), value);
  }
  const links = list === undefined ? null : linksOf(list, endpoint, site.baseUrl + url);
  if (links !== null) headers.push('link', links);
  return headers;
}

/** Parameters that are named at most, and the length of a name that is shown. */
const IGNORED_MAX = 10;
const IGNORED_NAME_MAX = 40;

/** The parameters that the endpoint does not know: usually they are misspelled, or those of another service. */
function ignoredNames(query: Query, { parameters }: Endpoint): string | null {
  const ignored = Object.keys(query).filter((name) => !Object.hasOwn(parameters.properties, name));
  if (ignored.length === 0) return null;
  const names = ignored.slice(0, IGNORED_MAX).map((name) => encodeURIComponent(cut(name)));
  return names.join(', ');
}

function cut(name: string): string {
  return name.slice(0, IGNORED_NAME_MAX).toWellFormed();
}

function linksOf(list: PageOfList, { parameters }: Endpoint, address: string): string | null {
  return Object.hasOwn(parameters.properties, 'page') ? pageLinks(address, list) : null;
}
