import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kstDayOf } from '../clock.ts';
import type { Allowance } from '../gate/rate-limiter.ts';
import { limitByAddress, PAGE_ALLOWANCE } from '../http/address-limit.ts';
import { type ByteCache, createByteCache } from '../http/body/byte-cache.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { callerOf, createRateLimiter } from '../http/rate-limiter.ts';
import type { Language } from '../messages/languages.ts';
import { registerPictures } from '../site/shop/pictures.ts';
import { findPublicItem, readNumber } from '../site/shop/shown-item.ts';
import { renderAuthorPage } from './author-page.ts';
import { renderCategoryPage } from './category-page.ts';
import { renderNotFoundPage } from './not-found-page.ts';
import { languageOf } from './page-language.ts';
import { type PageDeps, stateOfPages, viewAuthor, viewCategory, viewProduct } from './page-views.ts';
import { renderProductPage } from './product-page.ts';

/** What the pages may load: our stylesheet and type, and pictures from anywhere: covers are registered by address. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Registers the public pages behind the addresses in answers, drawn covers, and add-on links
 * (docs/rules/interface.md#links).
 */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const documents = createByteCache<SharedBody | null>(deps.cacheBytes, roomOf);
  registerPictures(app, deps);
  registerDocuments(app, documents, deps);
  registerAddOnLinks(app, deps);
}

/** Made bytes by what they show; null where there is nothing to show. */
type PageCache = ByteCache<SharedBody | null>;

/** With the compressed forms, which come later. */
function roomOf(body: SharedBody | null): number {
  return body === null ? 0 : Math.ceil(body.bytes.length * 1.5);
}

function registerDocuments(app: FastifyInstance, cache: PageCache, deps: PageDeps): void {
  const limit = { onRequest: limitByAddress(deps.limiter, 'pages', PAGE_ALLOWANCE) };
  const send = async (name: string, render: PageMaker, request: FastifyRequest, reply: FastifyReply) => {
    const lang = languageOf(request);
    const make = async () => {
      const text = await render(lang);
      return text === null ? null : sharedBody(text, false);
    };
    const page = await cache.get(`${name}|${lang}|${await stateOfPages(deps)}`, () =>
      deps.publicWork(callerOf(request.ip), make),
    );
    return sendPage(page, '../', lang, request, reply, deps);
  };

  app.get<{ Params: { itemId: string } }>('/goods/:itemId', limit, async (request, reply) => {
    const itemId = readNumber(request.params.itemId);
    const render: PageMaker = async (lang) => {
      const item = itemId === null ? null : await findPublicItem(itemId, deps.catalog);
      return item && renderProductPage(await viewProduct(item, deps), deps.site, lang);
    };
    return send(`goods ${itemId}`, render, request, reply);
  });

  app.get<{ Params: { authorId: string }; Querystring: { readonly page?: unknown } }>(
    '/authors/:authorId',
    limit,
    async (request, reply) => {
      const authorId = readNumber(request.params.authorId);
      const page = readNumber(String(request.query.page ?? 1));
      const render: PageMaker = async (lang) => {
        if (authorId === null || page === null || page > AUTHOR_PAGES_MAX) return null;
        const view = await viewAuthor(authorId, page, deps);
        return view && renderAuthorPage(view, deps.site, lang);
      };
      return send(`author ${authorId} ${page}`, render, request, reply);
    },
  );

  app.get<{ Params: { categoryId: string } }>('/categories/:categoryId', limit, async (request, reply) => {
    const { categoryId } = request.params;
    const render: PageMaker = async (lang) => {
      const view = await viewCategory(categoryId, deps);
      return view && renderCategoryPage(view, deps.site, lang);
    };
    return send(`category ${categoryId}`, render, request, reply);
  });
}

/** Nobody's books fill more; deeper pages only cost. */
const AUTHOR_PAGES_MAX = 100;

/** Makes a page in a language; null when there is nothing to show. */
type PageMaker = (lang: Language) => Promise<string | null>;

/** A visitor who opens the same link again within an hour has not clicked twice (docs/rules/interface.md#add-on-links). */
const CLICK_ALLOWANCE: Allowance = { burst: 1, everySeconds: 3_600 };

function registerAddOnLinks(app: FastifyInstance, deps: PageDeps): void {
  // Its own, so that clicks push nobody out of the memory of other limits.
  const clickers = createRateLimiter(deps.clock);
  const limit = { onRequest: limitByAddress(deps.limiter, 'pages', PAGE_ALLOWANCE) };
  app.get<{ Params: { userKey: string; itemId: string } }>(
    '/a/:userKey/goods/:itemId',
    limit,
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const itemId = readNumber(request.params.itemId);
      const item = itemId === null ? null : await findPublicItem(itemId, deps.catalog);
      const account = item === null ? null : await deps.accounts.findAccountByUserKey(request.params.userKey);
      const lang = languageOf(request);
      if (item === null || account === null || account.suspended)
        return sendPage(null, '../../../', lang, request, reply, deps);
      // Links that were published stay alive after the account has left the add-on, but no longer count. Previews and link
      // checkers use HEAD: nobody has clicked.
      if (request.method === 'GET' && account.addOnEnrolled) {
        const { accountId } = account;
        const link = `${accountId} ${item.itemId}`;
        if ((await clickers.take(link, callerOf(request.ip), CLICK_ALLOWANCE)) === null)
          await deps.accounts.recordAddOnClick(accountId, item.itemId, kstDayOf(deps.clock.nowMs()));
      }
      // The operator's address may contain characters that a header can't.
      return reply.redirect(new URL(deps.links.item(item.itemId)).href, 302);
    },
  );
}

/**
 * Sends a page, or the one that says there is none. `root` leads from the page's folder to the root. Browsers ask the
 * server each time: a withheld item must be gone from the next answer on.
 */
async function sendPage(
  page: SharedBody | null,
  root: string,
  lang: Language,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps,
): Promise<FastifyReply> {
  reply
    .header('Content-Security-Policy', PAGE_CSP)
    .header('Content-Language', lang)
    .header('Vary', 'Accept-Language')
    .type('text/html; charset=utf-8');
  if (page === null) {
    const cacheControl = reply.getHeader('Cache-Control') ?? 'no-cache';
    return reply
      .code(404)
      .header('Cache-Control', cacheControl)
      .send(renderNotFoundPage(deps.site, root, lang));
  }
  reply.header('Cache-Control', 'no-cache');
  return sendSharedBody(page, request, reply);
}
