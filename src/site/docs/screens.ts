import type { FastifyInstance } from 'fastify';
import { type SharedBody, sendSharedBody, sharedBody } from '../../http/body/shared-body.ts';
import { html } from '../../http/html.ts';
import { limitByAddress, PAGE_ALLOWANCE } from '../../http/rate-limiter.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { untilChanged } from '../../until-changed.ts';
import { Failure } from '../kit/failures.ts';
import { line, or } from '../kit/fields.ts';
import { PAGES, SEARCHING } from '../kit/limits.ts';
import { type Screen, screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { languageOf, type Page, type Visit } from '../kit/visit.ts';
import { docsOf, revisionOfDocs } from './docs.ts';
import { contents, docsSearch, layOutDocs } from './layout.ts';
import { llmsText, pagesOf, withTwinLinks, writePage } from './pages.ts';
import { renderMarkdown } from './render.ts';
import { searchDocs } from './search.ts';
import { GUIDES } from './texts.ts';

const guideScreens = GUIDES.map((guide) => {
  const path = guide === 'start' ? '/docs' : `/docs/${guide}`;
  return screen(path, {
    needs: 'nobody',
    limit: PAGES,
    query: {},
    revision: revisionOfDocs,
    show: (visit) => showPage(visit, path),
  });
});

const endpointScreen = screen('/docs/endpoints/:operation', {
  needs: 'nobody',
  limit: PAGES,
  query: { operation: line(1, 60) },
  revision: revisionOfDocs,
  show: (visit, { operation }) => showPage(visit, `/docs/endpoints/${operation}`),
});

const errorScreen = screen('/docs/errors/:code', {
  needs: 'nobody',
  limit: PAGES,
  query: { code: line(1, 60) },
  revision: revisionOfDocs,
  show: (visit, { code }) => showPage(visit, `/docs/errors/${code}`),
});

const searchScreen = screen('/docs/search', {
  needs: 'nobody',
  limit: SEARCHING,
  query: { q: or(line(0, 100), '') },
  show: (visit, { q }) => showSearch(visit, q),
});

export const docsScreens: readonly Screen[] = [...guideScreens, endpointScreen, errorScreen, searchScreen];

async function showPage(visit: Visit, path: string): Promise<Page> {
  const context = await docsOf(visit.services).context(visit.language);
  const pages = pagesOf(context);
  const page = pages.find((one) => one.path === path);
  if (page === undefined) throw new Failure('NOT_FOUND');
  const t = visit.words('docs');
  const frame = visit.words('frame');
  const names = {
    code: t('code'),
    copy: frame('copy'),
    copied: frame('copied'),
    codeLanguage: t('codeLanguage'),
  };
  return layOutDocs(page, pages, renderMarkdown(await writePage(page, context), names), t);
}

/** Where most questions are answered. */
const FALLBACKS: readonly string[] = ['/docs', '/docs/endpoints', '/docs/errors', '/docs/faq'];

async function showSearch(visit: Visit, query: string): Promise<Page> {
  const docs = docsOf(visit.services);
  const context = await docs.context(visit.language);
  const t = visit.words('docs');
  const pages = pagesOf(context);
  const found = query.trim() === '' ? [] : searchDocs(await docs.index(visit.language), query);
  const links = (found.length > 0 ? found : pages.filter(({ path }) => FALLBACKS.includes(path))).map(
    (place) => {
      const { href, where } = 'href' in place ? place : { href: place.path, where: '' };
      return html`<li><a href="${href}">${place.title}${where !== '' && html` <span class="soft small">${where}</span>`}</a></li>`;
    },
  );
  const said =
    found.length > 0 ? t('searchFound', { query, count: found.length }) : t('searchEmpty', { query });
  return {
    title: t('searchTitle'),
    width: 'full',
    hasOwnHeading: true,
    body: html`<div class="docs"><aside>${contents(null, pages, t)}</aside>
<article><h1>${t('searchTitle')}</h1><p class="lead">${t('searchLead')}</p>
${docsSearch(query, query.trim() !== '' && html`<p>${said}</p><ul>${links}</ul>`, t)}</article></div>`,
  };
}

/** Markdown twins of all pages, and the files that programs look for first. */
export function registerDocsFiles(app: FastifyInstance, services: Services): void {
  const limit = { onRequest: limitByAddress(services.pageLimiter, 'pages', PAGE_ALLOWANCE) };
  const serve = (path: string, type: string, write: (language: Language) => Promise<string>) => {
    const bodies = new Map(
      LANGUAGES.map((language) => [
        language,
        untilChanged(
          async (_revision: string): Promise<SharedBody> => sharedBody(await write(language), false),
        ),
      ]),
    );
    app.get(path, limit, async (request, reply) => {
      const language = languageOf(request, services);
      const body = await bodies.get(language)?.(await revisionOfDocs(services));
      if (body === undefined) return reply.callNotFound();
      reply
        .header('Cache-Control', 'no-cache')
        .header('Content-Language', language)
        .header('Vary', 'Cookie, Accept-Language')
        .type(`${type}; charset=utf-8`);
      return sendSharedBody(body, request, reply);
    });
  };
  const docs = docsOf(services);
  const twin = async (path: string, language: Language): Promise<string> => {
    const context = await docs.context(language);
    const page = pagesOf(context).find((one) => one.path === path);
    return page === undefined ? '' : withTwinLinks(await writePage(page, context), services.baseUrl);
  };
  for (const path of docs.paths) serve(`${path}.md`, 'text/markdown', (language) => twin(path, language));
  serve('/llms.txt', 'text/plain', async (language) => llmsText(await docs.context(language)));
  serve('/llms-full.txt', 'text/plain', async (language) => {
    const texts: string[] = [];
    for (const path of docs.paths) texts.push(await twin(path, language));
    return texts.join('\n\n');
  });
  for (const [from, to] of docs.moved)
    app.get(from, limit, async (_request, reply) => reply.redirect(to, 301));
}
