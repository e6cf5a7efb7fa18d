import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COVER_SIDES, drawSubstituteCover } from '../covers/substitute-cover.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../http/address-limit.ts';
import { createByteCache } from '../http/body/byte-cache.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { DEFAULT_LOGO } from './logo.ts';
import { findPublicItem, itemFields, type PageDeps } from './page-views.ts';

/** How long a drawn picture may be cached, in seconds. */
const PICTURE_MAX_AGE = 86_400;

/** Registers the logo and drawn covers. */
export function registerPictures(app: FastifyInstance, deps: PageDeps): void {
  const { catalog, limiter, links, cacheBytes } = deps;
  const limit = { onRequest: limitByAddress(limiter, 'files', FILE_ALLOWANCE) };
  // With the compressed forms, which come later.
  const covers = createByteCache<SharedBody | null>(cacheBytes, (cover) =>
    Math.ceil((cover?.bytes.length ?? 0) * 1.5),
  );
  app.get<{ Params: { side: string; itemId: string }; Querystring: { readonly default?: unknown } }>(
    '/images/substitute/:side/:itemId.svg',
    limit,
    async (request, reply) => {
      const { default: fallback } = request.query;
      const side = COVER_SIDES.find((one) => one === request.params.side);
      const itemId = readNumber(request.params.itemId);
      if (side === undefined || itemId === null || fallback === '404') return reply.callNotFound();
      const key = `${side}|${itemId}|${await catalog.revision()}`;
      const picture = await covers.get(key, async () => {
        const item = await findPublicItem(itemId, catalog);
        return item && sharedBody(drawSubstituteCover(side, itemFields(item, links)), false);
      });
      return picture === null ? reply.callNotFound() : sendPicture(picture, request, reply);
    },
  );

  const logo = sharedBody(DEFAULT_LOGO);
  app.get('/assets/logo.svg', limit, async (request, reply) => sendPicture(logo, request, reply));
}

/** A product or author number in an address: digits without leading zeros. Null when it cannot be one. */
export function readNumber(text: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** Clients show pictures on their own sites, which the server's default policy forbids. */
function sendPicture(
  picture: SharedBody,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Cache-Control', `public, max-age=${PICTURE_MAX_AGE}`)
    .type('image/svg+xml; charset=utf-8');
  return sendSharedBody(picture, request, reply, false);
}
