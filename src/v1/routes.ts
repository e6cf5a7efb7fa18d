import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller } from '../gate/gate.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from '../http/answer.ts';
import type { ApiCall } from '../http/api-call.ts';
import { about } from '../http/document-texts.ts';
import { chooseEncoding } from '../http/encoding.ts';
import { SUCCESS_TAIL, successHead } from '../http/envelope.ts';
import { ERROR_STATUS, type ErrorCode } from '../http/errors.ts';
import { BARE_FRAME, fileHeaders } from '../http/file-answer.ts';
import { type Send, sendThrough } from '../http/leave.ts';
import { type PageOfList, pageLinks } from '../http/page-links.ts';
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
import type { RequestShape } from './ready-answers.ts';
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
    answerReady: (call, send) => answerReady(services, call, send),
    answer: (call, query, send) => answerCall(endpoint, services, call, query, send),
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
      ...{ 'x-texts': endpoint.texts },
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
      await answerCall(endpoint, services, request, query, sendThrough(reply.raw));
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
  send: Send,
): Promise<void> {
  const { caller, quota } = call;
  if (caller === null || quota === null) throw new Error('an endpoint was reached without passing the gate');
  // Before the data are read: what changes meanwhile makes the answer one of a state that is over.
  const state = services.ready.state();
  const answer = await endpoint.answer({ query, caller, quota }, services);
  const made = await makeAnswer(answer, endpoint, services, call, query);
  if (answer.isLasting === true) services.ready.keep(shapeOf(call, caller), state, made);
  return sendReady(made, call, send, services.clock);
}

/** Answers a call that has passed the gate as the same request was answered before, or null. */
function answerReady(services: Services, call: ApiCall, send: Send): Promise<void> | null {
  const made = call.caller === null ? undefined : services.ready.find(shapeOf(call, call.caller));
  return made === undefined ? null : sendReady(made, call, send, services.clock);
}

function shapeOf({ raw, headers }: ApiCall, caller: Caller): RequestShape {
  return { url: raw.url ?? '', encoding: chooseEncoding(headers['accept-encoding']), caller };
}

function makeAnswer(
  answer: Answer,
  endpoint: Endpoint,
  services: Services,
  { raw, headers: { 'accept-encoding': accepted } }: ApiCall,
  query: Query,
): Promise<ReadyAnswer> {
  const { payload, file, nextEditionAtMs } = answer;
  const { site, keyPrefix } = services.answer;
  const rawUrl = maskKeys(raw.url ?? '', keyPrefix);
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
    'Content-Disposition': {
      type: 'string',
      ...about({
        en: 'attachment; the name ends in the day in Korea',
        ko: 'attachment. 파일 이름은 한국 날짜로 끝납니다',
      }),
    },
  },
  content: fileContent,
};
