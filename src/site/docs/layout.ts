import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Page } from '../kit/visit.ts';
import type { Words } from '../kit/words.ts';
import type { DocsPage } from './context.ts';
import { ENDPOINT_GROUPS } from './endpoints.ts';
import type { RenderedPage } from './render.ts';

type DocsWords = Words<'docs'>;

/** A page of the documentation beside the contents of all, with the way to its neighbours. */
export function layOutDocs(
  page: DocsPage,
  pages: readonly DocsPage[],
  { title, lead, body, headings }: RenderedPage,
  t: DocsWords,
): Page {
  const at = pages.findIndex(({ path }) => path === page.path);
  return {
    title,
    width: 'full',
    hasOwnHeading: true,
    head: html`<meta name="description" content="${lead}">
<link rel="alternate" type="text/markdown" href="${page.path}.md">`,
    body: html`<div class="docs">
<aside>${docsSearch('', null, t)}${contents(page, pages, t)}</aside>
<article><h1>${title}</h1>
${body}${neighbours(pages[at - 1], pages[at + 1], t)}
<p class="soft small"><a href="${page.path}.md">${t('asMarkdown')}</a></p></article>
${onThisPage(headings, t)}
</div>`,
  };
}

/** Results appear below the field while somebody types, where scripts run. */
export function docsSearch(query: string, results: HtmlValue, t: DocsWords): Html {
  return html`<search><form action="/docs/search" data-preview="found"><input type="search" name="q" value="${query}" maxlength="100" aria-label="${t('searchLabel')}" placeholder="${t('searchButton')} /" autocomplete="off"><button class="button">${t('searchButton')}</button></form><div id="found" role="status">${results}</div></search>\n`;
}

/** Guides, then groups of endpoints and the error codes; those of the open page are unfolded, so that it is in sight. */
export function contents(open: DocsPage | null, pages: readonly DocsPage[], t: DocsWords): Html {
  const link = ({ path, title, kind, name }: DocsPage) =>
    html`<li><a href="${path}"${path === open?.path && html` aria-current="page"`}>${kind === 'error' ? name : title}</a></li>`;
  const guides = pages.filter(({ kind }) => kind === 'guide');
  const isOpen = (kind: 'endpoint' | 'error', list: readonly DocsPage[]) =>
    open?.path === (kind === 'endpoint' ? '/docs/endpoints' : '/docs/errors') ||
    (kind === 'endpoint' && open?.path === '/docs') ||
    list.some(({ path }) => path === open?.path);
  const group = (kind: 'endpoint' | 'error', name: string, list: readonly DocsPage[]) =>
    html`<details${isOpen(kind, list) && html` open`}><summary>${name}</summary><ul>${list.map(link)}</ul></details>`;
  return html`<details class="contents"><summary>${t('title')}</summary><nav aria-label="${t('title')}">
<ul>${guides.map(link)}</ul>
${ENDPOINT_GROUPS.map((one) =>
  group(
    'endpoint',
    t(`groups.${one}`),
    pages.filter((page) => page.kind === 'endpoint' && page.name.group === one),
  ),
)}${group(
  'error',
  t('errorsGroup'),
  pages.filter(({ kind }) => kind === 'error'),
)}
</nav></details>\n`;
}

/** Shorter pages are seen at once. */
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
