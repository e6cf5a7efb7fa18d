import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { html } from '../http/html.ts';
import { LANGUAGES, type Language } from '../messages/languages.ts';
import { untilChanged } from '../until-changed.ts';
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

/** For programs to read first: an index, and all twins in one. */
const LLMS_FILES = ['llms.txt', 'llms-full.txt'] as const;

/** Twins in Markdown, and the files for programs. */
const TEXT_FILE = /\.(md|txt)$/;

const NOTICES = ['termsUrl', 'privacyUrl', 'contact'] as const;

/** Placeholders for the service's facts in the built pages, written by the build. */
interface PagesFile {
  readonly paths: readonly string[];
  readonly placeholders: Readonly<
    Record<'baseUrl' | 'operatorName' | 'keyPrefix' | 'firstCategory' | (typeof NOTICES)[number], string>
  > &
    Readonly<Record<'dailyQuota' | 'burstPerSecond' | 'burst', number>>;
}

/** Pages rendered when the portal was built (web/src/prerender): the landing page and the documentation. */
type PrerenderedPages = ReturnType<typeof readPrerenderedPages>;

/**
 * Reads the pages below a folder of built files. They stay in memory; the facts of this service are filled in when a
 * page is first requested.
 */
export function readPrerenderedPages(folder: string, facts: SiteFacts) {
  const { paths, placeholders }: PagesFile = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
  const makers = new Map<string, () => string>();
  const asMarkup = (text: string) => html`${text}`.toString();
  const asText = (text: string) => text;
  for (const language of LANGUAGES) {
    // Whatever that build wrote. The files are read at once, because a later build belongs to other scripts than those
    // in memory.
    for (const path of readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })) {
      const isPage = path.endsWith('.html');
      if (!isPage && !TEXT_FILE.test(path)) continue;
      const bytes = readFileSync(join(folder, language, path));
      makers.set(`${language}/${path.split(sep).join('/')}`, () => {
        const text = fill(bytes.toString('utf8'), placeholders, facts, isPage ? asMarkup : asText);
        return isPage ? fillNotices(text, placeholders, facts) : text;
      });
    }
  }
  const bodies = new Map(
    Array.from(makers, ([name, make]) => [
      name,
      untilChanged((category: string) =>
        sharedBody(make().replaceAll(placeholders.firstCategory, encodeURIComponent(category))),
      ),
    ]),
  );
  return {
    /** URLs, the landing page first. */
    paths,
    /** A file in a language, such as `/docs/rules.md`, the Markdown twin of a page; null if there is none. */
    find: async (file: string, language: Language) =>
      bodies.get(language + file)?.(await facts.firstCategory()) ?? null,
  };
}

function htmlOf(path: string): string {
  return `${path === '/' ? '/index' : path}.html`;
}

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
  const serve = (address: string, file: string, type: string, headers = {}) =>
    app.get(address, limit, async (request, reply) => {
      const language = languageOf(request);
      const body = await pages.find(file, language);
      if (body === null) return reply.callNotFound();
      reply.headers({
        'Cache-Control': 'no-cache',
        'Content-Language': language,
        Vary: 'Accept-Language',
        'Content-Type': `${type}; charset=utf-8`,
        ...headers,
      });
      return sendSharedBody(body, request, reply);
    });
  for (const path of pages.paths) {
    serve(path, htmlOf(path), 'text/html', { 'Content-Security-Policy': csp });
    if (path !== WITHOUT_TWIN) serve(`${path}.md`, `${path}.md`, 'text/markdown');
  }
  for (const name of LLMS_FILES) serve(`/${name}`, `/${name}`, 'text/plain');
}
