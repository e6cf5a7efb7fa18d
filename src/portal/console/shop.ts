import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import type { DayWindow } from '../../catalog/item.ts';
import {
  CatalogBusyError,
  type Decided,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideField,
  type OverrideFields,
  pickOverrides,
} from '../../catalog/item-overrides.ts';
import { formatKstDay, kstDayOf, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import { itemFields } from '../../pages/page-views.ts';
import { NO_FILTER, SearchUnavailableError } from '../../search/search-index.ts';
import type { ItemOverridesPage, ItemOverridesView, OverrideFieldsView } from '../contract/console-shop.ts';
import { invalid, PortalError } from '../failures.ts';
import { BROWSING, type PortalRoute, READING, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmDeal } from './ask-back.ts';
import { busyWithImport } from './busy.ts';
import { PAGE_SIZE, WORKING } from './list-limits.ts';

/** Single items as operators manage them (docs/rules/accounts.md#operators-decisions). */
export const shopRoutes: readonly PortalRoute[] = [
  route('GET /console/shop/find', 'see-shop', BROWSING, findItems),
  route('GET /console/shop/list', 'see-shop', READING, listItems),
  route('GET /console/shop/item', 'see-shop', READING, showItem),
  route('POST /console/shop/withheld', 'shop', WORKING, setWithheld),
  route('POST /console/shop/attention', 'shop', WORKING, setAttention),
  route('POST /console/shop/attention/end', 'shop', WORKING, endAttention),
  route('POST /console/shop/deal', 'shop', WORKING, setDeal),
  route('POST /console/shop/deal/end', 'shop', WORKING, endDeal),
  route('POST /console/shop/follow-feed', 'shop', WORKING, followFeed),
  route('POST /console/shop/take-back', 'shop', WORKING, takeBack),
];

/** Items that search finds, and withheld items, which it leaves out, by number, ISBN or a part of the title. */
async function findItems(
  { input }: SignedInRequestTo<'GET /console/shop/find'>,
  services: PortalServices,
): Promise<ItemOverridesPage> {
  const text = input.text.trim();
  if (text === '') throw invalid('text', message('input.itemToFind'));
  const { itemOverrides } = services;
  const byNumber = /^[1-9]\d{0,15}$/.test(text) ? [Number(text)] : [];
  const isbn13 = compactIsbn(text);
  const withheld = await itemOverrides.findWithheld(isIsbn13Form(isbn13) ? isbn13 : text, PAGE_SIZE);
  const ids = new Set([...byNumber, ...withheld, ...(await search(text, services))]);
  const found = await Promise.all([...ids].slice(0, PAGE_SIZE).map((itemId) => itemOverrides.find(itemId)));
  const items = found.filter((item) => item !== null);
  return pageOf(items, items.length, services);
}

async function search(text: string, { search }: PortalServices): Promise<readonly number[]> {
  try {
    const { itemIds } = await search.search({
      query: text,
      category: 'ALL',
      sort: 'DEFAULT',
      target: 'all',
      filter: NO_FILTER,
      correct: false,
      offset: 0,
      limit: PAGE_SIZE,
    });
    return itemIds;
  } catch (error) {
    if (error instanceof SearchUnavailableError) throw new PortalError('UNAVAILABLE');
    throw error;
  }
}

async function listItems(
  { input: { field, page } }: SignedInRequestTo<'GET /console/shop/list'>,
  services: PortalServices,
): Promise<ItemOverridesPage> {
  const fromDay = kstDayOf(services.clock.nowMs());
  const offset = (page - 1) * PAGE_SIZE;
  const { items, totalCount } = await services.itemOverrides.list({
    field,
    fromDay,
    offset,
    limit: PAGE_SIZE,
  });
  return pageOf(items, totalCount, services);
}

async function showItem(
  { input }: SignedInRequestTo<'GET /console/shop/item'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return viewFound(await services.itemOverrides.find(input.itemId), services);
}

async function setWithheld(
  request: SignedInRequestTo<'POST /console/shop/withheld'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return decide(request, { withheld: request.input.withheld }, services);
}

async function setAttention(
  request: SignedInRequestTo<'POST /console/shop/attention'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return decide(request, { attention: readDays(request.input) }, services);
}

async function endAttention(
  request: SignedInRequestTo<'POST /console/shop/attention/end'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return decide(request, { attention: null }, services);
}

async function setDeal(
  request: SignedInRequestTo<'POST /console/shop/deal'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const { itemId, salePrice, confirmation } = request.input;
  const item = await services.itemOverrides.find(itemId);
  if (item === null) throw new PortalError('NOT_FOUND');
  // A deal that isn't cheaper would be in no list of deals (docs/rules/rankings.md#deals) and is a typing error.
  const most = Math.ceil(item.shopPrice) - 1;
  if (most < 0) {
    throw invalid('salePrice', message('input.noListPrice'));
  }
  if (salePrice > most) throw invalid('salePrice', message('input.wholeNumber', { min: 0, max: most }));
  const days = readDays(request.input);
  confirmDeal(item, salePrice, confirmation);
  return decide(request, { deal: { salePrice, ...days } }, services);
}

async function endDeal(
  request: SignedInRequestTo<'POST /console/shop/deal/end'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return decide(request, { deal: null }, services);
}

async function followFeed(
  request: SignedInRequestTo<'POST /console/shop/follow-feed'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const { itemId, field, reason = '' } = request.input;
  const decided = await refuseWhileBusy(() => services.itemOverrides.followFeed(itemId, field, reason));
  const [view, decision] = await viewDecided(decided, services);
  const detail = { field, decision };
  await services.auditTrail.record(request.account.accountId, 'item.follows-feed', `item:${itemId}`, detail);
  return view;
}

/** Makes what a decision changed what it was before. */
async function takeBack(
  { account, input }: SignedInRequestTo<'POST /console/shop/take-back'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const { decisionId: takenBack, reason = '' } = input;
  const decided = await refuseWhileBusy(() => services.itemOverrides.takeBack(takenBack, reason));
  const [view, decision] = await viewDecided(decided, services);
  const detail = { takenBack, decision };
  await services.auditTrail.record(account.accountId, 'item.taken-back', `item:${view.itemId}`, detail);
  return view;
}

/** Decides something about an item, and notes that in the audit log. */
export async function decide(
  { account, input }: SignedInRequestTo<'POST /console/shop/deal/end'>,
  change: Partial<OverrideFields>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const { itemId, reason = '' } = input;
  const decided = await refuseWhileBusy(() => services.itemOverrides.decide(itemId, change, reason));
  const [view, decision] = await viewDecided(decided, services);
  const now = fieldsView(pickOverrides(decided?.item ?? {}, Object.keys(change)));
  const detail = { ...shortened(now), decision };
  await services.auditTrail.record(account.accountId, 'item.decided', `item:${itemId}`, detail);
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
  if (days.until < days.from) {
    throw invalid('until', message('input.lastBeforeFirst'));
  }
  return days;
}

async function viewDecided(decided: Decided | null, services: PortalServices) {
  return [await viewFound(decided?.item ?? null, services), decided?.decisionId] as const;
}

async function viewFound(item: OverridableItem | null, services: PortalServices): Promise<ItemOverridesView> {
  const [view] = item === null ? [] : await viewsOf([item], services);
  if (view === undefined) throw new PortalError('NOT_FOUND');
  return view;
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
      decided: decision === null ? [] : decidedFields(decision.decided),
      fed: decision === null ? null : fieldsView(decision.fed),
      decidedAtMs: decision?.decidedAtMs ?? null,
    };
  });
}

function decidedFields(decided: Partial<OverrideFields>): readonly OverrideField[] {
  return OVERRIDE_FIELDS.filter((field) => field in decided);
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
