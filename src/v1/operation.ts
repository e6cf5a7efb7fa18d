import type { TSchema } from 'typebox';
import { ERROR_STATUS, type ErrorCode } from '../http/errors.ts';
import { about } from '../http/openapi/document-texts.ts';
import type { ApiOperation } from '../http/openapi/openapi-document.ts';
import type { Endpoint } from './endpoint.ts';
import { failureSchema, fileContent, successSchema } from './schemas.ts';

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

/** How the OpenAPI document describes an endpoint. */
export function operationOf(endpoint: Endpoint): ApiOperation {
  return {
    operationId: endpoint.name,
    summary: endpoint.title.en,
    description: endpoint.description.en,
    'x-texts': [endpoint.title, endpoint.description],
    tags: [endpoint.path.split('/')[2] ?? ''],
    security: [{ apiKey: [] }],
    query: endpoint.parameters,
    responses: responses(endpoint),
  };
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
      ...(status === 404 ? headersOf(endpoint.notFoundHeaders) : {}),
      content: jsonOf(failureSchema(codes)),
    },
  ]);
  return {
    200: endpoint.data === null ? FILE : success(endpoint.data, endpoint.headers),
    304: { description: 'The data named by If-None-Match are still current' },
    ...Object.fromEntries(failures),
  };
}

function success(data: TSchema, headers: Endpoint['headers']): object {
  return { description: 'OK', ...headersOf(headers), content: jsonOf(successSchema(data)) };
}

function jsonOf(schema: TSchema): object {
  return { 'application/json': { schema } };
}

/** Headers of one endpoint alone, from their schemas. */
function headersOf(schemas: Endpoint['headers']): { readonly headers?: object } {
  if (schemas === undefined) return {};
  const headers = Object.entries(schemas).map(([name, described]) => {
    const { description, ...schema }: { readonly description?: unknown } = described;
    return [name, { description, schema }];
  });
  return { headers: Object.fromEntries(headers) };
}

const FILE = {
  description: 'The file',
  ...headersOf({
    'Content-Disposition': {
      type: 'string',
      ...about({
        en: 'attachment; the name ends in the day in Korea',
        ko: 'attachment. 파일 이름은 한국 날짜로 끝납니다',
      }),
    },
  }),
  content: fileContent,
};
