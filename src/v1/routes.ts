import type { FastifyInstance } from 'fastify';
import type { Caller } from '../gate/gate.ts';
import type { ApiCall } from '../http/api-gate.ts';
import { chooseEncoding } from '../http/body/encoding.ts';
import { type CachedResponse, cachedResponse, fileHeaders } from '../http/cached-response.ts';
import { successFrame } from '../http/envelope.ts';
import { pageLinks } from '../http/links.ts';
import type { ApiRoute } from '../http/public-api.ts';
import { maskKeys, type Query } from '../http/query-string.ts';
import { preferredLanguage } from '../messages/languages.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/query-headers.ts';
import { categoryList } from './category/list.ts';
import { exportEndpoints, listEndpoints } from './category/list-endpoints.ts';
import { categoryListExport } from './category/list-export.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { author } from './goods/author.ts';
import { changes } from './goods/changes.ts';
import { content } from './goods/content.ts';
import { history } from './goods/history.ts';
import { itemDetail } from './goods/item-detail.ts';
import { itemList } from './goods/item-list.ts';
import { items } from './goods/items.ts';
import { suggest } from './goods/suggest.ts';
import { addOpenApi, type OpenApiOptions } from './openapi/openapi.ts';
import type { Services } from './services.ts';
import { usage } from './usage.ts';

/**
 * Every endpoint of the public API, in the order of the documentation: those of the original interface next to our own
 * of the same kind (docs/api.md#endpoints-of-our-own).
 */
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

/** Registers the public API's paths and that of its document. */
export function registerApi(app: FastifyInstance, services: Services, document: OpenApiOptions): void {
  for (const endpoint of ENDPOINTS) app.api.add(routeOf(endpoint, services));
  addOpenApi(app, ENDPOINTS, document);
}

function routeOf(endpoint: Endpoint, services: Services): ApiRoute {
  const { name, path, uncounted = false } = endpoint;
  return {
    path,
    endpoint: name,
    uncounted,
    ignoredNames: (query) => ignoredNames(query, endpoint, services.keyPrefix),
    findReady: (call) => (endpoint.dependsOn === undefined ? services.ready().find(keyOf(call)) : undefined),
    async answer(call, query) {
      // Taken before the data are read: after a change in between, the response belongs to a state that is over.
      const ready = services.ready();
      const condition = await endpoint.dependsOn?.(services);
      const key = keyOf(call);
      const known = ready.find(key);
      if (known !== undefined && known.condition === condition) return known;
      const { quota } = call;
      const answer = await endpoint.answer({ query, caller: callerOf(call), quota }, services);
      const made = await makeAnswer(answer, endpoint, services, call, query);
      if (answer.isLasting === true && call.url.length <= URL_MAX) ready.keep(key, { ...made, condition });
      return made;
    },
  };
}

/** Responses to longer URLs aren't kept, because hardly any is requested twice. */
const URL_MAX = 500;

function callerOf({ caller }: ApiCall): Caller {
  if (caller === null) throw new Error('an endpoint was reached without passing the gate');
  return caller;
}

/** What a response depends on besides the data; for most only their URL: a joined string has to be hashed each time. */
function keyOf(call: ApiCall): string {
  const encoding = chooseEncoding(call.headers['accept-encoding']);
  const { addOnUserKey } = callerOf(call);
  return encoding === 'identity' && addOnUserKey === null
    ? call.url
    : `${encoding} ${addOnUserKey ?? ''} ${call.url}`;
}

function makeAnswer(
  answer: EndpointResult,
  endpoint: Endpoint,
  services: Services,
  { url, headers: { 'accept-encoding': accepted, 'accept-language': languages } }: ApiCall,
  query: Query,
): Promise<CachedResponse> {
  const { members, file, nextEditionAtMs } = answer;
  const message = answer.message?.[preferredLanguage(languages)] ?? null;
  const { site, clock, keyPrefix } = services;
  const rawUrl = maskKeys(url, keyPrefix);
  const headers = headersOf(answer, endpoint, site.baseUrl + rawUrl);
  const ignored = ignoredNames(query, endpoint, keyPrefix);
  if (ignored !== null) headers.push('seoga-ignored', ignored);
  const parts = { headers, nextEditionAtMs, encoding: chooseEncoding(accepted), message };
  if (file === undefined) {
    const frame = successFrame(endpoint.title.en, rawUrl, site, message ?? undefined);
    return cachedResponse(members, { ...parts, frame, contentHeaders: JSON_TYPE });
  }
  return cachedResponse(members, {
    ...parts,
    frame: { beforeDate: '', afterDate: null, tail: '' },
    contentHeaders: fileHeaders(file, clock.nowMs()),
    // A workbook is already compressed.
    ...(file.format === 'xlsx' ? { encoding: 'identity' } : {}),
  });
}

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];

/** The headers that describe the response, names and values alternating; `address` is the URL, keys masked. */
function headersOf(
  { edition, correction, suggestion, list }: EndpointResult,
  { parameters }: Endpoint,
  address: string,
): string[] {
  const headers = edition === undefined ? [] : ['seoga-edition', edition];
  const found = {
    ...(correction ? correctionHeadersOf(correction) : {}),
    ...suggestionHeadersOf(suggestion ?? null),
  };
  for (const [name, value] of Object.entries(found)) headers.push(name.toLowerCase(), value);
  const isPaged = Object.hasOwn(parameters.properties, 'page');
  const links = list === undefined || !isPaged ? null : pageLinks(address, list);
  if (links !== null) headers.push('link', links);
  return headers;
}

/** Maximum number of parameters that are named, and maximum length of a name. */
const IGNORED_MAX = 10;
const IGNORED_NAME_MAX = 40;

/** The parameters that the endpoint doesn't know: usually misspelled, or those of another service. Keys are masked. */
function ignoredNames(query: Query, { parameters }: Endpoint, keyPrefix: string): string | null {
  const ignored = Object.keys(query).filter((name) => !Object.hasOwn(parameters.properties, name));
  if (ignored.length === 0) return null;
  const shown = ignored
    .slice(0, IGNORED_MAX)
    .map((name) => (name.includes(keyPrefix) ? '***' : name.slice(0, IGNORED_NAME_MAX).toWellFormed()));
  return shown.map(encodeURIComponent).join(', ');
}
