import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type Fields, type InputOf, line } from '../kit/fields.ts';
import { type Outcome, type Screen, screen } from '../kit/screen.ts';
import { type Page, required, type Visit, type Words } from '../kit/visit.ts';
import { contextOf } from './context.ts';
import { ENDPOINT_GROUPS, type EndpointGroup } from './endpoint-page.ts';
import { type DocsPage, llmsText, pagesOf, withTwinLinks } from './pages.ts';
import { type RenderedPage, renderMarkdown } from './render.ts';
import { searchDocs } from './search.ts';

const TEXT = 'text/plain; charset=utf-8';
const PATHS = ['/docs', '/docs/:name', '/docs/endpoints/:name', '/docs/errors/:name'];

const cached = <Query extends Fields>(
  path: string,
  query: Query,
  show: (visit: Visit, query: InputOf<Query>) => Promise<Outcome>,
) => screen(path, { needs: 'nobody', limit: 'pages', query, cachedFor: 'day', show });

export const docsScreens: readonly Screen[] = [
  ...PATHS.flatMap((path) => {
    const query = path === '/docs' ? {} : { name: line(1, 60) };
    const pathOf = ({ name = '' }: { readonly name?: string }) => path.replace(':name', name);
    return [
      cached(path, query, (visit, of) => showPage(visit, pathOf(of))),
      cached(`${path}.md`, query, async (visit, of) => {
        const [body] = await twinsOf(visit, (page) => page.path === pathOf(of));
        return { type: 'text/markdown; charset=utf-8', body: required(body) };
      }),
    ];
  }),
  cached('/llms.txt', {}, async ({ services, language }) => ({
    type: TEXT,
    body: llmsText(await contextOf(services, language)),
  })),
  cached('/llms-full.txt', {}, async (visit) => ({
    type: TEXT,
    body: (await twinsOf(visit, () => true)).join('\n\n'),
  })),
  screen('/docs/search', {
    needs: 'nobody',
    limit: 'searching',
    query: { q: line(0, 100).or('') },
    show: (visit, { q }) => showSearch(visit, q),
  }),
];

async function twinsOf({ language, services }: Visit, isWanted: (page: DocsPage) => boolean) {
  const context = await contextOf(services, language);
  const texts: string[] = [];
  for (const page of pagesOf(language).filter(isWanted))
    texts.push(withTwinLinks(await page.write(context), services.baseUrl));
  return texts;
}

async function showPage(visit: Visit, path: string): Promise<Page> {
  const { services, language } = visit;
  const t = visit.words('docs');
  const pages = pagesOf(language);
  const at = pages.findIndex((one) => one.path === path);
  const page = required(pages[at]);
  const markdown = await page.write(await contextOf(services, language));
  const { title, lead, body, headings } = renderMarkdown(markdown, language);
  const isEndpoint = page.group !== 'guides' && page.group !== 'errors';
  return {
    title,
    width: 'wide',
    hasOwnHeading: true,
    head: html`<meta name="description" content="${lead}">
<link rel="alternate" type="text/markdown" href="${path}.md">`,
    body: html`<div class="docs${isEndpoint && ' endpoint'}">
<aside>${docsSearch('', null, t)}${contents(page, pages, t)}</aside>
<article><h1>${title}</h1>
${body}${neighbours(pages[at - 1], pages[at + 1], t)}
<p class="soft small"><a href="${path}.md">${t('asMarkdown')}</a></p></article>
${!isEndpoint && onThisPage(headings, t)}
</div>`,
  };
}

const FALLBACKS: readonly string[] = ['/docs', '/docs/endpoints', '/docs/errors', '/docs/faq'];

async function showSearch(visit: Visit, query: string): Promise<Page> {
  const t = visit.words('docs');
  const pages = pagesOf(visit.language);
  const found = await searchDocs(query, visit);
  const fallbacks = pages.filter(({ path }) => FALLBACKS.includes(path));
  const results =
    found.length > 0 ? found : fallbacks.map(({ path, title }) => ({ href: path, title, where: '' }));
  const links = results.map(
    ({ href, title, where }) =>
      html`<li><a href="${href}">${title}${where !== '' && html` <span class="soft small">${where}</span>`}</a></li>`,
  );
  const summary =
    found.length > 0 ? t('searchFound', { query, count: found.length }) : t('searchEmpty', { query });
  return {
    title: t('searchTitle'),
    width: 'wide',
    hasOwnHeading: true,
    body: html`<div class="docs"><aside>${contents(null, pages, t)}</aside>
<article><h1>${t('searchTitle')}</h1><p class="lead">${t('searchLead')}</p>
${docsSearch(query, query.trim() !== '' && html`<p>${summary}</p><ul>${links}</ul>`, t)}</article></div>`,
  };
}

type DocsWords = Words<'docs'>;

function docsSearch(query: string, results: HtmlValue, t: DocsWords): Html {
  return html`<search><form action="/docs/search" data-preview="found"><input type="search" name="q" value="${query}" maxlength="100" aria-label="${t('searchLabel')}" placeholder="${t('searchButton')} /" autocomplete="off"><button class="button">${t('searchButton')}</button></form><div id="found" role="status">${results}</div></search>\n`;
}

/** The table of contents. A group is open if the open page belongs to it or lists its pages. */
function contents(open: DocsPage | null, pages: readonly DocsPage[], t: DocsWords): Html {
  const listOf = (group: DocsPage['group']) =>
    html`<ul>${pages
      .filter((page) => page.group === group)
      .map(
        ({ path, title, label = title }) =>
          html`<li><a href="${path}"${path === open?.path && html` aria-current="page"`}>${label}</a></li>`,
      )}</ul>`;
  const folded = (group: EndpointGroup | 'errors') => {
    const guides = group === 'errors' ? ['/docs/errors'] : ['/docs', '/docs/endpoints'];
    const isOpen = open !== null && (open.group === group || guides.includes(open.path));
    return html`<details${isOpen && html` open`}><summary>${t(`groups.${group}`)}</summary>${listOf(group)}</details>`;
  };
  return html`<details class="contents"><summary>${t('title')}</summary><nav aria-label="${t('title')}">
${listOf('guides')}
${ENDPOINT_GROUPS.map(folded)}${folded('errors')}
</nav></details>\n`;
}

const HEADINGS_MIN = 3;

function onThisPage(headings: RenderedPage['headings'], t: DocsWords): Html | false {
  if (headings.length < HEADINGS_MIN) return false;
  const links = headings.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`);
  return html`<details class="toc"><summary>${t('onThisPage')}</summary><nav aria-label="${t('onThisPage')}"><ul>${links}</ul></nav></details>`;
}

function neighbours(before: DocsPage | undefined, after: DocsPage | undefined, t: DocsWords): Html {
  const link = (page: DocsPage | undefined, rel: string, name: string) =>
    page !== undefined &&
    html`<a rel="${rel}" href="${page.path}"><span class="soft small">${name}</span> ${page.title}</a>`;
  return html`<nav class="neighbours" aria-label="${t('neighbours')}">${link(before, 'prev', t('previous'))}${link(after, 'next', t('next'))}</nav>`;
}
