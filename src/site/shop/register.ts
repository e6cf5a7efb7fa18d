import type { FastifyInstance } from 'fastify';
import type { AccountStore } from '../../accounts/account-store.ts';
import { kstDayOf } from '../../clock.ts';
import type { Allowance } from '../../gate/rate-limiter.ts';
import { html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { callerOf, createRateLimiter, limitByAddress, PAGE_ALLOWANCE } from '../../http/rate-limiter.ts';
import type { Services } from '../kit/services.ts';
import { registerPictures } from './pictures.ts';
import { suggestionsFor } from './search.ts';
import { findPublicItem, readNumber } from './shown-item.ts';

/** A visitor who opens the same link again within an hour has not clicked twice (docs/api.md#add-on-links). */
const CLICK_ALLOWANCE: Allowance = { burst: 1, everySeconds: 3_600 };

/** As many as somebody types. */
const SUGGESTION_ALLOWANCE: Allowance = { burst: 60, everySeconds: 0.2 };

/** What the shop answers besides its screens: pictures, suggestions and add-on links. */
export function registerShop(app: FastifyInstance, services: Services): void {
  registerPictures(app, services);
  registerAddOnLinks(app, services);
  app.get<{ Querystring: Query }>(
    '/search/suggestions',
    { onRequest: limitByAddress(services.pageLimiter, 'suggestions', SUGGESTION_ALLOWANCE) },
    async ({ query: { query } }, reply) => {
      const text = typeof query === 'string' ? query.trim() : '';
      const found = text === '' ? [] : await suggestionsFor(text, services);
      return reply
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html`${found.map((one) => html`<option value="${one}"></option>`)}`.toString());
    },
  );
}

function registerAddOnLinks(
  app: FastifyInstance,
  services: Services & { readonly accounts: AccountStore },
): void {
  const { clock, catalog, accounts, links, pageLimiter } = services;
  // Its own, so that clicks push nobody out of the memory of other limits.
  const clickers = createRateLimiter(clock);
  const limit = { onRequest: limitByAddress(pageLimiter, 'pages', PAGE_ALLOWANCE) };
  app.get<{ Params: { userKey: string; itemId: string } }>(
    '/a/:userKey/goods/:itemId',
    limit,
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const itemId = readNumber(request.params.itemId);
      const item = itemId === null ? null : await findPublicItem(itemId, catalog);
      const account = item === null ? null : await accounts.findAccountByUserKey(request.params.userKey);
      if (item === null || account === null || account.suspended) return reply.callNotFound();
      // Links that were published stay alive after the account has left the add-on, but no longer count. Previews and link
      // checkers use HEAD: nobody has clicked.
      if (request.method === 'GET' && account.addOnEnrolled) {
        const { accountId } = account;
        const link = `${accountId} ${item.itemId}`;
        if ((await clickers.take(link, callerOf(request.ip), CLICK_ALLOWANCE)) === null)
          await accounts.recordAddOnClick(accountId, item.itemId, kstDayOf(clock.nowMs()));
      }
      // The operator's address may contain characters that a header can't.
      return reply.redirect(new URL(links.item(item.itemId)).href, 302);
    },
  );
}
