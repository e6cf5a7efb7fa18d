import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kstDayOf } from '../clock.ts';
import { COVER_SIDES, drawSubstituteCover } from '../covers/substitute-cover.ts';
import { type Language, preferredLanguage } from '../http/errors.ts';
import { renderAuthorPage } from './author-page.ts';
import { renderCategoryPage } from './category-page.ts';
import { DEFAULT_LOGO } from './logo.ts';
import { renderNotFoundPage } from './not-found-page.ts';
import { PAGE_STYLE } from './page-style.ts';
import {
  findPublicItem,
  itemFields,
  type PageDeps,
  viewAuthor,
  viewCategory,
  viewProduct,
} from './page-views.ts';
import { renderProductPage } from './product-page.ts';

/** What the pages may load: pictures from anywhere, because covers are registered by address, and our stylesheet. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** How long a drawn cover and the stylesheet may be kept, in seconds. */
const ASSET_MAX_AGE = 86_400;

/**
 * Registers the public pages behind the addresses in answers, drawn covers, and add-on links
 * (docs/rules/interface.md#links).
 */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  registerPictures(app, deps);
  registerDocuments(app, deps);
  registerAddOnLinks(app, deps);
}

function registerPictures(app: FastifyInstance, deps: PageDeps): void {
  app.get<{ Params: { side: string; itemId: string } }>(
    '/images/substitute/:side/:itemId.svg',
    async (request, reply) => {
      const { default: fallback } = request.query as { readonly default?: unknown };
      const side = COVER_SIDES.find((one) => one === request.params.side);
      const itemId = readNumber(request.params.itemId);
      const item = itemId === null ? null : await findPublicItem(itemId, deps.catalog);
      if (side === undefined || item === null || fallback === '404') return reply.callNotFound();
      return sendPicture(drawSubstituteCover(side, itemFields(item, deps.links)), request, reply);
    },
  );

  app.get('/assets/logo.svg', async (request, reply) => sendPicture(DEFAULT_LOGO, request, reply));
}

function registerDocuments(app: FastifyInstance, deps: PageDeps): void {
  app.get('/assets/page.css', async (request, reply) => {
    return sendAsset(PAGE_STYLE, 'text/css; charset=utf-8', request, reply);
  });

  app.get<{ Params: { itemId: string } }>('/goods/:itemId', async (request, reply) => {
    const itemId = readNumber(request.params.itemId);
    const item = itemId === null ? null : await findPublicItem(itemId, deps.catalog);
    const view = item === null ? null : await viewProduct(item, deps);
    return sendPage(view && ((lang) => renderProductPage(view, lang)), '../', request, reply, deps);
  });

  app.get<{ Params: { authorId: string } }>('/authors/:authorId', async (request, reply) => {
    const authorId = readNumber(request.params.authorId);
    const view = authorId === null ? null : await viewAuthor(authorId, deps);
    return sendPage(view && ((lang) => renderAuthorPage(view, lang)), '../', request, reply, deps);
  });

  app.get<{ Params: { categoryId: string } }>('/categories/:categoryId', async (request, reply) => {
    const view = await viewCategory(request.params.categoryId, deps);
    return sendPage(view && ((lang) => renderCategoryPage(view, lang)), '../', request, reply, deps);
  });
}

function registerAddOnLinks(app: FastifyInstance, deps: PageDeps): void {
  app.get<{ Params: { userKey: string; itemId: string } }>(
    '/a/:userKey/goods/:itemId',
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const itemId = readNumber(request.params.itemId);
      const item = itemId === null ? null : await findPublicItem(itemId, deps.catalog);
      const account = item === null ? null : await deps.accounts.findAddOnAccount(request.params.userKey);
      if (item === null || account === null) return sendPage(null, '../../../', request, reply, deps);
      // HEAD is how previews and link checkers look: no person has clicked.
      if (request.method === 'GET') {
        await deps.accounts.recordAddOnClick(account.accountId, item.itemId, kstDayOf(deps.clock.nowMs()));
      }
      // The operator's address may hold characters that a header cannot.
      return reply.redirect(new URL(deps.links.item(item.itemId)).href, 302);
    },
  );
}

/** A product or author number in an address: digits without leading zeros. Null when it cannot be one. */
function readNumber(text: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/**
 * Sends a page in the caller's language, or the page that says there is none. `root` leads from the page's folder
 * to the root. Pages are checked with the server each time: a withheld item must be gone from the next answer on.
 */
function sendPage(
  render: ((lang: Language) => string) | null,
  root: string,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps,
): FastifyReply {
  const lang = preferredLanguage(request.headers['accept-language']);
  reply
    .header('Content-Security-Policy', PAGE_CSP)
    .header('Content-Language', lang)
    .header('Vary', 'Accept-Language');
  if (render === null) {
    const cacheControl = reply.getHeader('Cache-Control') ?? 'no-cache';
    return reply
      .code(404)
      .header('Cache-Control', cacheControl)
      .type('text/html; charset=utf-8')
      .send(renderNotFoundPage(deps.operatorName, root, lang));
  }
  reply.header('Cache-Control', 'no-cache');
  return sendTagged(render(lang), 'text/html; charset=utf-8', request, reply);
}

/** Clients show pictures on their own sites, which the server's default policy forbids. */
function sendPicture(svg: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return sendAsset(svg, 'image/svg+xml; charset=utf-8', request, reply);
}

function sendAsset(text: string, type: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('Cache-Control', `public, max-age=${ASSET_MAX_AGE}`);
  return sendTagged(text, type, request, reply);
}

/** 304 when the caller has these bytes already. */
function sendTagged(text: string, type: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('ETag', etag);
  const known =
    request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  return reply.type(type).send(text);
}
