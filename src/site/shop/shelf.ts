import type { Category } from '../../catalog/category.ts';
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
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Texts } from '../../messages/languages.ts';
import type { Correction } from '../../search/search-index.ts';
import { suggestionOf } from '../../search/search-index.ts';
import type { ItemFields } from '../../v1/item.ts';
import { curlCommand, testToolAddress } from '../kit/calls.ts';
import type { Services } from '../kit/services.ts';
import { addressWith, attributesOf, copyBlock, section } from '../kit/ui.ts';
import type { Page, Visit } from '../kit/visit.ts';

interface ShelfBook
  extends Pick<ItemFields, 'itemId' | 'title' | 'author' | 'cover'>,
    Partial<Pick<ItemFields, 'salePrice'>> {
  readonly sortOrder?: number;
  readonly upDown?: number | null;
}

/** A call of the API that a page shows. */
export interface ShownCall {
  readonly endpoint: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Shelf {
  readonly books: readonly (ShelfBook & { readonly link: string })[];
  readonly totalCount: number;
  /** The period that the list describes, such as a day, a week or a month; empty for searches. */
  readonly edition: string;
  readonly correction: Correction | null;
  readonly suggestion: string | null;
  /** Why there are no books, such as a page past the last one; null if the API gives no reason. */
  readonly reason: Texts | null;
  readonly call: ShownCall;
}

/** The period that a list describes, a week with its days: 2026-W47 (2026-11-16 – 2026-11-22). */
export function periodText(edition: string): string {
  const week = parseKstWeek(edition);
  if (week === null) return edition;
  const first = kstWeekFirstDay(week);
  return `${edition} (${formatKstDay(first)} – ${formatKstDay(first + 6)})`;
}

/** Books on a page of a shelf: the API's default. */
export const SHELF_SIZE = 20;

/** The books of an endpoint as the API returns them, so both always agree. An empty shelf isn't a failure. Throws ApiError. */
export async function readShelf(call: ShownCall, { api }: Services): Promise<Shelf> {
  try {
    const { json, ...about } = await api.read(call.endpoint, call.parameters);
    const data: { readonly items: Shelf['books']; readonly totalCount: number } = JSON.parse(json);
    return { ...about, books: data.items, totalCount: data.totalCount, reason: null, call };
  } catch (error) {
    if (!(error instanceof ApiError) || ERROR_STATUS[error.code] !== 404) throw error;
    const { detail } = error.values;
    const reason = typeof detail === 'object' ? detail : null;
    const suggestion = suggestionOf(error.headers);
    return { books: [], totalCount: 0, edition: '', correction: null, suggestion, reason, call };
  }
}

/**
 * How many root categories and months are tried until a list has books. Months, because the newest orders of an old export are
 * months old.
 */
const ROOTS_MAX = 5;
const MONTHS_MAX = 12;

/** The first list that has books: the last four weeks of each root category, then month by month. Null if none has. */
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

/** Books as covers. Each is one link, so keyboard users pass them quickly. */
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

/** An amount in the shop's currency, in the language's notation. */
export function priceOf(visit: Visit, amount: number): string {
  const { currency } = visit.services;
  if (currency !== 'KRW') return visit.number(amount, { style: 'currency', currency });
  return visit.words('shop')('won', { amount: visit.number(amount, { maximumFractionDigits: 2 }) });
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

export interface CategoryLink {
  readonly name: string;
  readonly to: string;
}

export function categoryAddress(categoryId: string): string {
  return `/categories/${encodeURIComponent(categoryId)}`;
}

export function categoryLinks(categories: readonly Category[]): readonly CategoryLink[] {
  return categories.map(({ categoryId, categoryName }) => ({
    name: categoryName,
    to: categoryAddress(categoryId),
  }));
}

export function breadcrumbLine(visit: Visit, path: readonly CategoryLink[]): HtmlValue {
  const steps = path.map(
    ({ name, to }, at) => html`${at > 0 && ' › '}<a href="${to}"><bdi>${name}</bdi></a>`,
  );
  return (
    path.length > 0 &&
    html`<nav class="path" aria-label="${visit.words('shop')('categoryPath')}">${steps}</nav>`
  );
}

export function chips(links: readonly CategoryLink[]): Html {
  return html`<ul class="chips">${links.map(({ name, to }) => html`<li><a href="${to}"><bdi>${name}</bdi></a></li>\n`)}</ul>`;
}

/** A public page, with the operator's name at its end. Search engines index it if it has a `head`. */
export function shopPage(
  visit: Visit,
  title: string,
  body: Html,
  head: Pick<Page, 'head' | 'link'> | false,
): Page {
  const { operatorName } = visit.services;
  return {
    title,
    hasOwnHeading: true,
    hasTitles: true,
    width: 'wide',
    ...head,
    body: html`${body}
<p class="origin">${visit.words('shop')('origin')}: <bdi>${operatorName}</bdi></p>`,
  };
}
