import { formatKstMonth, type KstMonth } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { CountedItem, Exclusion, OrderLine } from '../../rankings/order-desk.ts';
import { moment, momentOf } from '../kit/dates.ts';
import { formOf } from '../kit/form.ts';
import { notice, section, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { PAGE_SIZE } from './page-size.ts';

export const SEARCH_KINDS = ['item', 'order', 'buyer', 'mark', 'day'] as const;

/** A search as it was sent. */
export interface SentSearch {
  readonly by: (typeof SEARCH_KINDS)[number];
  readonly text: string;
  readonly month: KstMonth;
  /** The page of the lines. */
  readonly page: number;
}

/** Why a product has its rank in a month: how its order lines count, by rule, and what the published list says. */
export function countedItem(visit: Visit, item: CountedItem, month: KstMonth): Html {
  const t = visit.words('consoleOrders');
  const { itemId, title, rules, copies, published, isDeleted } = item;
  const counted = visit.number(copies);
  const sum =
    published === null
      ? t('why.noList', { counted })
      : t('why.sum', { counted, listed: visit.number(published.copies), day: published.untilDay });
  const byRule = table({
    caption: t('why.byRule'),
    part: 'rules',
    columns: [
      { head: t('lines.rule'), cell: ({ rule }) => t(`lines.rules.${rule}`) },
      { head: t('why.lines'), cell: (one) => visit.number(one.lines), isNumber: true },
      { head: t('lines.quantity'), cell: (one) => visit.number(one.quantity), isNumber: true },
      {
        head: t('lines.copies'),
        cell: (one) => html`<strong>${visit.number(one.copies)}</strong>`,
        isNumber: true,
      },
    ],
    rows: rules,
  });
  return section(
    t('why.title', { month: formatKstMonth(month) }),
    html`<p><a href="/portal/console/shop/${itemId}"><bdi>${title}</bdi></a></p>
${isDeleted && notice('warn', t('why.deleted'))}<p>${sum}</p>
${published !== null && published.copies !== copies && notice('warn', t('why.differs'))}
${rules.length > 0 && byRule}
${visit.may('shop') && previewForm(visit, { month, itemId, mark: null }, title)}`,
    { id: 'why' },
  );
}

export function linesTable(
  visit: Visit,
  lines: readonly OrderLine[],
  isOfItem: boolean,
  findsMarks: boolean,
): Html {
  const t = visit.words('consoleOrders');
  const buyer = ({ mark, soldAtMs, orderId, lineNo }: OrderLine): HtmlValue => {
    if (mark === null) return t('lines.noBuyer');
    if (!findsMarks) return html`<code>${mark}</code>`;
    const month = momentOf(soldAtMs).slice(0, 7);
    return formOf(visit, 'find', {
      fields: {},
      at: `${orderId}-${lineNo}`,
      hidden: { by: 'mark', text: mark, month },
      button: mark,
      kind: 'plain',
    });
  };
  return table({
    caption: t('lines.caption'),
    part: 'lines',
    columns: [
      { head: t('lines.time'), cell: ({ soldAtMs }) => moment(soldAtMs) },
      {
        head: t('lines.order'),
        cell: ({ orderId, lineNo }) => html`<bdi>${t('lines.orderLine', { orderId, lineNo })}</bdi>`,
      },
      ...(isOfItem
        ? []
        : [{ head: t('lines.item'), cell: ({ title }: OrderLine) => html`<bdi>${title}</bdi>` }]),
      { head: t('lines.buyer'), cell: buyer },
      {
        head: t('lines.quantity'),
        cell: ({ quantity, returned }) => visit.number(quantity - returned),
        isNumber: true,
      },
      {
        head: t('lines.copies'),
        cell: ({ copies }) => html`<strong>${visit.number(copies)}</strong>`,
        isNumber: true,
      },
      { head: t('lines.rule'), cell: ({ rule }) => t(`lines.rules.${rule}`) },
    ],
    rows: lines,
  });
}

/** The way to the lines before and after, which are posted as the search is. */
export function linesPager(
  visit: Visit,
  { by, text, month, page: at }: SentSearch,
  totalCount: number,
): HtmlValue {
  const t = visit.words('frame');
  const last = Math.max(1, Math.ceil(totalCount / PAGE_SIZE));
  if (last === 1) return null;
  const to = (page: number, name: string) =>
    page >= 1 &&
    page <= last &&
    formOf(visit, 'find', {
      fields: {},
      at: `page-${page}`,
      hidden: { by, text, month: formatKstMonth(month), page },
      button: name,
      kind: 'plain',
    });
  return html`<nav class="pager" aria-label="${t('pages.label')}">${to(at - 1, t('pages.previous'))}<span>${t('pages.at', { page: visit.number(at), last: visit.number(last) })}</span>${to(at + 1, t('pages.next'))}</nav>`;
}

/** Shows what leaving something out would change, before anything is. */
export function previewForm(visit: Visit, { month, itemId, mark }: Exclusion, name: string): Html {
  const t = visit.words('consoleOrders');
  return formOf(visit, 'preview', {
    fields: {},
    hidden: { month: formatKstMonth(month), itemId: itemId ?? '', mark: mark ?? '', name },
    button: t(itemId === null ? 'exclude.openBuyer' : 'exclude.openItem', { month: formatKstMonth(month) }),
    kind: 'danger',
  });
}
