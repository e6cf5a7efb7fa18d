import type { FastifyInstance } from 'fastify';
import { kstDayOf } from '../../clock.ts';
import { COVER_SIDES, drawSubstituteCover, plainCover } from '../../covers/substitute-cover.ts';
import type { Allowance } from '../../gate/decide.ts';
import {
  callerOf,
  createRateLimiter,
  FILE_ALLOWANCE,
  limitByAddress,
  PAGE_ALLOWANCE,
} from '../../http/rate-limiter.ts';
import { createByteCache, type SharedBody, sendSharedBody, sharedBody } from '../../http/response.ts';
import { recordNumber } from '../kit/fields.ts';
import type { Services } from '../kit/services.ts';
import { findPublicItem, itemFields } from './page.ts';

/** A visitor counts once an hour for each link (docs/api.md#add-on-links). */
const CLICK_ALLOWANCE: Allowance = { burst: 1, everySeconds: 3_600 };

export function registerAddOnLinks(app: FastifyInstance, services: Services): void {
  const { clock, catalog, accounts, links, pageLimiter } = services;
  // A limiter of its own, so that clicks don't evict entries of other limiters.
  const clickers = createRateLimiter(clock);
  const limit = { onRequest: limitByAddress(pageLimiter, 'pages', PAGE_ALLOWANCE) };
  app.get<{ Params: { userKey: string; itemId: string } }>(
    '/a/:userKey/goods/:itemId',
    limit,
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const itemId = recordNumber(request.params.itemId);
      const item = itemId === null ? null : await findPublicItem(itemId, catalog);
      const account = item === null ? null : await accounts.findAccountByUserKey(request.params.userKey);
      if (item === null || account === null || account.suspended) return reply.callNotFound();
      // Published links stay valid after the account has left the add-on. HEAD is a preview, not a click.
      if (request.method === 'GET' && account.addOnEnrolled) {
        const { accountId } = account;
        const link = `${accountId} ${item.itemId}`;
        if ((await clickers.take(link, callerOf(request.ip), CLICK_ALLOWANCE)) === null)
          await accounts.recordAddOnClick(accountId, item.itemId, kstDayOf(clock.nowMs()));
      }
      // A header can't hold all characters of the operator's address.
      return reply.redirect(new URL(links.item(item.itemId)).href, 302);
    },
  );
}

export function registerCovers(app: FastifyInstance, services: Services): void {
  const { catalog, revision, pageLimiter, links, publicWork } = services;
  // An entry grows by half when its compressed forms are added.
  const covers = createByteCache<SharedBody | null>(services.pageCacheBytes, (cover) =>
    Math.ceil((cover?.bytes.length ?? 0) * 1.5),
  );
  app.get<{ Params: { side: string; file: string }; Querystring: { readonly default?: unknown } }>(
    '/images/substitute/:side/:file',
    { onRequest: limitByAddress(pageLimiter, 'files', FILE_ALLOWANCE) },
    async (request, reply) => {
      // Other sites may embed covers, draw them on a canvas, and check whether they exist.
      reply.header('Access-Control-Allow-Origin', '*').header('Cross-Origin-Resource-Policy', 'cross-origin');
      const { side: folder, file } = request.params;
      const side = COVER_SIDES.find((one) => one === folder);
      const [, number = '', ending] = /^(\d+)\.(svg|png)$/.exec(file) ?? [];
      const itemId = recordNumber(number);
      if (side === undefined || itemId === null || request.query.default === '404')
        return reply.callNotFound();
      const isPng = ending === 'png';
      const draw = async () => {
        const item = await findPublicItem(itemId, catalog);
        if (item === null) return null;
        const shown = itemFields(item, links);
        return sharedBody(isPng ? plainCover(side, shown) : drawSubstituteCover(side, shown), false);
      };
      const key = `${side}/${itemId}.${ending} ${revision.current()}`;
      const picture = await covers.get(key, () => publicWork(callerOf(request.ip), draw));
      if (picture === null) return reply.callNotFound();
      reply
        .header('Cache-Control', 'public, max-age=86400')
        .type(isPng ? 'image/png' : 'image/svg+xml; charset=utf-8');
      return sendSharedBody(picture, request, reply, isPng ? 'nothing' : undefined);
    },
  );
}
