import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../gate/decide.ts';
import { ERROR_STATUS, type ErrorCode } from '../http/errors.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../http/rate-limiter.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/response.ts';
import type { Endpoint } from './endpoint.ts';
import parts from './openapi-parts.json' with { type: 'json' };
import { API_VERSION } from './ready-responses.ts';
import { type DocumentText, failureSchema, fileContent, type Schema, successSchema, text } from './schema.ts';

export interface OpenApiOptions {
  readonly baseUrl: string;
  readonly limiter: RateLimiter;
  /** Null = not configured. `contact` is an email address or a URL. */
  readonly notices: { readonly termsUrl: string | null; readonly contact: string | null };
}

export function addOpenApi(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { baseUrl, limiter, notices: { termsUrl, contact } }: OpenApiOptions,
): void {
  const head = {
    info: {
      title: 'Seoga',
      version: API_VERSION,
      description:
        'Book catalogue and bestseller queries. Send your API key in the X-Api-Key header, from servers only.',
      termsOfService: termsUrl ?? undefined,
      contact: {
        name: 'Documentation and support',
        ...(contact?.includes('@') ? { email: contact } : { url: contact ?? `${baseUrl}/docs` }),
      },
      // The licence of the data, not of the software.
      license: { name: 'Terms of use of the data', url: termsUrl ?? `${baseUrl}/docs/rules` },
    },
    servers: [{ url: baseUrl }],
  };
  let document: SharedBody | null = null;
  const onRequest = limitByAddress(limiter, 'files', FILE_ALLOWANCE);
  app.get('/v1/openapi.json', { onRequest }, async (request, reply) => {
    document ??= sharedBody(JSON.stringify(openApiDocument(head, endpoints)));
    reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      // Tools in browsers on other sites may read the document, which needs no key and contains no data.
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendSharedBody(document, request, reply, 'gzip');
  });
}

const COMMON_ERRORS: readonly ErrorCode[] = [
  'AUTH_001',
  'AUTH_002',
  'RATE_001',
  'RATE_002',
  'COMMON_400',
  'COMMON_500',
  'UPSTREAM_UNAVAILABLE',
];

/**
 * Built from the endpoints and openapi-parts.json, which has shared headers and the failures of requests that reach no endpoint.
 * Schemas with a title become named schemas. Texts are English; `x-texts` has their translations. Throws if two schemas share a
 * title, or an English text has two translations.
 */
function openApiDocument(head: object, endpoints: readonly Endpoint[]): object {
  const schemas: Record<string, unknown> = {};
  const texts: Record<string, Record<string, unknown>> = {};
  // JSON.parse calls this function for inner schemas first. So an outer schema already contains references to named schemas.
  const replaced = (_name: string, part: unknown): unknown => {
    if (isText(part)) {
      const { en, ...others } = part;
      for (const [language, translation] of Object.entries(others)) {
        texts[language] ??= {};
        define(texts[language], en, translation);
      }
      return en;
    }
    if (!isShape(part)) return part;
    define(schemas, part.title, part);
    return { $ref: `#/components/schemas/${part.title}` };
  };
  const paths = Object.fromEntries(
    endpoints.map((endpoint) => [endpoint.path, { get: operationOf(endpoint) }]),
  );
  const { components, ...document } = JSON.parse(JSON.stringify({ ...parts, ...head, paths }), replaced);
  const named = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(named) },
    'x-texts': texts,
  };
}

function isText(part: unknown): part is DocumentText {
  return typeof part === 'object' && part !== null && 'en' in part;
}

function isShape(part: unknown): part is Schema & { readonly title: string } {
  return (
    typeof part === 'object' && part !== null && 'title' in part && 'type' in part && part.type === 'object'
  );
}

function define(definitions: Record<string, unknown>, name: string, value: unknown): void {
  definitions[name] ??= value;
  if (!isDeepStrictEqual(definitions[name], value)) throw new Error(`two meanings of ${name}`);
}

function operationOf(endpoint: Endpoint): object {
  const { name, title, description, path, parameters } = endpoint;
  const shared = Object.keys(parts.components.parameters).map((of) => ({
    $ref: `#/components/parameters/${of}`,
  }));
  return {
    operationId: name,
    summary: title,
    description,
    tags: [path.split('/')[2] ?? ''],
    security: [{ apiKey: [] }],
    parameters: [...queryParameters(parameters), ...shared],
    responses: responsesOf(endpoint),
  };
}

export function errorsOf({ errors, uncounted }: Endpoint): readonly ErrorCode[] {
  // Calls of an uncounted endpoint succeed even without quota.
  return [...new Set([...COMMON_ERRORS, ...errors])].filter(
    (code) => code !== 'RATE_002' || uncounted !== true,
  );
}

function responsesOf(endpoint: Endpoint): Record<string, unknown> {
  const { data, headers, notFoundHeaders } = endpoint;
  const failures = [...Map.groupBy(errorsOf(endpoint), (code) => ERROR_STATUS[code])].map(
    ([status, ofStatus]) => [
      status,
      {
        description: ofStatus.join(', '),
        content: jsonOf(failureSchema(ofStatus)),
        headers: headersOf(status, status === 404 ? notFoundHeaders : {}),
      },
    ],
  );
  const outside = Object.keys(parts.components.responses).map((code) => [
    ERROR_STATUS[code as ErrorCode],
    { $ref: `#/components/responses/${code}` },
  ]);
  const success =
    data === null
      ? { description: 'The file', content: fileContent, headers: headersOf(200, FILE_HEADERS) }
      : { description: 'OK', content: jsonOf(successSchema(data)), headers: headersOf(200, headers) };
  return {
    200: success,
    304: { description: 'The data named by If-None-Match are still current', headers: headersOf(304) },
    ...Object.fromEntries([...failures, ...outside]),
  };
}

function jsonOf(schema: Schema): object {
  return { 'application/json': { schema } };
}

const FILE_HEADERS = {
  'Content-Disposition': text({
    en: 'attachment; the name ends in the day in Korea',
    ko: 'attachment. 파일 이름은 한국 날짜로 끝납니다',
  }),
};

function headersOf(status: number, own: Endpoint['headers'] = {}): object {
  const described = Object.entries(own).map(([name, { description, ...schema }]) => [
    name,
    { description, schema },
  ]);
  const shared = sharedHeaders(status).map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return Object.fromEntries([...described, ...shared]);
}

function sharedHeaders(status: number): readonly (keyof typeof parts.components.headers)[] {
  const limits = ['RateLimit-Policy', 'RateLimit'] as const;
  if (status === 401) return ['WWW-Authenticate', 'Link'];
  if (status === 429) return [...limits, 'Retry-After', 'Link'];
  if (status >= 400) return [...limits, 'Seoga-Ignored', 'Link'];
  const cached = [...limits, 'ETag', 'Cache-Control'] as const;
  return status === 304 ? cached : [...cached, 'Link', 'Seoga-Edition', 'Seoga-Ignored'];
}

/** JSON omits undefined members. */
function queryParameters(parameters: Endpoint['parameters']): readonly object[] {
  return Object.entries(parameters).map(([name, { schema, isRequired: required }]) => {
    const { description, examples: [example] = [], ...shape } = schema;
    return { name, in: 'query', required, description, example, schema: shape };
  });
}
