import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../../gate/rate-limiter.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../../http/body/shared-body.ts';
import { API_VERSION } from '../../http/envelope.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../../http/rate-limiter.ts';
import type { Endpoint } from '../endpoint.ts';
import { gatherTexts } from './document-texts.ts';
import { openApiDocument } from './openapi-document.ts';

export interface OpenApiOptions {
  readonly baseUrl: string;
  readonly limiter: RateLimiter;
  /** The operator's terms of use, and where developers can ask: an email address or URL. Null = not set. */
  readonly notices: { readonly termsUrl: string | null; readonly contact: string | null };
}

/** Serves the OpenAPI 3.1 document of the public API at /v1/openapi.json, without a key. */
export function addOpenApi(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: OpenApiOptions,
): void {
  const { baseUrl, limiter } = options;
  const head = {
    openapi: '3.1.0',
    info: {
      title: 'Seoga',
      version: API_VERSION,
      description:
        'Book catalogue and bestseller queries. Send your API key in the X-Api-Key header, from servers only.',
      ...operatorInfo(options),
    },
    servers: [{ url: baseUrl }],
  };
  let document: SharedBody | null = null;
  const onRequest = limitByAddress(limiter, 'files', FILE_ALLOWANCE);
  app.get('/v1/openapi.json', { onRequest }, async (request, reply) => {
    document ??= sharedBody(JSON.stringify(gatherTexts(openApiDocument(head, endpoints))), true, true);
    reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      // Tools that read the document run in browsers on other sites; it needs no key and contains no data.
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendSharedBody(document, request, reply, 'gzip');
  });
}

/** Whom to ask, and the terms and licence of the data, not of the software. */
function operatorInfo({ baseUrl, notices: { termsUrl, contact } }: OpenApiOptions): object {
  const support = { name: 'Documentation and support' };
  return {
    ...(termsUrl === null ? {} : { termsOfService: termsUrl }),
    contact: contact?.includes('@')
      ? { ...support, email: contact }
      : { ...support, url: contact ?? `${baseUrl}/docs` },
    license: { name: 'Terms of use of the data', url: termsUrl ?? `${baseUrl}/docs/rules` },
  };
}
