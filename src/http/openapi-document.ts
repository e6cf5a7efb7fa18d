import { ERROR_STATUS, type ErrorCode } from './errors.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/**
 * The document as clients and their generators need it: shapes with a title are named schemas, and headers, request
 * headers and failures that every operation shares are named and declared once (docs/rules/interface.md#headers).
 */
export function finishDocument(document: object): object {
  const { paths, components, ...head } = asObject(JSON.parse(JSON.stringify(document)));
  const schemas = new Map<string, Json>();
  const finished = Object.entries(asObject(paths ?? {})).map(([path, operations]) => {
    const named = Object.entries(asObject(operations)).map(([method, operation]) => [
      method,
      withShared(asObject(nameSchemas(operation, schemas))),
    ]);
    return [path, Object.fromEntries(named)];
  });
  return {
    ...head,
    tags: TAGS,
    paths: Object.fromEntries(finished),
    components: {
      ...asObject(components ?? {}),
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: HEADERS,
      parameters: REQUEST_HEADERS,
      responses: FAILURES_OUTSIDE,
    },
  };
}

const TAGS: readonly JsonObject[] = [
  { name: 'category', description: 'Lists of a category, and the categories themselves' },
  { name: 'goods', description: 'Products, authors, tables of contents and search' },
  { name: 'usage', description: 'Calls and limits of your own account' },
];

/** Headers of answers by name. A header of one endpoint alone stands with the endpoint. */
const HEADERS = {
  'RateLimit-Policy': header('Limits of the account: name, quota q and window w in seconds', {
    example: '"burst";q=10;w=1, "daily";q=5000;w=86400',
  }),
  RateLimit: header('What is left: name, remaining calls r and seconds t until there are more', {
    example: '"burst";r=19;t=0, "daily";r=4999;t=43200',
  }),
  'Retry-After': header('Seconds to wait before the next call', { type: 'integer', minimum: 1 }),
  ETag: header('Tag of the data; send it as If-None-Match'),
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
  if (status === 401) return ['Link'];
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
