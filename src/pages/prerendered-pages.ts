import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { html } from '../http/html.ts';
import { LANGUAGES, type Language } from '../messages/languages.ts';
import { untilChanged } from '../until-changed.ts';
import { changelogFeed } from './changelog-feed.ts';
import { languageOf } from './page-language.ts';
import { contactAddress, type Site } from './site.ts';

/** What the built pages say about the service that shows them. */
export interface SiteFacts extends Site {
  readonly keyPrefix: string;
  /** Default limits: calls per day, calls per second, calls at once. */
  readonly limits: { readonly dailyQuota: number; readonly burstPerSecond: number; readonly burst: number };
  /** The category in examples, replaced if the shop changes its tree. */
  readonly firstCategory: () => Promise<string>;
}

/** Pages rendered when the portal was built (web/src/prerender): the landing page and the documentation. */
export interface PrerenderedPages {
  /** URLs, the landing page first. */
  readonly paths: readonly string[];
  /** A page in a language; null if there is none at the URL. */
  find(path: string, language: Language): Promise<SharedBody | null>;
  /** Whether the page has a Markdown twin. */
  hasTwin(path: string): boolean;
  /** The twin in a language; null if there is none. */
  findTwin(path: string, language: Language): Promise<SharedBody | null>;
  /** For programs to read first: an index, or all twins in one. */
  llms(name: LlmsFile, language: Language): Promise<SharedBody | null>;
  /** The changelog as a feed; null if there is no changelog. */
  feed(language: Language): Promise<SharedBody | null>;
}

const LLMS_FILES = ['llms.txt', 'llms-full.txt'] as const;
type LlmsFile = (typeof LLMS_FILES)[number];

const NOTICES = ['termsUrl', 'privacyUrl', 'contact'] as const;

/** Placeholders for the service's facts in the built pages, written by the build. */
interface PagesFile {
  readonly paths: readonly string[];
  readonly placeholders: Readonly<
    Record<'baseUrl' | 'operatorName' | 'keyPrefix' | 'firstCategory' | (typeof NOTICES)[number], string>
  > &
    Readonly<Record<'dailyQuota' | 'burstPerSecond' | 'burst', number>>;
}

/**
 * Reads the pages below a folder of built files. They stay in memory; the facts of this service are filled in when a
 * page is first requested.
 */
export function readPrerenderedPages(folder: string, facts: SiteFacts): PrerenderedPages {
  const { paths, placeholders }: PagesFile = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
  const makers = new Map<string, () => string>();
  const asMarkup = (text: string) => html`${text}`.toString();
  const asText = (text: string) => text;
  // The files are read at once, because a later build belongs to other scripts than those in memory.
  const add = (name: string, toOutput: (text: string) => string) => {
    const bytes = readFileSync(join(folder, name));
    makers.set(name, () => {
      const text = fill(bytes.toString('utf8'), placeholders, facts, toOutput);
      return toOutput === asMarkup ? fillNotices(text, placeholders, facts) : text;
    });
  };
  const nameOf = (path: string, language: Language) => `${language}${path === '/' ? '/index' : path}`;
  for (const language of LANGUAGES) {
    for (const name of LLMS_FILES) add(`${language}/${name}`, asText);
    for (const path of paths) {
      const name = nameOf(path, language);
      add(`${name}.html`, asMarkup);
      if (path !== WITHOUT_TWIN) add(`${name}.md`, asText);
    }
    const changelog = makers.get(`${language}${CHANGELOG}.md`);
    if (changelog !== undefined)
      makers.set(`${language}${CHANGELOG}.atom`, () => changelogFeed(changelog(), language, facts));
  }
  const bodies = new Map(
    Array.from(makers, ([name, make]) => [
      name,
      untilChanged((category: string) =>
        sharedBody(make().replaceAll(placeholders.firstCategory, encodeURIComponent(category))),
      ),
    ]),
  );
  const bodyOf = async (name: string) => bodies.get(name)?.(await facts.firstCategory()) ?? null;
  return {
    paths,
    find: (path, language) => bodyOf(`${nameOf(path, language)}.html`),
    hasTwin: (path) => path !== WITHOUT_TWIN,
    findTwin: (path, language) => bodyOf(`${nameOf(path, language)}.md`),
    llms: (name, language) => bodyOf(`${language}/${name}`),
    feed: (language) => bodyOf(`${language}${CHANGELOG}.atom`),
  };
}

const CHANGELOG = '/docs/changelog';

/** The index is that of the landing page. */
const WITHOUT_TWIN = '/';

function fill(
  text: string,
  placeholders: PagesFile['placeholders'],
  facts: SiteFacts,
  toOutput: (text: string) => string,
): string {
  const texts = (['baseUrl', 'operatorName', 'keyPrefix'] as const).reduce(
    (filled, name) => filled.replaceAll(placeholders[name], () => toOutput(facts[name])),
    text,
  );
  return (['dailyQuota', 'burstPerSecond', 'burst'] as const).reduce(
    (filled, name) =>
      filled
        .replaceAll(grouped(placeholders[name]), grouped(facts.limits[name]))
        .replaceAll(String(placeholders[name]), String(facts.limits[name])),
    texts,
  );
}

const LISTED_LINK = /<li><a href="([^"]*)"[^>]*>[^<]*<\/a><\/li>/g;
const NOTICES_SECTION = /<section data-notices=""[\s\S]*?<\/section>/g;

/** Terms, privacy notice and contact, for readers without scripts, too. Missing ones are removed from the page. */
function fillNotices(page: string, placeholders: PagesFile['placeholders'], facts: SiteFacts): string {
  const missing = new Set(NOTICES.filter((name) => facts[name] === null).map((name) => placeholders[name]));
  const addresses = { ...facts, contact: contactAddress(facts) };
  const kept = missing.size === NOTICES.length ? page.replace(NOTICES_SECTION, '') : page;
  return NOTICES.reduce(
    (filled, name) => filled.replaceAll(placeholders[name], () => html`${addresses[name]}`.toString()),
    kept.replace(LISTED_LINK, (item, address: string) => (missing.has(address) ? '' : item)),
  );
}

function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

/** Serves the pages, their twins, and what programs need to find them. */
export function registerPrerenderedPages(
  app: FastifyInstance,
  pages: PrerenderedPages,
  { limit, csp }: { readonly limit: object; readonly csp: string },
): void {
  const send = async (
    found: Promise<SharedBody | null>,
    type: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const body = await found;
    if (body === null) return reply.callNotFound();
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Language', languageOf(request))
      .header('Vary', 'Accept-Language')
      .type(type);
    return sendSharedBody(body, request, reply);
  };
  for (const path of pages.paths) {
    app.get(path, limit, (request, reply) => {
      reply.header('Content-Security-Policy', csp);
      return send(pages.find(path, languageOf(request)), 'text/html; charset=utf-8', request, reply);
    });
    if (!pages.hasTwin(path)) continue;
    app.get(`${path}.md`, limit, (request, reply) =>
      send(pages.findTwin(path, languageOf(request)), 'text/markdown; charset=utf-8', request, reply),
    );
  }
  for (const name of LLMS_FILES)
    app.get(`/${name}`, limit, (request, reply) =>
      send(pages.llms(name, languageOf(request)), 'text/plain; charset=utf-8', request, reply),
    );
  app.get(`${CHANGELOG}.atom`, limit, (request, reply) =>
    send(pages.feed(languageOf(request)), 'application/atom+xml; charset=utf-8', request, reply),
  );
}
