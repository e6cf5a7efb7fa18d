import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import { REASON_MAX } from '../../catalog/item-overrides.ts';
import { formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay, parseKstDay } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { message } from '../../messages/messages.ts';
import { type FoundLines, SEARCH_KINDS } from '../../rankings/ledger/order-lines.ts';
import type { Exclusion } from '../../rankings/ledger/restatement.ts';
import {
  type Field,
  type InputOf,
  id,
  line,
  month,
  nullable,
  optional,
  pageNumber,
  readFields,
  word,
} from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { BROWSING, done, form, screen } from '../kit/screen.ts';
import { moment, PAGE_SIZE, pager, section, table } from '../kit/ui.ts';
import { confirm, Failure, invalid, type Page, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { countedItem, linesPager, linesTable, previewForm, type SentSearch } from './order-lines.ts';
import { noListOfMonth, publishRestated } from './rankings.ts';

const SEARCH = {
  by: word(SEARCH_KINDS),
  text: line(1, 200, { autocapitalize: 'none', spellcheck: 'false' }),
  month: optional(month()),
  page: pageNumber(),
};

/** The mark of a buyer in digits, as lines show it. */
const MARK: Field<string | null> = nullable({
  ...line(1, 14),
  read(sent, name) {
    if (typeof sent !== 'string' || !/^[0-9a-f]{1,14}$/.test(sent))
      throw invalid(name, message('input.buyerMark'));
    return sent;
  },
});

/** One of both, and the month that it is left out of. */
const EXCLUSION = { month: month(), itemId: nullable(id()), mark: MARK };
const EXCLUDE = { ...EXCLUSION, reason: line(1, REASON_MAX) };

const QUERY = { item: optional(line(1, 200)), month: optional(month()), page: pageNumber() };

/**
 * The order lines behind a rank, how each counts, and what is left out of months (docs/operate.md#orders). Searches are
 * posted: the address holds a product and a month at most, never an order's number or a buyer's reference.
 */
export const ordersScreen = screen('/portal/console/orders', {
  needs: 'see-shop',
  limit: BROWSING,
  query: QUERY,
  async show(visit, { item, month, page }) {
    const { problem } = visit;
    const excluded = problem?.form === 'exclude' ? exclusionIn(problem.sent) : null;
    if (excluded !== null) return excludePage(visit, excluded, problem?.sent.name);
    if (problem !== null || item === undefined) return searchPage(visit, null, null, page);
    const search: SentSearch = { by: 'item', text: item, month: month ?? thisMonth(visit), page: 1 };
    return searchPage(visit, search, await find(visit, search), page);
  },
  forms: {
    find: form(['see-shop', BROWSING], SEARCH, async (visit, input, { page }: InputOf<typeof QUERY>) => {
      const search = { ...input, month: input.month ?? thisMonth(visit) };
      return searchPage(visit, search, await find(visit, search), page);
    }),
    preview: form('shop', EXCLUSION, async (visit, input) => {
      const exclusion = readExclusion(input);
      return excludePage(visit, exclusion, visit.sent.name);
    }),
    exclude: form('shop', EXCLUDE, async (visit, { reason, ...input }) => {
      const exclusion = readExclusion(input);
      if (!(await visit.services.orderDesk.exclude(exclusion, reason))) throw noListOfMonth();
      await publishRestated(visit, 'rankings.restated', detailOf(exclusion));
      return done('consoleOrders.exclude.done');
    }),
    undo: form('shop', { exclusionId: id() }, async (visit, { exclusionId }) => {
      const { orderDesk } = visit.services;
      const all = await orderDesk.listExclusions(0, Number.MAX_SAFE_INTEGER);
      const found = all.exclusions.find((one) => one.exclusionId === exclusionId);
      if (found === undefined) throw new Failure('STALE');
      const { month } = found;
      confirm(visit, month, message('consoleOrders.exclusions.why', { month, reason: found.reason }));
      const exclusion = await orderDesk.undo(exclusionId);
      if (exclusion === null) throw new Failure('STALE');
      await publishRestated(visit, 'rankings.exclusion-undone', detailOf(exclusion));
      return done('consoleOrders.exclusions.undone');
    }),
  },
});

function thisMonth({ services }: Visit): KstMonth {
  return kstMonthOfDay(kstDayOf(services.clock.nowMs()));
}

function find({ services }: Visit, { by, text, month, page: at }: SentSearch): Promise<FoundLines> {
  if (by === 'day' && parseKstDay(text) === null) throw invalid('text', message('input.day'));
  if (by === 'mark') MARK.read(text, 'text');
  const isbn = compactIsbn(text);
  const wanted = by === 'item' && isIsbn13Form(isbn) ? isbn : text;
  const part = { offset: (at - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  return services.orderDesk.find({ by, text: wanted, month, ...part });
}

function readExclusion(exclusion: Exclusion): Exclusion {
  if ((exclusion.itemId === null) === (exclusion.mark === null))
    throw invalid('itemId', message('input.itemOrBuyer'));
  return exclusion;
}

/** What a form that couldn't be done was about; null where that is none. */
function exclusionIn(sent: Query): Exclusion | null {
  try {
    return readExclusion(readFields(EXCLUSION, sent));
  } catch {
    return null;
  }
}

/** The log doesn't say who the buyer is, not even by the mark. */
function detailOf({ month, itemId }: Exclusion): object {
  return { month: formatKstMonth(month), ...(itemId === null ? { buyers: 1 } : { items: [itemId] }) };
}

/** The search, what it found, and what is left out of months. */
async function searchPage(
  visit: Visit,
  search: SentSearch | null,
  found: FoundLines | null,
  page: number,
): Promise<Page> {
  const t = visit.words('consoleOrders');
  const shown = search ?? { by: 'item' as const, text: '', month: thisMonth(visit) };
  const searchForm = formOf(visit, 'find', {
    fields: SEARCH,
    values: shown,
    button: t('search.submit'),
    body: (field) =>
      html`<div class="row">${field('by', { label: t('search.by'), nameOf: (one) => t(`search.kinds.${one}`) })}
${field('text', { label: t('search.text'), hint: t('search.hint') })}
${field('month', { label: t('search.month'), hint: t('search.monthHint') })}</div>`,
  });
  return {
    title: t('title'),
    lead: t('lead'),
    hasTitles: true,
    body: html`${searchForm}
${search !== null && found !== null && foundPart(visit, search, found)}
${section(t('exclusions.title'), await exclusionsTable(visit, page), { id: 'exclusions' })}`,
  };
}

function foundPart(visit: Visit, search: SentSearch, { lines, totalCount, item }: FoundLines): Html {
  const t = visit.words('consoleOrders');
  const isOfBuyer = search.by === 'buyer' || search.by === 'mark';
  const mark = isOfBuyer ? (lines[0]?.mark ?? null) : null;
  return html`<div data-part="found">${item !== null && countedItem(visit, item, search.month)}
<p role="status">${t('found', { count: totalCount })}</p>
${mark !== null && visit.may('shop') && previewForm(visit, { month: search.month, itemId: null, mark }, t('buyer', { mark }))}
${lines.length > 0 && linesTable(visit, lines, item !== null, !isOfBuyer)}
${linesPager(visit, search, totalCount)}</div>`;
}

async function excludePage(visit: SignedInVisit, exclusion: Exclusion, name: unknown): Promise<Page> {
  const t = visit.words('consoleOrders');
  const { lines, copies, items } = await visit.services.orderDesk.preview(exclusion);
  const month = formatKstMonth(exclusion.month);
  const { itemId, mark } = exclusion;
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
  return {
    title: t('exclude.question', { name: typeof name === 'string' ? name : '', month }),
    lead: t('exclude.effect', { lines, copies: visit.number(copies) }),
    width: 'text',
    hasTitles: true,
    body: html`${items.length > 0 && effect}
${formOf(visit, 'exclude', {
  fields: EXCLUDE,
  hidden: { month, itemId: itemId ?? '', mark: mark ?? '', name: String(name ?? '') },
  button: t('exclude.now'),
  kind: 'danger',
  beside: html`<a class="button" href="/portal/console/orders">${t('exclude.keep')}</a>`,
  body: (field) => [
    html`<p>${t('exclude.body')}</p>`,
    field('reason', { label: t('exclusions.reason'), hint: t('exclude.reasonHint', { max: REASON_MAX }) }),
  ],
})}`,
  };
}

/** What is left out of months now, with a button to undo each. */
async function exclusionsTable(visit: Visit, page: number): Promise<HtmlValue> {
  const t = visit.words('consoleOrders');
  const found = await visit.services.orderDesk.listExclusions((page - 1) * PAGE_SIZE, PAGE_SIZE);
  const list = table(t, {
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
    rows: found.exclusions.map(({ exclusionId, month, title, mark, reason, excludedAtMs }) => [
      month,
      html`<bdi>${mark === null ? title : t('buyer', { mark })}</bdi>`,
      html`<bdi>${reason}</bdi>`,
      moment(excludedAtMs),
      visit.may('shop') && buttonForm(visit, 'undo', { exclusionId }, t('exclusions.undo')),
    ]),
  });
  return [list, pager(visit, { page, totalCount: found.totalCount })];
}
