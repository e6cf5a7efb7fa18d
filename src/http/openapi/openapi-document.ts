import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { DocumentText } from './document-texts.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/** One operation: its query parameters as an object schema, and responses by status. */
export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Both in every language. */
  readonly 'x-texts': readonly DocumentText[];
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly query: object;
  readonly responses: Readonly<Record<string, unknown>>;
}

/**
 * The document as clients and their generators need it, from operations by path: shapes with a title are named schemas, and
 * headers, request headers and failures that every operation shares are named and declared once
 * (docs/rules/interface.md#headers).
 */
export function openApiDocument(
  head: object,
  operations: Iterable<{ readonly path: string; readonly operation: ApiOperation }>,
): object {
  const schemas = new Map<string, Json>();
  const paths = [...operations].map(({ path, operation: { query, ...operation } }) => {
    const described = { ...operation, parameters: queryParameters(plainJson(query)) };
    return [path, { get: withShared(asObject(nameSchemas(plainJson(described), schemas))) }];
  });
  return {
    ...head,
    tags: TAGS,
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: HEADERS,
      parameters: REQUEST_HEADERS,
      responses: FAILURES_OUTSIDE,
    },
  };
}

/** Schemas as JSON, which leaves out what only their library reads. */
function plainJson(value: object): JsonObject {
  // Some generators of clients know enum, but not const.
  return asObject(
    JSON.parse(JSON.stringify(value), (_name, part) => {
      if (!isObject(part) || !('const' in part)) return part;
      const { const: only = null, ...schema } = part;
      return { ...schema, enum: [only] };
    }),
  );
}

/** The parameters of a query from the schema of the whole. */
function queryParameters(query: JsonObject): readonly JsonObject[] {
  const required = asList(query.required ?? []);
  return Object.entries(asObject(query.properties ?? {})).map(([name, property]) => {
    const { description, examples, ...schema } = asObject(property);
    const [example] = asList(examples ?? []);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
      schema,
    };
  });
}

const TAGS: readonly JsonObject[] = [
  { name: 'category', description: 'Lists of a category, and the categories themselves' },
  { name: 'goods', description: 'Products, authors, tables of contents and search' },
  { name: 'usage', description: 'Calls and limits of your own account' },
];

/** Headers of answers by name. A header of one endpoint alone stands with the endpoint. */
const HEADERS = {
  'RateLimit-Policy': header(
    'Limits of the account: name, calls q, and the seconds w in which as many come back',
    {
      example: '"burst";q=20;w=2, "daily";q=5000;w=86400',
    },
  ),
  RateLimit: header('What is left: name, calls r that would pass now, and seconds t until all are back', {
    example: '"burst";r=19;t=1, "daily";r=4999;t=43200',
  }),
  'WWW-Authenticate': header('How to call: with a key in X-Api-Key', {
    example: 'ApiKey header="X-Api-Key"',
  }),
  'Retry-After': header('Seconds to wait before the next call', { type: 'integer', minimum: 1 }),
  ETag: header('Tag of the data, weak for JSON, strong for files; send it as If-None-Match', {
    example: 'W/"2q-s4dAAY0g97H2SNV6VN0"',
  }),
  'Cache-Control': header('How long your client may keep the answer', { example: 'private, max-age=300' }),
  Link: header(
    'Pages around this one with rel first, prev, next and last; on failures, the page on the error',
  ),
  'Seoga-Edition': header('Month, day or minute that the list describes', { example: '2026-11' }),
  'Seoga-Ignored': header('Parameters of the request that the endpoint does not know, percent-encoded'),
} as const satisfies Readonly<Record<string, JsonObject>>;

function header(description: string, { example, ...schema }: JsonObject = {}): JsonObject {
  return {
    description,
    schema: { type: 'string', ...schema },
    ...(example === undefined ? {} : { example }),
  };
}

/** Headers of requests that change an answer. */
const REQUEST_HEADERS = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETag of the answer that you have; 304 if it is still current',
    schema: { type: 'string' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'ko for messages in Korean; English otherwise',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Failures that come before a request has reached its endpoint. */
const FAILURES_OUTSIDE: JsonObject = Object.fromEntries(
  (['COMMON_405', 'COMMON_408', 'COMMON_431'] as const).map((code: ErrorCode) => [
    code,
    {
      description: code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
    },
  ]),
);

/** The operation with what it shares with all others. */
function withShared({ parameters, responses, ...operation }: JsonObject): JsonObject {
  const shared = Object.keys(REQUEST_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const outside = Object.keys(FAILURES_OUTSIDE).map((code) => [
    ERROR_STATUS[code as ErrorCode],
    { $ref: `#/components/responses/${code}` },
  ]);
  const own = Object.entries(asObject(responses ?? {})).map(([status, response]) => [
    status,
    withHeaders(Number(status), asObject(response)),
  ]);
  return {
    ...operation,
    parameters: [...asList(parameters ?? []), ...shared],
    responses: Object.fromEntries([...own, ...outside]),
  };
}

function withHeaders(status: number, { headers, ...response }: JsonObject): JsonObject {
  const names = headersOf(status).map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { ...response, headers: { ...asObject(headers ?? {}), ...Object.fromEntries(names) } };
}

/** The shared headers that an answer with the status may have. */
function headersOf(status: number): readonly (keyof typeof HEADERS)[] {
  const limits = ['RateLimit-Policy', 'RateLimit'] as const;
  if (status === 401) return ['WWW-Authenticate', 'Link'];
  if (status === 429) return [...limits, 'Retry-After', 'Link'];
  if (status >= 400) return [...limits, 'Seoga-Ignored', 'Link'];
  const cached = ['ETag', 'Cache-Control'] as const;
  return [
    ...limits,
    ...cached,
    ...(status === 304 ? [] : (['Link', 'Seoga-Edition', 'Seoga-Ignored'] as const)),
  ];
}

/** Puts every schema that has a title into `schemas` and a reference in its place. */
function nameSchemas(part: Json, schemas: Map<string, Json>): Json {
  if (Array.isArray(part)) return part.map((one) => nameSchemas(one, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const inside = Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, nameSchemas(one, schemas)]),
  );
  const { title } = inside;
  if (typeof title !== 'string' || inside.type !== 'object') return inside;
  const known = schemas.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(inside))
    throw new Error(`two shapes have the title ${title}`);
  schemas.set(title, inside);
  return { $ref: `#/components/schemas/${title}` };
}

function asObject(value: Json): JsonObject {
  if (!isObject(value)) throw new Error('no object');
  return value;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asList(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new Error('no list');
  return value;
}
