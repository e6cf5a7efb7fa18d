import type { Account } from '../../accounts/account-store.ts';
import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import type { DayWindow } from '../../catalog/item.ts';
import {
  CatalogBusyError,
  type Decided,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideFields,
  pickOverrides,
} from '../../catalog/item-overrides.ts';
import { formatKstDay, kstDayOf, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import { itemFields } from '../../site/shop/shown-item.ts';
import type { ItemOverridesPage, ItemOverridesView, OverrideFieldsView } from '../contract/console-shop.ts';
import { invalid, required } from '../failures.ts';
import { searchPlainly } from '../plain-search.ts';
import { BROWSING, type PortalRoute, READING, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmDeal } from './ask-back.ts';
import { busyWithImport } from './busy.ts';
import { PAGE_SIZE, WORKING } from './list-limits.ts';

/** Single items as operators manage them (docs/rules/accounts.md#operators-decisions). */
export const shopRoutes: readonly PortalRoute[] = [
  // Items that search finds, and withheld items, which it leaves out, by number, ISBN or a part of the title.
  route('GET /console/shop/find', 'see-shop', BROWSING, async ({ input }, services) => {
    const text = input.text.trim();
    if (text === '') throw invalid('text', message('input.itemToFind'));
    const { itemOverrides } = services;
    const byNumber = /^[1-9]\d{0,15}$/.test(text) ? [Number(text)] : [];
    const isbn13 = compactIsbn(text);
    const withheld = await itemOverrides.findWithheld(isIsbn13Form(isbn13) ? isbn13 : text, PAGE_SIZE);
    const { itemIds } = await searchPlainly(text, PAGE_SIZE, services);
    const ids = new Set([...byNumber, ...withheld, ...itemIds]);
    const found = await Promise.all([...ids].slice(0, PAGE_SIZE).map((itemId) => itemOverrides.find(itemId)));
    const items = found.filter((item) => item !== null);
    return pageOf(items, items.length, services);
  }),
  route('GET /console/shop/list', 'see-shop', READING, async ({ input: { field, page } }, services) => {
    const fromDay = kstDayOf(services.clock.nowMs());
    const offset = (page - 1) * PAGE_SIZE;
    const list = { field, fromDay, offset, limit: PAGE_SIZE };
    const { items, totalCount } = await services.itemOverrides.list(list);
    return pageOf(items, totalCount, services);
  }),
  route('GET /console/shop/item', 'see-shop', READING, async ({ input }, services) => {
    return viewFound(await services.itemOverrides.find(input.itemId), services);
  }),
  route('POST /console/shop/withheld', 'shop', WORKING, async (request, services) => {
    return decide(request, { withheld: request.input.withheld }, services);
  }),
  route('POST /console/shop/attention', 'shop', WORKING, async (request, services) => {
    return decide(request, { attention: readDays(request.input) }, services);
  }),
  route('POST /console/shop/attention/end', 'shop', WORKING, async (request, services) => {
    return decide(request, { attention: null }, services);
  }),
  route('POST /console/shop/deal', 'shop', WORKING, async (request, services) => {
    const { itemId, salePrice, confirmation } = request.input;
    const item = required(await services.itemOverrides.find(itemId));
    // A deal that isn't cheaper would be in no list of deals (docs/rules/rankings.md#deals) and is a typing error.
    const most = Math.ceil(item.shopPrice) - 1;
    if (most < 0) throw invalid('salePrice', message('input.noListPrice'));
    if (salePrice > most) throw invalid('salePrice', message('input.wholeNumber', { min: 0, max: most }));
    const days = readDays(request.input);
    confirmDeal(item, salePrice, confirmation);
    return decide(request, { deal: { salePrice, ...days } }, services);
  }),
  route('POST /console/shop/deal/end', 'shop', WORKING, async (request, services) => {
    return decide(request, { deal: null }, services);
  }),
  route('POST /console/shop/follow-feed', 'shop', WORKING, async ({ account, input }, services) => {
    const { itemId, field, reason } = input;
    const decided = await refuseWhileBusy(() => services.itemOverrides.followFeed(itemId, field, reason));
    return note('item.follows-feed', { field }, decided, account, services);
  }),
  route('POST /console/shop/take-back', 'shop', WORKING, async ({ account, input }, services) => {
    const { decisionId: takenBack, reason } = input;
    const decided = await refuseWhileBusy(() => services.itemOverrides.takeBack(takenBack, reason));
    return note('item.taken-back', { takenBack }, decided, account, services);
  }),
];

/** Decides something about an item, and notes that in the audit log. */
export async function decide(
  { account, input }: SignedInRequestTo<'POST /console/shop/deal/end'>,
  change: Partial<OverrideFields>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const { itemId, reason } = input;
  const decided = await refuseWhileBusy(() => services.itemOverrides.decide(itemId, change, reason));
  const now = fieldsView(pickOverrides(decided?.item ?? {}, Object.keys(change)));
  return note('item.decided', shortened(now), decided, account, services);
}

/** Adds a decision to the audit log, and shows the item. Throws NOT_FOUND. */
async function note(
  action: string,
  what: object,
  decided: Decided | null,
  { accountId }: Account,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const view = await viewFound(decided?.item ?? null, services);
  const detail = { ...what, decision: decided?.decisionId };
  await services.auditTrail.record(accountId, action, `item:${view.itemId}`, detail);
  return view;
}

/** Characters of a value that the audit log keeps; the item's history knows all of it. */
const NOTED_MAX = 200;

function shortened(values: object): object {
  const short = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, NOTED_MAX).toWellFormed() : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)]));
}

/** Nobody else can write to the catalogue during an import, and the operator has to know. */
export async function refuseWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CatalogBusyError ? busyWithImport() : error;
  }
}

/** Throws INVALID. */
export function readDays(input: Readonly<Record<'from' | 'until', string>>): DayWindow {
  const day = (field: 'from' | 'until') => {
    const found = parseKstDay(input[field]);
    if (found === null) throw invalid(field, message('input.day'));
    return found;
  };
  const days = { from: day('from'), until: day('until') };
  if (days.until < days.from) throw invalid('until', message('input.lastBeforeFirst'));
  return days;
}

async function viewFound(item: OverridableItem | null, services: PortalServices): Promise<ItemOverridesView> {
  const [view = null] = await viewsOf([required(item)], services);
  return required(view);
}

async function pageOf(
  items: readonly OverridableItem[],
  totalCount: number,
  services: PortalServices,
): Promise<ItemOverridesPage> {
  const today = formatKstDay(kstDayOf(services.clock.nowMs()));
  const views = await viewsOf(items, services);
  const rows = views.map(({ fed, bookIntroduction, ...row }) => row);
  return { items: rows, totalCount, pageSize: PAGE_SIZE, today };
}

async function viewsOf(
  items: readonly OverridableItem[],
  { catalog, links }: PortalServices,
): Promise<readonly ItemOverridesView[]> {
  const stored = await catalog.findItems(items.map((item) => item.itemId));
  return items.map((item, index) => {
    const shown = stored[index] ?? null;
    const fields = shown === null ? null : itemFields(shown, links);
    const { itemId, isbn13, fixedBookPriceYn: _fixed, decision, ...inForce } = item;
    return {
      itemId,
      author: fields?.author ?? '',
      isbn13,
      picture: fields?.cover ?? '',
      link: links.item(itemId),
      ...fieldsView(inForce),
      decided: decision === null ? [] : OVERRIDE_FIELDS.filter((field) => field in decision.decided),
      fed: decision === null ? null : fieldsView(decision.fed),
      decidedAtMs: decision?.decidedAtMs ?? null,
    };
  });
}

export function fieldsView(fields: OverrideFields): OverrideFieldsView;
export function fieldsView(fields: Partial<OverrideFields>): Partial<OverrideFieldsView>;
export function fieldsView({
  attention,
  deal,
  ...others
}: Partial<OverrideFields>): Partial<OverrideFieldsView> {
  return {
    ...others,
    ...(attention === undefined ? {} : { attention: attention && daysView(attention) }),
    ...(deal === undefined ? {} : { deal: deal && { salePrice: deal.salePrice, ...daysView(deal) } }),
  };
}

function daysView({ from, until }: DayWindow) {
  return { from: formatKstDay(from), until: formatKstDay(until) };
}
