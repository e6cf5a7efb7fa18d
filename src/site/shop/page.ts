import { type CatalogStore, isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { type Category, categoryPath } from '../../catalog/category.ts';
import {
  formatKstDay,
  formatKstMonth,
  kstDayOf,
  kstMonthOfDay,
  kstWeekFirstDay,
  parseKstWeek,
} from '../../clock.ts';
import { paletteOf } from '../../covers/substitute-cover.ts';
import { ApiError, ERROR_STATUS } from '../../http/errors.ts';
import { escapeInScript, type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Links } from '../../http/links.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { suggestionOf } from '../../search/search-index.ts';
import { type ItemFields, itemJson } from '../../v1/item.ts';
import { curlCommand, testToolAddress } from '../kit/calls.ts';
import type { Services } from '../kit/services.ts';
import { addressWith, attributesOf, copyBlock, section } from '../kit/ui.ts';
import type { Page, Visit } from '../kit/visit.ts';

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

export function categoryAddress(categoryId: string): string {
  return `/categories/${encodeURIComponent(categoryId)}`;
}

type Link = Readonly<Record<'name' | 'to', string>>;

export function chips(links: readonly Link[]): Html {
  return html`<ul class="chips">${links.map(({ name, to }) => html`<li><a href="${to}"><bdi>${name}</bdi></a></li>\n`)}</ul>`;
}

export function categoryChips(categories: readonly Category[]): Html {
  const linkTo = ({ categoryId, categoryName: name }: Category) => ({
    name,
    to: categoryAddress(categoryId),
  });
  return chips(categories.map(linkTo));
}

export function breadcrumbTo(mainId: string, categories: readonly Category[], links: Links) {
  return categoryPath(mainId, categories).map(({ categoryId, name }) => {
    return { categoryId, name, to: categoryAddress(categoryId), url: links.category(categoryId) };
  });
}

export function breadcrumbLine(visit: Visit, path: readonly Link[]): HtmlValue {
  const steps = path.map(({ name, to }, at) => [
    at > 0 && ' › ',
    html`<a href="${to}"><bdi>${name}</bdi></a>`,
  ]);
  const label = visit.words('shop')('categoryPath');
  return path.length > 0 && html`<nav class="path" aria-label="${label}">${steps}</nav>`;
}

type ShelfBook = Pick<ItemFields, 'itemId' | 'title' | 'author' | 'cover'> &
  Partial<Pick<ItemFields, 'salePrice' | 'sortOrder' | 'upDown'>>;

export interface ShownCall {
  readonly endpoint: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export type Shelf = Awaited<ReturnType<typeof readShelf>>;

/** A week with its days, as in `2026-W47 (2026-11-16 – 2026-11-22)`. Other periods stay unchanged. */
export function periodText(edition: string): string {
  const week = parseKstWeek(edition);
  if (week === null) return edition;
  const first = kstWeekFirstDay(week);
  return `${edition} (${formatKstDay(first)} – ${formatKstDay(first + 6)})`;
}

/** Number of books on a page of a shelf: the API's default. */
export const SHELF_SIZE = 20;

/** The books that the API returns for a call. A 404 means no books, perhaps with a `reason`. Throws other ApiErrors. */
export async function readShelf(call: ShownCall, { api }: Services) {
  type Books = readonly (ShelfBook & { readonly link: string })[];
  try {
    const { json, ...about } = await api.read(call.endpoint, call.parameters);
    const data: { readonly items: Books; readonly totalCount: number } = JSON.parse(json);
    return { ...about, books: data.items, totalCount: data.totalCount, reason: null, call };
  } catch (error) {
    if (!(error instanceof ApiError) || ERROR_STATUS[error.code] !== 404) throw error;
    const { detail } = error.values;
    const reason = typeof detail === 'object' ? detail : null;
    const suggestion = suggestionOf(error.headers);
    const books: Books = [];
    return { books, totalCount: 0, edition: '', correction: null, suggestion, reason, call };
  }
}

const ROOTS_MAX = 5;
/** An imported history of orders may have ended months ago. */
const MONTHS_MAX = 12;

/** The first list with books: bestsellers of the last four weeks in each root category, then the monthly bestsellers. */
export async function frontShelf(visit: Visit, size: number) {
  const { catalog, clock } = visit.services;
  const t = visit.words('shop');
  const roots = (await catalog.listCategories()).filter(({ parentId }) => parentId === null);
  const thisMonth = kstMonthOfDay(kstDayOf(clock.nowMs()));
  const months = Array.from({ length: MONTHS_MAX }, (_, ago) => formatKstMonth(thisMonth - ago));
  for (const month of [null, ...months])
    for (const { categoryId, categoryName } of roots.slice(0, ROOTS_MAX)) {
      const date = month !== null && { date: `${month}-01` };
      const endpoint = date ? 'bestsellerMonthly' : 'bestseller';
      const call = { endpoint, parameters: { categoryId, ...date, pageSize: String(size) } };
      const { books } = await readShelf(call, visit.services);
      if (books.length === 0) continue;
      const title = month === null ? t('front.title') : t('front.monthTitle', { month });
      const link = html` · <a href="${categoryAddress(categoryId)}"><bdi>${categoryName}</bdi></a>`;
      // With only one root category, its list is that of the whole shop.
      const heading = roots.length > 1 ? [title, link] : title;
      return { call, drawn: section(heading, drawShelf(visit, books, title)) };
    }
  return null;
}

/** Books as covers. Each is one link, so that keyboard users pass it quickly. */
export function drawShelf(visit: Visit, books: readonly ShelfBook[], label: string): Html {
  const t = visit.words('shop');
  const { substituteCover } = visit.services.links;
  // In a shop's first list every entry is new, so none is marked.
  const marksNew = books.some(({ upDown }) => typeof upDown === 'number');
  let isTinted = false;
  const rows = books.map((book, at) => {
    const { itemId, title, author, cover, salePrice, sortOrder, upDown } = book;
    const before = books[at - 1];
    const drawn = substituteCover('cover', itemId);
    // Neighbouring covers never have the same colours.
    isTinted = !isTinted && before !== undefined && paletteOf(before.itemId) === paletteOf(itemId);
    const picture = {
      src: cover,
      alt: '',
      width: 400,
      height: 592,
      class: isTinted && cover === drawn && 'tinted',
      'data-drawn': drawn,
      loading: at < 8 ? undefined : 'lazy',
    };
    return html`<li><a href="/goods/${itemId}">
<img${attributesOf(picture)}>
${sortOrder !== undefined && html`<span class="rank"><b>${visit.number(sortOrder)}</b> ${upDown !== undefined && (upDown === null ? marksNew && html`<span class="new">${t('rankNew')}</span>` : rankChange(visit, upDown))}</span>`}
<bdi class="name">${title}</bdi>${author !== '' && html`<bdi class="by">${author}</bdi>`}${salePrice !== undefined && html`<span class="by">${priceOf(visit, salePrice)}</span>`}</a></li>
`;
  });
  return html`<ol class="shelf" aria-label="${label}" data-part="shelf">\n${rows}</ol>`;
}

function rankChange(visit: Visit, change: number): Html {
  const t = visit.words('shop');
  if (change === 0) return html`<span>${t('rankSame')}</span>`;
  const [kind, sign, text] =
    change > 0 ? (['good', '▲', 'rankUp'] as const) : (['bad', '▼', 'rankDown'] as const);
  const places = Math.abs(change);
  return html`<span class="${kind}"><span aria-hidden="true">${sign}${places}</span><span class="unseen">${t(text, { places })}</span></span>`;
}

export function priceOf(visit: Visit, amount: number): string {
  const { currency } = visit.services;
  if (currency !== 'KRW') return visit.number(amount, { style: 'currency', currency });
  return visit.words('shop')('won', { amount: visit.number(amount, { maximumFractionDigits: 2 }) });
}

/** An item that the public may see. Null if it is unknown or withheld. */
export async function findPublicItem(itemId: number, catalog: CatalogStore): Promise<StoredItem | null> {
  const [item] = await catalog.findItems([itemId]);
  return isPublic(item) ? item : null;
}

/** An item as in API responses with detail=Y, but with the price outside deals. */
export function itemFields(item: StoredItem, links: Links): ItemFields {
  const placed = { item: { ...item, deal: null }, sortOrder: 1, upDown: null };
  const view = { detail: true, sides: false, addOnUserKey: null };
  return itemJson(placed, view, { links, goodsSortNames: new Map(), today: 0 });
}

export type StructuredData = Readonly<Record<string, unknown>>;

interface Preview {
  readonly title: string;
  /** The absolute URL of the page, or of the operator's own page. */
  readonly url: string;
  readonly description: string;
  readonly image: string;
  readonly kind: 'website' | 'book' | 'profile';
  readonly data?: readonly StructuredData[];
}

const DESCRIPTION_MAX = 300;

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
    const json = JSON.stringify({ '@context': 'https://schema.org', ...one }, withoutEmpty);
    return html`<script type="application/ld+json">${escapeInScript(json)}</script>\n`;
  });
  return html`${description !== '' && html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${isOurs ? inLanguage(language) : url}">
${isOurs && html`${alternates}<link rel="alternate" hreflang="x-default" href="${url}">\n`}${properties.map(([name, content]) => html`<meta property="og:${name}" content="${content}">\n`)}<meta name="twitter:card" content="summary">
${scripts}`;
}

/** Leaves out what the shop doesn't know. */
function withoutEmpty(_name: string, value: unknown): unknown {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? undefined : value;
}

type Named = Readonly<Record<'name' | 'url', string>>;

export function breadcrumbData(path: readonly Named[]): StructuredData {
  return { '@type': 'BreadcrumbList', itemListElement: listItems(path, 'item') };
}

export function categoryData({ name, url }: Named, books: readonly Named[]): StructuredData {
  return { '@type': 'ItemList', name, url, itemListElement: listItems(books, 'url') };
}

function listItems(links: readonly Named[], to: 'item' | 'url'): readonly object[] {
  return links.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, [to]: url }));
}
