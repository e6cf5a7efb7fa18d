import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import {
  CatalogBusyError,
  type Decided,
  type OverridableItem,
  type OverrideField,
  type OverrideFields,
  REASON_MAX,
} from '../../catalog/item-overrides.ts';
import { formatKstDay, type KstDay, kstDayOf, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import { itemFields } from '../../pages/page-views.ts';
import { NO_FILTER, SearchUnavailableError } from '../../search/search-index.ts';
import { type Body, readBody } from '../body.ts';
import {
  type ItemOverridesPage,
  type ItemOverridesView,
  OVERRIDE_FIELD_NAMES,
  type OverrideFieldsView,
} from '../console-shop-contract.ts';
import { invalid, PortalError } from '../failures.ts';
import { readChoice, readNumber, readPage, readText } from '../query.ts';
import { BROWSING, type PortalRoute, READING, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmDeal } from './ask-back.ts';
import { busyWithImport } from './busy.ts';
import { PAGE_SIZE, WORKING } from './list-limits.ts';

const PATH = '/console/shop';

/** Single items as operators manage them (docs/rules/accounts.md#operators-decisions). */
export const shopRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: `${PATH}/find`, needs: 'see-shop', limit: BROWSING, answer: findItems },
  { method: 'GET', path: `${PATH}/list`, needs: 'see-shop', limit: READING, answer: listItems },
  { method: 'GET', path: `${PATH}/item`, needs: 'see-shop', limit: READING, answer: showItem },
  { method: 'POST', path: `${PATH}/withheld`, needs: 'shop', limit: WORKING, answer: setWithheld },
  { method: 'POST', path: `${PATH}/attention`, needs: 'shop', limit: WORKING, answer: setAttention },
  { method: 'POST', path: `${PATH}/attention/end`, needs: 'shop', limit: WORKING, answer: endAttention },
  { method: 'POST', path: `${PATH}/deal`, needs: 'shop', limit: WORKING, answer: setDeal },
  { method: 'POST', path: `${PATH}/deal/end`, needs: 'shop', limit: WORKING, answer: endDeal },
  { method: 'POST', path: `${PATH}/follow-feed`, needs: 'shop', limit: WORKING, answer: followFeed },
  { method: 'POST', path: `${PATH}/take-back`, needs: 'shop', limit: WORKING, answer: takeBack },
];

const TEXT_MAX = 200;

/** Items that search finds, and withheld items, which it leaves out, by number, ISBN or a part of the title. */
async function findItems(
  { query }: SignedInRequest<'/console/shop/find'>,
  services: PortalServices,
): Promise<ItemOverridesPage> {
  const text = readText(query, 'text', TEXT_MAX)?.trim() ?? '';
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
  { query }: SignedInRequest<'/console/shop/list'>,
  services: PortalServices,
): Promise<ItemOverridesPage> {
  const field = readChoice(query, 'field', OVERRIDE_FIELD_NAMES, 'withheld');
  const fromDay = kstDayOf(services.clock.nowMs());
  const offset = (readPage(query) - 1) * PAGE_SIZE;
  const { items, totalCount } = await services.itemOverrides.list({
    field,
    fromDay,
    offset,
    limit: PAGE_SIZE,
  });
  return pageOf(items, totalCount, services);
}

async function showItem(
  { query }: SignedInRequest<'/console/shop/item'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return viewFound(await services.itemOverrides.find(readNumber(query, 'itemId') ?? 0), services);
}

async function setWithheld(
  request: SignedInRequest<'/console/shop/withheld'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const body = readBody(request.body, ['itemId', 'withheld', 'reason']);
  return decide(request, body, { withheld: body.boolean('withheld') }, services);
}

async function setAttention(
  request: SignedInRequest<'/console/shop/attention'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const body = readBody(request.body, ['itemId', 'from', 'until', 'reason']);
  return decide(request, body, { attention: readDays(body) }, services);
}

async function endAttention(
  request: SignedInRequest<'/console/shop/attention/end'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return decide(request, readBody(request.body, ['itemId', 'reason']), { attention: null }, services);
}

async function setDeal(
  request: SignedInRequest<'/console/shop/deal'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const body = readBody(request.body, ['itemId', 'salePrice', 'from', 'until', 'reason', 'confirmation']);
  const item = await services.itemOverrides.find(readItemId(body));
  if (item === null) throw new PortalError('NOT_FOUND');
  // A deal that isn't cheaper would be in no list of deals (docs/rules/rankings.md#deals) and is a typing error.
  const most = Math.ceil(item.shopPrice) - 1;
  if (most < 0) {
    throw invalid('salePrice', message('input.noListPrice'));
  }
  const salePrice = body.integer('salePrice', 0, most);
  const days = readDays(body);
  await confirmDeal(item, salePrice, body, services);
  return decide(request, body, { deal: { salePrice, ...days } }, services);
}

async function endDeal(
  request: SignedInRequest<'/console/shop/deal/end'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  return decide(request, readBody(request.body, ['itemId', 'reason']), { deal: null }, services);
}

async function followFeed(
  request: SignedInRequest<'/console/shop/follow-feed'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const body = readBody(request.body, ['itemId', 'field', 'reason']);
  const itemId = readItemId(body);
  const named = body.text('field', 1, 20);
  const field = OVERRIDE_FIELD_NAMES.find((name) => name === named);
  if (field === undefined) {
    const names = OVERRIDE_FIELD_NAMES.join(', ');
    throw invalid('field', message('input.oneOfNames', { words: names }));
  }
  const reason = readReason(body);
  const decided = await refuseWhileBusy(() => services.itemOverrides.followFeed(itemId, field, reason));
  const [view, decision] = await viewDecided(decided, services);
  const detail = { field, decision };
  await services.auditTrail.record(request.account.accountId, 'item.follows-feed', `item:${itemId}`, detail);
  return view;
}

/** Makes what a decision changed what it was before. */
async function takeBack(
  { account, body: sent }: SignedInRequest<'/console/shop/take-back'>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const body = readBody(sent, ['decisionId', 'reason']);
  const takenBack = body.integer('decisionId', 1, Number.MAX_SAFE_INTEGER);
  const reason = readReason(body);
  const decided = await refuseWhileBusy(() => services.itemOverrides.takeBack(takenBack, reason));
  const [view, decision] = await viewDecided(decided, services);
  const detail = { takenBack, decision };
  await services.auditTrail.record(account.accountId, 'item.taken-back', `item:${view.itemId}`, detail);
  return view;
}

async function decide(
  { account }: SignedInRequest,
  body: Body<'itemId' | 'reason'>,
  change: Partial<OverrideFields>,
  services: PortalServices,
): Promise<ItemOverridesView> {
  const itemId = readItemId(body);
  const reason = readReason(body);
  const decided = await refuseWhileBusy(() => services.itemOverrides.decide(itemId, change, reason));
  const [view, decision] = await viewDecided(decided, services);
  const fields = OVERRIDE_FIELD_NAMES.filter((field) => field in change).map((field) => [field, view[field]]);
  const detail = { ...Object.fromEntries(fields), decision };
  await services.auditTrail.record(account.accountId, 'item.decided', `item:${itemId}`, detail);
  return view;
}

/** Nobody else can write to the catalogue during an import, and the operator has to know. */
async function refuseWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CatalogBusyError ? busyWithImport() : error;
  }
}

function readItemId(body: Body<'itemId'>): number {
  return body.integer('itemId', 1, Number.MAX_SAFE_INTEGER);
}

/** Why an operator decides so. It is kept with the decision, not in the audit log, which holds no words of people. */
function readReason(body: Body<'reason'>): string {
  return body.optionalText('reason', REASON_MAX);
}

function readDays(body: Body<'from' | 'until'>): { readonly from: KstDay; readonly until: KstDay } {
  const day = (field: 'from' | 'until') => {
    const found = parseKstDay(body.text(field, 1, 20));
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
  return { items: await viewsOf(items, services), totalCount, pageSize: PAGE_SIZE, today };
}

async function viewsOf(
  items: readonly OverridableItem[],
  { catalog, links }: PortalServices,
): Promise<readonly ItemOverridesView[]> {
  const stored = await catalog.findItems(items.map((item) => item.itemId));
  return items.map((item, index) => {
    const shown = stored[index] ?? null;
    const fields = shown === null ? null : itemFields(shown, links);
    const { decision } = item;
    return {
      itemId: item.itemId,
      title: item.title,
      author: fields?.author ?? '',
      isbn13: item.isbn13,
      cover: fields?.cover ?? '',
      link: links.item(item.itemId),
      shopPrice: item.shopPrice,
      salePrice: item.salePrice,
      ...fieldsView(item),
      decided: decision === null ? [] : decidedFields(decision.decided),
      fed: decision === null ? null : fieldsView(decision.fed),
      decidedAtMs: decision?.decidedAtMs ?? null,
    };
  });
}

function decidedFields(decided: Partial<OverrideFields>): readonly OverrideField[] {
  return OVERRIDE_FIELD_NAMES.filter((field) => field in decided);
}

export function fieldsView({ withheld, attention, deal }: OverrideFields): OverrideFieldsView {
  return {
    withheld,
    attention: attention === null ? null : daysView(attention),
    deal: deal === null ? null : { salePrice: deal.salePrice, ...daysView(deal) },
  };
}

function daysView({ from, until }: { readonly from: KstDay; readonly until: KstDay }) {
  return { from: formatKstDay(from), until: formatKstDay(until) };
}
