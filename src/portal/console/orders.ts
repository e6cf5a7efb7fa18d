import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import { formatKstMonth, type KstMonth, parseKstDay, parseKstMonth } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { Exclusion, OrderSearch } from '../../rankings/order-desk.ts';
import { invalid, PortalError } from '../failures.ts';
import { BROWSING, type PortalRoute, READING, route, type SignedInRequestTo } from '../route.ts';
import { PAGE_SIZE, WORKING } from './list-limits.ts';
import { followRestated } from './rankings.ts';

/** Order lines, and what is left out of months (docs/rules/rankings.md#order-lines). */
export const orderRoutes: readonly PortalRoute[] = [
  route('POST /console/orders/find', 'see-shop', BROWSING, async ({ input }, { orderDesk }) => {
    return { ...(await orderDesk.find(searchOf(input))), pageSize: PAGE_SIZE };
  }),
  route('POST /console/orders/preview', 'shop', WORKING, async ({ input }, { orderDesk }) => {
    return orderDesk.preview(readExclusion(input));
  }),
  route('POST /console/orders/exclude', 'shop', WORKING, async ({ account, input }, services) => {
    const exclusion = readExclusion(input);
    const outcome = await services.orderDesk.exclude(exclusion, input.reason);
    return followRestated(outcome, account, 'rankings.restated', detailOf(exclusion), services);
  }),
  route('GET /console/orders/exclusions', 'see-shop', READING, async ({ input: { page } }, { orderDesk }) => {
    return { ...(await orderDesk.listExclusions((page - 1) * PAGE_SIZE, PAGE_SIZE)), pageSize: PAGE_SIZE };
  }),
  route('POST /console/orders/undo', 'shop', WORKING, async ({ account, input }, services) => {
    const { exclusion, ...outcome } = await services.orderDesk.undo(input.exclusionId);
    if (outcome.kind === 'unknown') throw new PortalError('STALE');
    const detail = exclusion === undefined ? {} : detailOf(exclusion);
    return followRestated(outcome, account, 'rankings.exclusion-undone', detail, services);
  }),
];

function searchOf(input: SignedInRequestTo<'POST /console/orders/find'>['input']): OrderSearch {
  const { by, text, page } = input;
  const part = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  if (by === 'order') return { by, text, ...part };
  if (by === 'day') {
    const day = parseKstDay(text);
    if (day === null) throw invalid('text', message('input.day'));
    return { by, day, ...part };
  }
  const month = readMonth(input.month ?? '');
  if (by === 'mark') checkMark('text', text);
  const isbn = compactIsbn(text);
  return { by, text: by === 'item' && isIsbn13Form(isbn) ? isbn : text, month, ...part };
}

function readMonth(text: string): KstMonth {
  const month = parseKstMonth(text);
  if (month === null) throw invalid('month', message('input.month'));
  return month;
}

function checkMark(field: string, text: string): void {
  if (!/^[0-9a-f]{1,14}$/.test(text)) throw invalid(field, message('input.buyerMark'));
}

function readExclusion({
  month,
  itemId,
  mark,
}: Omit<Exclusion, 'month'> & { readonly month: string }): Exclusion {
  if (mark !== null) checkMark('mark', mark);
  if ((itemId === null) === (mark === null)) throw invalid('itemId', message('input.itemOrBuyer'));
  return { month: readMonth(month), itemId, mark };
}

/** The log doesn't say who the buyer is, not even by the mark. */
function detailOf({ month, itemId }: Exclusion): object {
  return { month: formatKstMonth(month), ...(itemId === null ? { buyers: 1 } : { items: [itemId] }) };
}
