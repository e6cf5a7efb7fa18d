import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { sendPayload } from '../http/answer.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import { sendFile } from '../http/file-answer.ts';
import { type PageOfList, pageLinks } from '../http/page-links.ts';
import { maskKeys, type Query } from '../http/query-string.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/query-headers.ts';
import { categoryList } from './category/list.ts';
import { categoryListExport } from './category/list-export.ts';
import { exportEndpoints, furtherListEndpoints, originalListEndpoints } from './category/ranked-lists.ts';
import { author } from './goods/author.ts';
import { content } from './goods/content.ts';
import { history } from './goods/history.ts';
import { itemDetail } from './goods/item-detail.ts';
import { itemList } from './goods/item-list.ts';
import { items } from './goods/items.ts';
import { suggest } from './goods/suggest.ts';
import { failureSchema, fileContent, successSchema } from './schemas.ts';
import type { Endpoint, Services } from './services.ts';
import { usage } from './usage.ts';

/** Every endpoint of the public API: those of the original interface, then those of our own
 * (docs/rules/interface.md#endpoints-of-our-own). */
export const ENDPOINTS: readonly Endpoint[] = [
  ...originalListEndpoints,
  itemDetail,
  author,
  content,
  categoryList,
  itemList,
  ...exportEndpoints,
  categoryListExport,
  ...furtherListEndpoints,
  items,
  suggest,
  history,
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
  app.route({
    method: 'GET',
    url: endpoint.path,
    config: {
      endpoint: endpoint.name,
      title: endpoint.title,
      uncounted: endpoint.uncounted ?? false,
    },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.title,
      description: endpoint.description,
      tags: [endpoint.path.split('/')[2] ?? ''],
      security: [{ apiKey: [] }],
      querystring: endpoint.parameters,
      response: responses(endpoint),
    },
    async handler(request, reply) {
      const { caller, quota } = request;
      if (caller === null || quota === null)
        throw new Error('an endpoint was reached without passing the gate');
      setIgnoredHeader(request.query as Query, endpoint, reply);
      const answer = await endpoint.answer({ query: request.query as Query, caller, quota }, services);
      if (answer.edition !== undefined) reply.header('Seoga-Edition', answer.edition);
      if (answer.correction) reply.headers(correctionHeadersOf(answer.correction));
      reply.headers(suggestionHeadersOf(answer.suggestion ?? null));
      if (answer.list !== undefined) setLinkHeader(answer.list, endpoint, request, reply, services);
      const context = { ...services.answer, nextEditionAtMs: answer.nextEditionAtMs };
      return answer.file === undefined
        ? sendPayload(answer.payload, request, reply, context)
        : sendFile(answer.payload, answer.file, request, reply, context);
    },
  });
}

/** Parameters that are named at most, and the length of a name that is shown. */
const IGNORED_MAX = 10;
const IGNORED_NAME_MAX = 40;

/** Names the parameters that the endpoint does not know: usually they are misspelled, or those of another service. */
function setIgnoredHeader(query: Query, { parameters }: Endpoint, reply: FastifyReply): void {
  const ignored = Object.keys(query).filter((name) => !Object.hasOwn(parameters.properties, name));
  if (ignored.length === 0) return;
  const names = ignored.slice(0, IGNORED_MAX).map((name) => encodeURIComponent(cut(name)));
  reply.header('Seoga-Ignored', names.join(', '));
}

function cut(name: string): string {
  return name.slice(0, IGNORED_NAME_MAX).toWellFormed();
}

function setLinkHeader(
  list: PageOfList,
  { parameters }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer: { site, keyPrefix } }: Services,
): void {
  if (!Object.hasOwn(parameters.properties, 'page')) return;
  const links = pageLinks(site.baseUrl + maskKeys(request.raw.url ?? '', keyPrefix), list);
  if (links !== null) reply.header('Link', links);
}

function responses(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...COMMON_ERRORS, ...endpoint.errors])) {
    // The day of an account does not end reading what is left of it.
    if (code === 'RATE_002' && endpoint.uncounted === true) continue;
    const status = ERRORS[code].status;
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
