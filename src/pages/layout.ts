import { escapeInScript, type Html, html } from '../http/html.ts';
import type { MessageValues } from '../messages/fill.ts';
import { LANGUAGES, type Language } from '../messages/languages.ts';
import { type Messages, messageIn } from '../messages/messages.ts';
import { inLanguage } from './page-language.ts';
import { contactAddress, type Site } from './site.ts';
import type { StructuredData } from './structured-data.ts';
import type { PageLink, ShelfBook } from './views.ts';

/** What a page needs besides its content. */
export interface PageFrame {
  readonly lang: Language;
  readonly site: Site;
  /** Plain text, without the operator's name. */
  readonly title: string;
  /** The path from the page's folder to the root, such as `../`, because a page can have several URLs. */
  readonly root: string;
  /** For search engines and previews; null for a page that shouldn't be found, such as an error page. */
  readonly preview: PagePreview | null;
}

export interface PagePreview {
  /** The page's absolute URL, which may be the operator's own page. */
  readonly url: string;
  /** Plain text; empty = none. */
  readonly description: string;
  /** URL of a picture; empty = none. */
  readonly image: string;
  /** As Open Graph names it. */
  readonly kind: 'website' | 'book' | 'profile';
  readonly data: readonly StructuredData[];
}

/** A whole HTML document around the content of `main`. */
export function layOutPage(frame: PageFrame, main: Html): string {
  const { lang, site, root, preview } = frame;
  const t = pageTexts(lang);
  const title = `${frame.title} – ${site.operatorName}`;
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${preview === null ? html`<meta name="robots" content="noindex">` : previewTags(preview, title, frame)}
<link rel="icon" type="image/svg+xml" href="${root}assets/logo.svg">
<link rel="stylesheet" href="${root}assets/page.css">
</head>
<body>
<header class="top"><div class="site">
<a class="brand" href="${root}">${MARK}<span>${site.operatorName}</span></a>
<nav class="docs"><a href="${root}portal/explorer">${t('catalogue')}</a><a href="${root}docs">${t('docs')}</a></nav>
</div></header>
<main>
${main}
</main>
<footer><div class="foot">
<p><a href="${root}">${t('home')}</a><a href="${root}docs">${t('docs')}</a>${noticeLinks(site, t)}${preview !== null && otherLanguages(preview, frame)}</p>
<p>${t('origin')}: ${site.operatorName}</p>
</div></footer>
</body>
</html>
`;
  return page.toString();
}

/** The texts of pages in one language, by id. */
export function pageTexts(language: Language) {
  return (name: keyof Messages['pages'], values?: MessageValues) =>
    messageIn(language, `pages.${name}`, values);
}

function previewTags(preview: PagePreview, title: string, { lang, site }: PageFrame): Html {
  const { url, image, kind, data } = preview;
  const description = preview.description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_MAX);
  // The operator's own page has one URL for all languages.
  const isOurs = isOurPage(url, site);
  const property = (name: string, content: string) =>
    content !== '' && html`<meta property="og:${name}" content="${content}">\n`;
  return html`${description !== '' && html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${isOurs ? inLanguage(url, lang) : url}">
${isOurs && LANGUAGES.map((one) => html`<link rel="alternate" hreflang="${one}" href="${inLanguage(url, one)}">\n`)}${isOurs && html`<link rel="alternate" hreflang="x-default" href="${url}">\n`}${property('type', kind)}${property('site_name', site.operatorName)}${property('title', title)}${property('description', description)}${property('url', url)}${property('image', image)}<meta name="twitter:card" content="summary">
${data.map((one) => html`<script type="application/ld+json">${escapeInScript(JSON.stringify(one))}</script>\n`)}`;
}

/** Search engines cut longer texts. */
const DESCRIPTION_MAX = 300;

const OUR_PAGE = /^\/(goods|authors|categories)\/[^/?]+(\?page=\d+)?$/;

function isOurPage(url: string, { baseUrl }: Site): boolean {
  return url.startsWith(baseUrl) && OUR_PAGE.test(url.slice(baseUrl.length));
}

function otherLanguages({ url }: PagePreview, { lang, site, root }: PageFrame): Html[] {
  if (!isOurPage(url, site)) return [];
  const path = root + url.slice(site.baseUrl.length + 1);
  return LANGUAGES.filter((one) => one !== lang).map(
    (one) => html`<a lang="${one}" hreflang="${one}" href="${inLanguage(path, one)}">${ownNameOf(one)}</a>`,
  );
}

function ownNameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

function noticeLinks(site: Site, t: ReturnType<typeof pageTexts>): Html[] {
  const links = [
    [t('terms'), site.termsUrl],
    [t('privacy'), site.privacyUrl],
    [t('contact'), contactAddress(site)],
  ] as const;
  return links.flatMap(([name, url]) => (url === null ? [] : html`<a href="${url}">${name}</a>`));
}

/** The open book of the portal's header, in the page's colours. */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path class="left" d="M14.6 8.6C11.6 6.6 7 6 2.5 6.3v18.4c4.5-.3 9.1.3 12.1 2.3z"/><path class="right" d="M17.4 8.6C20.4 6.6 25 6 29.5 6.3v18.4c-4.5-.3-9.1.3-12.1 2.3z"/></svg>`;

/** A link whose text keeps its own writing direction. */
export function linkTo({ name, url }: PageLink): Html {
  return html`<a href="${url}"><bdi>${name}</bdi></a>`;
}

/** The categories from the root to the current one. */
export function categoryPath(path: readonly PageLink[], lang: Language): Html | false {
  const steps = path.map((step, index) => html`${index > 0 && ' › '}${linkTo(step)}`);
  return (
    path.length > 0 && html`<nav class="path" aria-label="${pageTexts(lang)('categoryPath')}">${steps}</nav>`
  );
}

/** Books as covers; `ranked` numbers them. */
export function shelf(books: readonly ShelfBook[], ranked: boolean): Html {
  const rows = books.map(
    ({ name, url, coverUrl, author }) =>
      html`<li><a href="${url}"><img src="${coverUrl}" alt="" loading="lazy"><bdi>${name}</bdi></a>${author !== '' && html` <span class="soft"><bdi>${author}</bdi></span>`}</li>\n`,
  );
  return html`<ol class="${ranked ? 'shelf ranked' : 'shelf'}">\n${rows}</ol>`;
}

/** An amount in the shop's currency, in the language's notation. */
export function formatPrice(amount: number, { currency }: Site, lang: Language): string {
  if (currency === 'KRW') return pageTexts(lang)('won', { amount: WON.format(amount) });
  return new Intl.NumberFormat(lang, { style: 'currency', currency }).format(amount);
}

const WON = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
