import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exampleCategory } from '../catalog/category.ts';
import { CARD_BOOKS_MAX, type PreviewCard } from '../covers/card-queue.ts';
import { COVER_SIDES, drawSubstituteCover } from '../covers/substitute-cover.ts';
import type { Allowance } from '../gate/rate-limiter.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../http/address-limit.ts';
import { createByteCache } from '../http/body/byte-cache.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { DEFAULT_LOGO } from './logo.ts';
import { findPublicItem, itemFields, type PageDeps, viewAuthor, viewCategory } from './page-views.ts';
import type { ShelfBook } from './views.ts';

/** How long a drawn picture may be cached, in seconds. */
const PICTURE_MAX_AGE = 86_400;

/** A card takes half a second of a processor's time. */
const CARD_ALLOWANCE: Allowance = { burst: 20, everySeconds: 1 };

/** Registers the logo, drawn covers and the pictures of shared links. */
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
      return picture === null ? reply.callNotFound() : sendPicture(picture, SVG, request, reply);
    },
  );

  const cards = createByteCache<SharedBody>(cacheBytes, ({ bytes }) => bytes.length);
  const cardLimit = { onRequest: limitByAddress(limiter, 'cards', CARD_ALLOWANCE) };
  for (const [kind, makeCard] of Object.entries(CARDS))
    app.get<{ Params: { id: string } }>(
      `/images/cards/${kind}/:id.png`,
      cardLimit,
      async (request, reply) => {
        const card = await makeCard(request.params.id, deps);
        if (card === null) return reply.callNotFound();
        const whole = { operatorName: deps.site.operatorName, ...card };
        const make = async () => sharedBody(await deps.drawCard(whole));
        return sendPicture(await cards.get(JSON.stringify(whole), make), 'image/png', request, reply);
      },
    );

  const logo = sharedBody(DEFAULT_LOGO);
  app.get('/assets/logo.svg', limit, async (request, reply) => sendPicture(logo, SVG, request, reply));
}

type CardMaker = (
  id: string,
  deps: PageDeps,
) => Promise<Omit<PreviewCard, 'operatorName'> | PreviewCard | null>;

/** What the card of a page shows, by the folder of its address; null when there is no such page. */
const CARDS: Readonly<Record<string, CardMaker>> = {
  async goods(id, { catalog, links }) {
    const itemId = readNumber(id);
    const item = itemId === null ? null : await findPublicItem(itemId, catalog);
    if (item === null) return null;
    const { title, author, publisher } = itemFields(item, links);
    const about = [author, publisher].filter(Boolean).join(' · ');
    return { title, about, books: [{ itemId: item.itemId, title, author, publisher }] };
  },
  async authors(id, deps) {
    const authorId = readNumber(id);
    const view = authorId === null ? null : await viewAuthor(authorId, 1, deps);
    if (view === null) return null;
    const about = [view.birthDate, view.deathDate].filter(Boolean).join(' – ');
    return { title: view.name, about, books: firstOf(view.items) };
  },
  async categories(id, deps) {
    const view = await viewCategory(id, deps);
    if (view === null) return null;
    const about = view.parents.map(({ name }) => name).join(' > ');
    return { title: view.name, about, books: firstOf(view.bestsellers?.items ?? []) };
  },
  // Of the landing page and the documentation.
  async pages(id, deps) {
    if (id !== 'home') return null;
    const view = await viewCategory(exampleCategory(await deps.catalog.listCategories()), deps);
    const { operatorName, baseUrl } = deps.site;
    const books = firstOf(view?.bestsellers?.items ?? []);
    return { operatorName: '', title: operatorName, about: new URL(baseUrl).host, books };
  },
};

function firstOf(books: readonly ShelfBook[]): PreviewCard['books'] {
  return books.slice(0, CARD_BOOKS_MAX).map(({ drawn }) => drawn);
}

/** A product or author number in an address: digits without leading zeros. Null when it cannot be one. */
export function readNumber(text: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

const SVG = 'image/svg+xml; charset=utf-8';

/** Clients show pictures on their own sites, which the server's default policy forbids. */
function sendPicture(
  picture: SharedBody,
  type: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Cache-Control', `public, max-age=${PICTURE_MAX_AGE}`)
    .type(type);
  return sendSharedBody(picture, request, reply, type !== SVG);
}
