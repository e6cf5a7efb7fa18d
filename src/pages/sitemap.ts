import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { Allowance, RateLimiter } from '../gate/rate-limiter.ts';
import { limitByAddress } from '../http/address-limit.ts';
import { createByteCache } from '../http/body/byte-cache.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { html } from '../http/html.ts';
import type { Links } from '../http/links.ts';
import { LANGUAGES } from '../messages/languages.ts';
import { inLanguage } from './page-language.ts';

interface SitemapDeps {
  readonly catalog: CatalogStore;
  readonly clock: Clock;
  readonly links: Links;
  readonly limiter: RateLimiter;
  /** URLs of the pages rendered at build time. */
  readonly paths: readonly string[];
}

/** A file of the sitemap costs more than a page, and search engines fetch each a few times a day. */
const SITEMAP_ALLOWANCE: Allowance = { burst: 60, everySeconds: 1 };

/** A file may hold 50,000 URLs, and each page has one per language. */
const PAGES_PER_FILE = 50_000 / LANGUAGES.length;

/** Pages written per turn of the event loop. */
const PAGES_PER_TURN = 500;

/** How long the list of files is kept, which takes a walk through the whole catalogue. */
const INDEX_MAX_AGE_MS = 3_600_000;

/** Kinds of records with a page each: what they are in the catalogue, and where their pages are. */
const RECORDS = {
  goods: { record: 'item', addressOf: (number: number, links: Links) => links.item(number) },
  authors: { record: 'author', addressOf: (number: number, links: Links) => links.author(number) },
} as const;

/**
 * Serves the sitemap of all public pages for search engines (https://www.sitemaps.org/protocol.html): /sitemap.xml
 * lists its files. A file of products or authors begins at the number in its name, so it stays the same while the
 * catalogue grows behind it. Products with pages on the operator's site belong in the operator's sitemap.
 */
export function registerSitemap(app: FastifyInstance, deps: SitemapDeps): void {
  const { catalog, clock, links, paths } = deps;
  const limit = { onRequest: limitByAddress(deps.limiter, 'sitemap', SITEMAP_ALLOWANCE) };
  const names = (['goods', 'authors'] as const).filter((name) =>
    RECORDS[name].addressOf(1, links).startsWith(`${links.baseUrl}/${name}/`),
  );
  const asXml = (reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-cache').type('application/xml; charset=utf-8');
  const indexes = createByteCache<SharedBody>(INDEX_BYTES, ({ bytes }) => bytes.length);
  app.get('/sitemap.xml', limit, async (request, reply) => {
    const hour = Math.floor(clock.nowMs() / INDEX_MAX_AGE_MS);
    const index = await indexes.get(String(hour), async () =>
      sharedBody(fileIndex(await listFiles(names, catalog), links)),
    );
    return sendSharedBody(index, request, asXml(reply));
  });
  app.get('/sitemaps/pages.xml', limit, async (request, reply) => {
    const categories = await catalog.listCategories();
    const pages = [
      ...paths.map((path) => links.baseUrl + path),
      ...categories.map(({ categoryId }) => links.category(categoryId)),
    ];
    return sendSharedBody(sharedBody(START + entriesOf(pages) + END, false), request, asXml(reply));
  });
  for (const name of names) {
    app.get<{ Params: { from: string } }>(
      `/sitemaps/${name}-:from(^[1-9]\\d{0,15}$).xml`,
      limit,
      async ({ params }, reply) => {
        const from = Number(params.from);
        const next = await catalog.findNumber(RECORDS[name].record, from, PAGES_PER_FILE);
        return asXml(reply).send(Readable.from(urlSet(name, from, next ?? Number.MAX_SAFE_INTEGER, deps)));
      },
    );
  }
}

const INDEX_BYTES = 1024 * 1024;

type Name = keyof typeof RECORDS;

async function listFiles(names: readonly Name[], catalog: CatalogStore): Promise<readonly string[]> {
  const files = ['pages'];
  for (const name of names) {
    const { record } = RECORDS[name];
    let from = await catalog.findNumber(record, 1, 0);
    while (from !== null) {
      files.push(`${name}-${from}`);
      from = await catalog.findNumber(record, from, PAGES_PER_FILE);
      await setImmediate();
    }
  }
  return files;
}

function fileIndex(files: readonly string[], { baseUrl }: Links): string {
  const entries = files.map((name) => html`<sitemap><loc>${baseUrl}/sitemaps/${name}.xml</loc></sitemap>\n`);
  return `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${html`${entries}`}</sitemapindex>\n`;
}

/** One file from a number to another, some pages at a time. Withheld products have none. */
async function* urlSet(
  name: Name,
  first: number,
  end: number,
  { catalog, links }: SitemapDeps,
): AsyncGenerator<string> {
  const { record, addressOf } = RECORDS[name];
  yield START;
  let from = first;
  while (from < end) {
    const numbers = await catalog.listNumbers(record, from, PAGES_PER_TURN);
    yield entriesOf(numbers.filter((number) => number < end).map((number) => addressOf(number, links)));
    from = (numbers.at(-1) ?? end) + 1;
    await setImmediate();
  }
  yield END;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

const START = `${XML}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
const END = '</urlset>\n';

/** Every page in every language, each with the others as alternates. */
function entriesOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => {
    const alternates = LANGUAGES.map(
      (one) => html`<xhtml:link rel="alternate" hreflang="${one}" href="${inLanguage(address, one)}"/>`,
    );
    return LANGUAGES.map((one) => html`<url><loc>${inLanguage(address, one)}</loc>${alternates}</url>\n`);
  });
  return html`${entries}`.toString();
}
