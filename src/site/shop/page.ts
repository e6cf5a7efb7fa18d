import { type Category, categoryPath } from '../../catalog/category.ts';
import { escapeInScript, type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Links } from '../../http/links.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { curlCommand, testToolAddress } from '../kit/calls.ts';
import { addressWith, copyBlock, section } from '../kit/ui.ts';
import type { Page, Visit } from '../kit/visit.ts';
import { categoryAddress, type ShownCall } from './shelf.ts';

/** A public page, with the operator's name at its end. Search engines index it if it has a `head`. */
export function shopPage(
  visit: Visit,
  title: string,
  body: Html,
  head: Pick<Page, 'head' | 'link'> | false,
): Page {
  const origin = html`<p class="origin">${visit.words('shop')('origin')}: <bdi>${visit.services.operatorName}</bdi></p>`;
  return {
    title,
    hasOwnHeading: true,
    hasTitles: true,
    width: 'wide',
    ...head,
    body: html`${body}\n${origin}`,
  };
}

/** The API calls behind a page, each with a link that opens it in the test tool. */
export function callsBehind(visit: Visit, calls: readonly ShownCall[]): Html {
  const t = visit.words('shop');
  const { api, baseUrl } = visit.services;
  const drawn = calls.map(({ endpoint, parameters }) => {
    const address = baseUrl + addressWith(api.pathOf(endpoint) ?? '', parameters);
    return html`<div class="stack">${copyBlock(visit, 'curl', curlCommand(address), endpoint)}
<p><a href="${testToolAddress(endpoint, parameters)}">${t('open')}</a></p></div>`;
  });
  return section(t('calls'), html`<div class="stack">${drawn}</div>`, { part: 'calls' });
}

interface Link {
  readonly name: string;
  readonly to: string;
}

export function chips(links: readonly Link[]): Html {
  return html`<ul class="chips">${links.map(({ name, to }) => html`<li><a href="${to}"><bdi>${name}</bdi></a></li>\n`)}</ul>`;
}

export function categoryChips(categories: readonly Category[]): Html {
  return chips(
    categories.map(({ categoryId, categoryName }) => ({
      name: categoryName,
      to: categoryAddress(categoryId),
    })),
  );
}

/** The categories from the root to this one, each with its page. */
export function breadcrumbTo(mainId: string, categories: readonly Category[], links: Links) {
  return categoryPath(mainId, categories).map(({ categoryId, name }) => {
    return { categoryId, name, to: categoryAddress(categoryId), url: links.category(categoryId) };
  });
}

export function breadcrumbLine(visit: Visit, path: readonly Link[]): HtmlValue {
  const steps = path.map(
    ({ name, to }, at) => html`${at > 0 && ' › '}<a href="${to}"><bdi>${name}</bdi></a>`,
  );
  const label = visit.words('shop')('categoryPath');
  return path.length > 0 && html`<nav class="path" aria-label="${label}">${steps}</nav>`;
}

/** A description for search engines in the vocabulary of schema.org. */
export type StructuredData = Readonly<Record<string, unknown>>;

interface Preview {
  readonly title: string;
  /** The page's absolute URL. It may lead to the operator's own page. */
  readonly url: string;
  readonly description: string;
  readonly image: string;
  /** The type in Open Graph. */
  readonly kind: 'website' | 'book' | 'profile';
  readonly data?: readonly StructuredData[];
}

const DESCRIPTION_MAX = 300;

/** Metadata for search engines and social networks. */
export function previewHead({ services, language }: Visit, preview: Preview): Html {
  const { url, image, kind, data = [], title } = preview;
  const description = preview.description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_MAX);
  // The operator's own page has one URL for all languages.
  const isOurs = url.startsWith(`${services.baseUrl}/`) && !url.includes('?');
  const { operatorName } = services;
  const og = {
    type: kind,
    site_name: operatorName,
    title: `${title} – ${operatorName}`,
    description,
    url,
    image,
  };
  const properties = Object.entries(og).filter(([, content]) => content !== '');
  const inLanguage = (one: Language) => `${url}?lang=${one}`;
  const alternates = LANGUAGES.map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${inLanguage(one)}">\n`,
  );
  const scripts = data.map((one) => {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...one });
    return html`<script type="application/ld+json">${escapeInScript(json)}</script>\n`;
  });
  return html`${description !== '' && html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${isOurs ? inLanguage(language) : url}">
${isOurs && html`${alternates}<link rel="alternate" hreflang="x-default" href="${url}">\n`}${properties.map(([name, content]) => html`<meta property="og:${name}" content="${content}">\n`)}<meta name="twitter:card" content="summary">
${scripts}`;
}

interface Named {
  readonly name: string;
  readonly url: string;
}

/** The position of a page: its categories, then the page itself. */
export function breadcrumbData(path: readonly Named[]): StructuredData {
  return { '@type': 'BreadcrumbList', itemListElement: listItems(path, 'item') };
}

export function categoryData({ name, url }: Named, books: readonly Named[]): StructuredData {
  return { '@type': 'ItemList', name, url, itemListElement: listItems(books, 'url') };
}

function listItems(links: readonly Named[], to: 'item' | 'url'): readonly object[] {
  return links.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, [to]: url }));
}
