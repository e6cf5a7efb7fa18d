import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import { REASON_MAX } from '../../catalog/item-overrides.ts';
import { formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay, parseKstDay } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type FoundLines, type OrderLine, SEARCH_KINDS } from '../../rankings/ledger/order-lines.ts';
import {
  field,
  givenOf,
  type InputOf,
  id,
  line,
  month,
  NO_CORRECTION,
  pageNumber,
  readFields,
  typed,
  word,
} from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { moment, momentOf, notice, PAGE_SIZE, pager, section, table } from '../kit/ui.ts';
import { confirm, invalid, type Page, required, type SignedInVisit, type Visit } from '../kit/visit.ts';

const SEARCH = {
  by: word(SEARCH_KINDS, 'consoleOrders.search.kinds').called('consoleOrders.search.by'),
  text: line(1, 200, NO_CORRECTION).called('consoleOrders.search.text', 'consoleOrders.search.hint'),
  month: month().optional().called('consoleOrders.search.month', 'consoleOrders.search.monthHint'),
  page: pageNumber(),
};
type Search = InputOf<typeof SEARCH> & { readonly month: KstMonth };

/** The mark that stands for a buyer in the lists of order lines: up to 14 hexadecimal digits. */
const MARK = field({
  ...line(1, 14),
  read(sent, name) {
    if (typeof sent === 'string' && /^[0-9a-f]{1,14}$/.test(sent)) return sent;
    throw invalid(name, 'input.buyerMark');
  },
}).or(null);

/** An item, or a buyer with this mark, whose order lines don't count in the month. `name` is the item's title or the buyer. */
const EXCLUSION = { month: month(), itemId: id().or(null), mark: MARK, name: typed(0, 250_000).or('') };
const EXCLUDE = {
  ...EXCLUSION,
  reason: line(1, REASON_MAX).called('consoleOrders.exclusions.reason', 'consoleOrders.exclude.reasonHint', {
    max: REASON_MAX,
  }),
};
type Exclusion = InputOf<typeof EXCLUSION>;

const QUERY = { item: line(1, 200).optional(), month: month().optional(), page: pageNumber() };

/**
 * Order lines and how they count, and what months leave out (docs/operate.md#orders). Searches are POSTed, so that no URL has an
 * order number or a buyer's reference.
 */
export const ordersScreen = screen('/portal/console/orders', {
  needs: 'see-shop',
  limit: 'browsing',
  query: QUERY,
  async show(visit, { item, month, page }) {
    const { problem } = visit;
    if (problem?.form === 'exclude') return excludePage(visit, readFields(EXCLUSION, problem.sent));
    if (problem !== null || item === undefined) return searchPage(visit, page);
    return searchPage(visit, page, { by: 'item', text: item, month, page: 1 });
  },
  forms: {
    find: form(['see-shop', 'browsing'], SEARCH, (visit, input, { page }: InputOf<typeof QUERY>) =>
      searchPage(visit, page, input),
    ),
    preview: form('shop', EXCLUSION, excludePage),
    exclude: form('shop', EXCLUDE, async (visit, { reason, ...exclusion }) => {
      refuseAmbiguous(exclusion);
      const { orderDesk, runRequests } = visit.services;
      const isListed = await orderDesk.exclude(exclusion, reason, visit.actor);
      if (!isListed) throw invalid('month', 'input.noListOfMonth');
      await runRequests.request('tally', null);
      return done('consoleOrders.exclude.done');
    }),
    undo: form('shop', { exclusionId: id() }, async (visit, { exclusionId }) => {
      const { orderDesk, runRequests } = visit.services;
      const all = await orderDesk.listExclusions(0, Number.MAX_SAFE_INTEGER);
      const found = all.exclusions.find((one) => one.exclusionId === exclusionId);
      const { month, reason } = required(found, 'STALE');
      confirm(visit, month, 'consoleOrders.exclusions.why', { month, reason });
      required(await orderDesk.undo(exclusionId, visit.actor), 'STALE');
      await runRequests.request('tally', null);
      return done('consoleOrders.exclusions.undone');
    }),
  },
});

function refuseAmbiguous({ itemId, mark }: Exclusion): void {
  if ((itemId === null) === (mark === null)) throw invalid('itemId', 'input.itemOrBuyer');
}

/** Shows what the search `sent` finds. The default month is the current one. Throws INVALID. */
async function searchPage(visit: Visit, page: number, sent?: InputOf<typeof SEARCH>): Promise<Page> {
  const t = visit.words('consoleOrders');
  const thisMonth = kstMonthOfDay(kstDayOf(visit.services.clock.nowMs()));
  const search = sent === undefined ? null : { ...sent, month: sent.month ?? thisMonth };
  const excluded = await visit.services.orderDesk.listExclusions((page - 1) * PAGE_SIZE, PAGE_SIZE);
  const values = search ?? { by: 'item', text: '', month: thisMonth };
  const searchForm = formOf(visit, 'find', { fields: SEARCH, values, button: t('search.submit') });
  const exclusions = table(t, {
    caption: t('exclusions.title'),
    part: 'exclusions',
    none: t('exclusions.none'),
    columns: [
      'search.month:line',
      'exclusions.what',
      'exclusions.reason',
      'exclusions.time',
      'exclusions.undo',
    ],
    rows: excluded.exclusions.map(({ exclusionId, month, title, mark, reason, excludedAtMs }) => [
      month,
      html`<bdi>${mark === null ? title : t('buyer', { mark })}</bdi>`,
      html`<bdi>${reason}</bdi>`,
      moment(excludedAtMs),
      visit.may('shop') && buttonForm(visit, 'undo', { exclusionId }, t('exclusions.undo')),
    ]),
  });
  const list = [exclusions, pager(visit, { page, totalCount: excluded.totalCount })];
  return {
    title: t('title'),
    lead: t('lead'),
    hasTitles: true,
    body: html`${searchForm}
${search !== null && (await foundPart(visit, search))}
${section(t('exclusions.title'), list, { id: 'exclusions' })}`,
  };
}

/** The order lines found and, for an item, how they count. Throws INVALID. */
async function foundPart(visit: Visit, { by, text, month, page }: Search): Promise<Html> {
  const t = visit.words('consoleOrders');
  if (by === 'day' && parseKstDay(text) === null) throw invalid('text', 'input.day');
  if (by === 'mark') MARK.read(text, 'text');
  const isbn = compactIsbn(text);
  const wanted = by === 'item' && isIsbn13Form(isbn) ? isbn : text;
  const slice = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const found = await visit.services.orderDesk.find({ by, text: wanted, month, ...slice });
  const { lines, totalCount, item } = found;
  const isOfBuyer = by === 'buyer' || by === 'mark';
  const mark = isOfBuyer ? (lines[0]?.mark ?? null) : null;
  const name = t('buyer', { mark: mark ?? '' });
  const searched = { by, text, month: formatKstMonth(month) };
  const linkTo = (to: number, button: string) =>
    buttonForm(visit, 'find', { ...searched, page: to }, button, { at: `page-${to}` });
  return html`<div data-part="found">${item !== null && countedItem(visit, item, month)}
<p role="status">${t('found', { count: totalCount })}</p>
${mark !== null && previewForm(visit, { month, itemId: null, mark, name })}
${lines.length > 0 && linesTable(visit, found, !isOfBuyer)}
${pager(visit, { page, totalCount, linkTo })}</div>`;
}

function countedItem(visit: Visit, item: NonNullable<FoundLines['item']>, month: KstMonth): Html {
  const t = visit.words('consoleOrders');
  const { itemId, title, rules, copies, published, isDeleted } = item;
  const counted = visit.number(copies);
  const sum =
    published === null
      ? t('why.noList', { counted })
      : t('why.sum', { counted, listed: visit.number(published.copies), day: published.untilDay });
  const byRule = table(t, {
    caption: t('why.byRule'),
    part: 'rules',
    columns: ['lines.rule', 'why.lines:number', 'lines.quantity:number', 'lines.copies:number'],
    rows: rules.map((one) => [
      t(`lines.rules.${one.rule}`),
      visit.number(one.lines),
      visit.number(one.quantity),
      html`<strong>${visit.number(one.copies)}</strong>`,
    ]),
  });
  const body = html`<p><a href="/portal/console/shop/${itemId}"><bdi>${title}</bdi></a></p>
${isDeleted && notice('warn', t('why.deleted'))}<p>${sum}</p>
${published !== null && published.copies !== copies && notice('warn', t('why.differs'))}
${rules.length > 0 && byRule}
${previewForm(visit, { month, itemId, mark: null, name: title })}`;
  return section(t('why.title', { month: formatKstMonth(month) }), body, { id: 'why' });
}

function linesTable(visit: Visit, { lines, item }: FoundLines, findsMarks: boolean): Html {
  const t = visit.words('consoleOrders');
  const buyer = ({ mark, soldAtMs, orderId, lineNo }: OrderLine): HtmlValue => {
    if (mark === null) return t('lines.noBuyer');
    if (!findsMarks) return html`<code>${mark}</code>`;
    const month = momentOf(soldAtMs).slice(0, 7);
    const at = `${orderId}-${lineNo}`;
    return buttonForm(visit, 'find', { by: 'mark', text: mark, month }, mark, { at });
  };
  return table(t, {
    caption: t('lines.caption'),
    part: 'lines',
    columns: [
      'lines.time',
      'lines.order',
      item === null && 'lines.item',
      'lines.buyer',
      'lines.quantity:number',
      'lines.copies:number',
      'lines.rule',
    ],
    rows: lines.map((one) => [
      moment(one.soldAtMs),
      html`<bdi>${t('lines.orderLine', { orderId: one.orderId, lineNo: one.lineNo })}</bdi>`,
      html`<bdi>${one.title}</bdi>`,
      buyer(one),
      visit.number(one.quantity - one.returned),
      html`<strong>${visit.number(one.copies)}</strong>`,
      t(`lines.rules.${one.rule}`),
    ]),
  });
}

function previewForm(visit: Visit, exclusion: Exclusion): HtmlValue {
  const id = exclusion.itemId === null ? 'exclude.openBuyer' : 'exclude.openItem';
  const button = visit.words('consoleOrders')(id, { month: formatKstMonth(exclusion.month) });
  const hidden = givenOf(EXCLUSION, exclusion);
  return visit.may('shop') && formOf(visit, 'preview', { hidden, button, kind: 'danger' });
}

/** What an exclusion would change, and its form. Throws INVALID. */
async function excludePage(visit: SignedInVisit, exclusion: Exclusion): Promise<Page> {
  refuseAmbiguous(exclusion);
  const t = visit.words('consoleOrders');
  const { lines, copies, items } = await visit.services.orderDesk.preview(exclusion);
  const effect = table(t, {
    caption: t('exclude.items'),
    part: 'effect',
    columns: ['lines.item', 'exclude.before:number', 'exclude.after:number'],
    rows: items.map(({ title, before, after }) => [
      html`<bdi>${title}</bdi>`,
      visit.number(before),
      visit.number(after),
    ]),
  });
  const excludeForm = formOf(visit, 'exclude', {
    fields: EXCLUDE,
    hidden: givenOf(EXCLUSION, exclusion),
    button: t('exclude.now'),
    kind: 'danger',
    beside: html`<a class="button" href="/portal/console/orders">${t('exclude.keep')}</a>`,
    body: (field) => [html`<p>${t('exclude.body')}</p>`, field('reason')],
  });
  return {
    title: t('exclude.question', { name: exclusion.name, month: formatKstMonth(exclusion.month) }),
    lead: t('exclude.effect', { lines, copies: visit.number(copies) }),
    hasTitles: true,
    body: html`${items.length > 0 && effect}
${excludeForm}`,
  };
}
