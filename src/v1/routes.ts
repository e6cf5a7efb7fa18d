import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { sendPayload } from '../http/answer.ts';
import type { ApiCall } from '../http/api-call.ts';
import { ERROR_STATUS, type ErrorCode } from '../http/errors.ts';
import { sendFile } from '../http/file-answer.ts';
import { type PageOfList, pageLinks } from '../http/page-links.ts';
import { maskKeys, type Query } from '../http/query-string.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/query-headers.ts';
import { categoryList } from './category/list.ts';
import { categoryListExport } from './category/list-export.ts';
import { exportEndpoints, listEndpoints } from './category/ranked-lists.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { author } from './goods/author.ts';
import { content } from './goods/content.ts';
import { history } from './goods/history.ts';
import { itemDetail } from './goods/item-detail.ts';
import { itemList } from './goods/item-list.ts';
import { items } from './goods/items.ts';
import { suggest } from './goods/suggest.ts';
import { failureSchema, fileContent, successSchema } from './schemas.ts';
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

/** Errors that any endpoint can answer. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'AUTH_001',
  'AUTH_002',
  'RATE_001',
  'RATE_002',
  'COMMON_400',
  'COMMON_500',
  'UPSTREAM_UNAVAILABLE',
];

/** Registers the public API. */
export function registerApi(app: FastifyInstance, services: Services): void {
  for (const endpoint of ENDPOINTS) registerEndpoint(app, endpoint, services);
}

function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, services: Services): void {
  const { name, title, uncounted = false } = endpoint;
  app.apiRoutes.set(endpoint.path, {
    endpoint: name,
    uncounted,
    answer: (call, query, response) => answerCall(endpoint, services, call, query, response),
  });
  app.route<{ Querystring: Query }>({
    method: 'GET',
    url: endpoint.path,
    config: { endpoint: name, title, uncounted },
    schema: {
      operationId: name,
      summary: title,
      description: endpoint.description,
      tags: [endpoint.path.split('/')[2] ?? ''],
      security: [{ apiKey: [] }],
      querystring: endpoint.parameters,
      response: responses(endpoint),
    },
    async handler(request, reply) {
      const { query } = request;
      const ignored = ignoredNames(query, endpoint);
      // For failures; answers have headers of their own.
      if (ignored !== null) reply.header('Seoga-Ignored', ignored);
      if (request.failure !== null) throw request.failure;
      await answerCall(endpoint, services, request, query, reply.raw);
      return reply.hijack();
    },
  });
}

/** Answers a call that has passed the gate. Throws ApiError before anything is sent. */
async function answerCall(
  endpoint: Endpoint,
  services: Services,
  call: ApiCall,
  query: Query,
  response: ServerResponse,
): Promise<void> {
  const { caller, quota } = call;
  if (caller === null || quota === null) throw new Error('an endpoint was reached without passing the gate');
  const answer = await endpoint.answer({ query, caller, quota }, services);
  const headers = headersOf(answer, endpoint, call.raw.url ?? '', services);
  const ignored = ignoredNames(query, endpoint);
  if (ignored !== null) headers.unshift('seoga-ignored', ignored);
  const details = { headers, nextEditionAtMs: answer.nextEditionAtMs };
  return answer.file === undefined
    ? sendPayload(answer.payload, endpoint.title, call, response, services.answer, details)
    : sendFile(answer.payload, answer.file, call, response, services.answer, details);
}

/** The headers that say what the answer is, names and values in turn. */
function headersOf(
  { edition, correction, suggestion, list }: Answer,
  endpoint: Endpoint,
  url: string,
  services: Services,
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
  const links = list === undefined ? null : linksOf(list, endpoint, url, services);
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

function linksOf(
  list: PageOfList,
  { parameters }: Endpoint,
  url: string,
  { answer: { site, keyPrefix } }: Services,
): string | null {
  if (!Object.hasOwn(parameters.properties, 'page')) return null;
  return pageLinks(site.baseUrl + maskKeys(url, keyPrefix), list);
}

function responses(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...COMMON_ERRORS, ...endpoint.errors])) {
    // The day of an account does not end reading what is left of it.
    if (code === 'RATE_002' && endpoint.uncounted === true) continue;
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      ...(status === 404 && endpoint.notFoundHeaders ? { headers: endpoint.notFoundHeaders } : {}),
      ...failureSchema(codes),
    },
  ]);
  return {
    200: endpoint.data === null ? FILE : success(endpoint.data, endpoint.headers),
    304: { description: 'The data named by If-None-Match are still current', type: 'null' },
    ...Object.fromEntries(failures),
  };
}

function success(data: TSchema, headers: Endpoint['headers']): object {
  return { description: 'OK', ...(headers === undefined ? {} : { headers }), ...successSchema(data) };
}

const FILE = {
  description: 'The file',
  headers: {
    'Content-Disposition': { type: 'string', description: 'attachment; the name ends in the day in Korea' },
  },
  content: fileContent,
};
