import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import {
  DATA_FIELDS,
  type Decided,
  OVERRIDE_LISTS,
  type OverridableItem,
  type OverrideField,
  type OverrideFields,
  REASON_MAX,
} from '../../catalog/item-overrides.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { PLAIN_SEARCH } from '../../search/search-index.ts';
import { type InputOf, id, line, pageNumber, typed, word } from '../kit/fields.ts';
import { filterForm } from '../kit/form.ts';
import { screen } from '../kit/screen.ts';
import { PAGE_SIZE, pager, table, tabs } from '../kit/ui.ts';
import { Failure, invalid, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { itemFields, priceOf } from '../shop/page.ts';

export const SHOP = '/portal/console/shop';

export const REASON = {
  reason: line(0, REASON_MAX).or('').called('products.reason', 'products.reasonHint', { max: REASON_MAX }),
};

export const UNDO_FIELDS = { decisionId: id() };

const QUERY = {
  text: typed(0, 200, { type: 'search' }).or('').called('products.find', 'products.findHint'),
  list: word(OVERRIDE_LISTS).or('withheld'),
  page: pageNumber(),
};

/** Products that operators search for or have decided about (docs/accounts.md#operators-decisions). */
export const itemsScreen = screen(SHOP, {
  needs: 'see-shop',
  limit: 'browsing',
  query: QUERY,
  async show(visit, query) {
    const t = visit.words('products');
    const { text } = query;
    const words = text.trim();
    const filter = filterForm(visit, { fields: QUERY, values: { text }, button: t('submit') });
    const body = words === '' ? await decidedItems(visit, query) : await foundItems(visit, words);
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`<div class="row">${filter}${visit.may('shop') && html`<a class="button" href="${SHOP}/bulk">${t('bulkLink')}</a>`}</div>
${body}`,
    };
  },
});

/** Finds items by search, which hides withheld items. Withheld items are found by number, ISBN or part of the title. */
async function foundItems(visit: Visit, text: string): Promise<Html> {
  const t = visit.words('products');
  const { itemOverrides, search } = visit.services;
  const byNumber = /^[1-9]\d{0,15}$/.test(text) ? [Number(text)] : [];
  const isbn13 = compactIsbn(text);
  const withheld = await itemOverrides.findWithheld(isIsbn13Form(isbn13) ? isbn13 : text, PAGE_SIZE);
  const { itemIds } = await search.search({ ...PLAIN_SEARCH, query: text, limit: PAGE_SIZE });
  const ids = [...new Set([...byNumber, ...withheld, ...itemIds])].slice(0, PAGE_SIZE);
  const found = await Promise.all(ids.map((itemId) => itemOverrides.find(itemId)));
  const items = found.filter((item) => item !== null);
  return html`<section class="list stack"><p role="status">${items.length === 0 ? t('noneFound') : t('found', { count: items.length })} <a href="${SHOP}">${t('clear')}</a></p>
${items.length > 0 && (await itemTable(visit, items, t('title')))}</section>`;
}

async function decidedItems(visit: Visit, { list: field, page }: InputOf<typeof QUERY>): Promise<Html> {
  const t = visit.words('products');
  const { itemOverrides, clock } = visit.services;
  const offset = (page - 1) * PAGE_SIZE;
  const fromDay = kstDayOf(clock.nowMs());
  const { items, totalCount } = await itemOverrides.list({ field, fromDay, offset, limit: PAGE_SIZE });
  const lists = OVERRIDE_LISTS.map(
    (one) => [`${SHOP}?list=${one}`, t(`tabs.${one}`), one === field] as const,
  );
  return html`${tabs(t('tabs.label'), lists)}
${items.length === 0 ? html`<p class="soft" data-part="none">${t(`none.${field}`)}</p>` : html`<p class="small soft">${t(`order.${field}`)}</p>${await itemTable(visit, items, t(`tabs.${field}`))}`}
${pager(visit, { page, totalCount })}`;
}

async function itemTable(visit: Visit, items: readonly OverridableItem[], caption: string): Promise<Html> {
  const t = visit.words('products');
  const { catalog, links } = visit.services;
  const stored = await catalog.findItems(items.map(({ itemId }) => itemId));
  const authors = new Map(stored.map((one) => [one?.itemId, one && itemFields(one, links).author]));
  return table(t, {
    caption,
    part: 'items',
    columns: ['item', 'number:line', 'prices:number', 'state'],
    rows: items.map((item) => [
      html`<a href="${SHOP}/${item.itemId}"><bdi>${item.title}</bdi></a><bdi class="block">${authors.get(item.itemId)}</bdi>`,
      html`${item.itemId}<span class="block">${item.isbn13}</span>`,
      `${priceOf(visit, item.shopPrice)} / ${priceOf(visit, item.salePrice)}`,
      stateLines(visit, item),
    ]),
  });
}

export function stateLines(visit: Visit, item: OverridableItem): HtmlValue {
  const t = visit.words('products');
  const { withheld, attention, deal, decision } = item;
  const corrected = DATA_FIELDS.filter((field) => field in (decision?.decided ?? {}));
  const fields = corrected.map((field) => t(`fields.${field}`));
  const lines = [
    withheld ? html`<strong class="bad">${t('withheld')}</strong>` : t('visible'),
    attention !== null && `${t('attention')} ${valueText(visit, item, 'attention')}`,
    deal !== null && `${t('deal')} ${valueText(visit, item, 'deal')}`,
    fields.length > 0 && t('corrected', { fields: fields.join(', ') }),
  ];
  return lines.map((line) => line !== false && html`<span class="block">${line}</span>`);
}

export function valueText(visit: Visit, values: Partial<OverrideFields>, field: OverrideField): string {
  const t = visit.words('products');
  const value = values[field];
  if (field === 'withheld') return t(value === true ? 'withheld' : 'visible');
  if (typeof value === 'object' && value !== null && 'from' in value) {
    const { from, until } = value;
    const today = kstDayOf(visit.services.clock.nowMs());
    const when = until < today ? 'over' : from > today ? 'coming' : 'now';
    const days = `${t('days', { from: formatKstDay(from), until: formatKstDay(until) })} (${t(when)})`;
    return 'salePrice' in value
      ? `${t('dealPrice', { price: priceOf(visit, value.salePrice) })} ${days}`
      : days;
  }
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return text === '' ? t('nothing') : text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

const SHOWN_MAX = 100;

/** Undoes a decision; with `itemId`, only one about this item alone. Throws NOT_FOUND, STALE and CatalogBusyError. */
export async function takeBack(visit: SignedInVisit, decisionId: number, itemId?: number): Promise<Decided> {
  const { itemOverrides } = visit.services;
  const [decision] = await itemOverrides.findDecisions([decisionId], itemId);
  if (decision === undefined || (itemId !== undefined && decision.items > 1)) throw new Failure('NOT_FOUND');
  return required(await itemOverrides.takeBack(decisionId, visit.actor, itemId), 'STALE');
}

export function orderedDays({ from, until }: { readonly from: number; readonly until: number }) {
  if (until < from) throw invalid('until', 'input.lastBeforeFirst');
  return { from, until };
}
