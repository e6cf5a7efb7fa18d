import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../gate/rate-limiter.ts';
import { FILE_ALLOWANCE, limitByAddress } from './address-limit.ts';
import { gatherTexts } from './document-texts.ts';
import { API_VERSION } from './envelope.ts';
import { openApiDocument } from './openapi-document.ts';
import { type SharedBody, sendSharedBody, sharedBody } from './shared-body.ts';

/** Answers the OpenAPI 3.1 document of the public API at /v1/openapi.json, without a key. */
export function addOpenApi(app: FastifyInstance, baseUrl: string, limiter: RateLimiter): void {
  const head = {
    openapi: '3.1.0',
    info: {
      title: 'Seoga',
      version: API_VERSION,
      description:
        'Book catalogue and bestseller queries. Send your API key in the X-Api-Key header, from servers only.',
      contact: { name: 'Documentation and support', url: `${baseUrl}/docs` },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: baseUrl }],
  };
  let document: SharedBody | null = null;
  const onRequest = limitByAddress(limiter, 'files', FILE_ALLOWANCE);
  app.get('/v1/openapi.json', { onRequest }, async (request, reply) => {
    // Routes are fixed once the server answers, and so is the document.
    document ??= sharedBody(JSON.stringify(gatherTexts(openApiDocument(head, app.api.routes()))), true, true);
    reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      // Tools that read the document run in browsers on other sites; it needs no key and holds no data.
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendSharedBody(document, request, reply);
  });
}
