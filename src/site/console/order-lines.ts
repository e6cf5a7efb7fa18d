import { formatKstMonth, type KstMonth } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { CountedItem, OrderLine, OrderSearch } from '../../rankings/ledger/order-lines.ts';
import type { Exclusion } from '../../rankings/ledger/restatement.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { moment, momentOf, notice, pager, section, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';

/** A search as it was sent. */
export interface SentSearch extends Pick<OrderSearch, 'by' | 'text' | 'month'> {
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
    const at = `${orderId}-${lineNo}`;
    return buttonForm(visit, 'find', { by: 'mark', text: mark, month }, mark, { at });
  };
  return table(t, {
    caption: t('lines.caption'),
    part: 'lines',
    columns: [
      'lines.time',
      'lines.order',
      !isOfItem && 'lines.item',
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

/** The way to the lines before and after, which are posted as the search is. */
export function linesPager(
  visit: Visit,
  { by, text, month, page }: SentSearch,
  totalCount: number,
): HtmlValue {
  const search = { by, text, month: formatKstMonth(month) };
  const wayTo = (to: number, button: string) =>
    buttonForm(visit, 'find', { ...search, page: to }, button, { at: `page-${to}` });
  return pager(visit, { page, totalCount, wayTo });
}

/** Shows what leaving something out would change, before anything is. */
export function previewForm(visit: Visit, { month, itemId, mark }: Exclusion, name: string): Html {
  const t = visit.words('consoleOrders');
  return formOf(visit, 'preview', {
    hidden: { month: formatKstMonth(month), itemId: itemId ?? '', mark: mark ?? '', name },
    button: t(itemId === null ? 'exclude.openBuyer' : 'exclude.openItem', { month: formatKstMonth(month) }),
    kind: 'danger',
  });
}
