import { dealDoubt } from '../../catalog/item.ts';
import {
  type Decided,
  type OverridableItem,
  type OverrideChange,
  type OverrideField,
  type OverrideFields,
  pickOverrides,
  REASON_MAX,
} from '../../catalog/item-overrides.ts';
import { formatKstDay } from '../../clock.ts';
import { checkRecord } from '../../ingest/check-record.ts';
import { message } from '../../messages/messages.ts';
import { line, or } from '../kit/fields.ts';
import type { Services } from '../kit/services.ts';
import { confirm, Failure, invalid, required, type SignedInVisit, type Visit } from '../kit/visit.ts';

/** Why, in the operator's words. */
export const REASON = { reason: or(line(0, REASON_MAX), '') };

/**
 * Decides something about an item, and notes that in the audit log. What is so already is no decision. `followed` = the field that
 * follows the feed again. Throws NOT_FOUND and CatalogBusyError.
 */
export async function decide(
  visit: SignedInVisit,
  itemId: number,
  change: OverrideChange,
  reason: string,
  followed?: OverrideField,
): Promise<void> {
  const { itemOverrides } = visit.services;
  const decided = await itemOverrides.decide(new Map([[itemId, change]]), reason);
  const item = required(await itemOverrides.find(itemId));
  if (decided === null) return;
  const action = followed === undefined ? 'item.decided' : 'item.follows-feed';
  const what =
    followed === undefined ? shortened(pickOverrides(item, Object.keys(change))) : { field: followed };
  await noteDecision(visit, action, `item:${itemId}`, what, decided);
}

/** Takes back a decision about many items, or about this one alone. Throws NOT_FOUND, STALE and CatalogBusyError. */
export async function takeBack(visit: SignedInVisit, decisionId: number, itemId?: number): Promise<Decided> {
  const { itemOverrides } = visit.services;
  const [decision] = await itemOverrides.findDecisions([decisionId], itemId);
  if (decision === undefined || (itemId !== undefined && decision.items > 1)) throw new Failure('NOT_FOUND');
  const made = await itemOverrides.takeBack(decisionId);
  if (made === null) throw new Failure('STALE');
  return made;
}

/** Adds a decision to the audit log. */
export async function noteDecision(
  { services, account }: SignedInVisit,
  action: string,
  target: string,
  what: object,
  { decisionId }: Decided,
): Promise<void> {
  const detail = { ...what, decision: decisionId };
  await services.auditLog.record(account.accountId, action, target, detail);
}

/** Characters of a value that the audit log keeps; the item's history knows all of it. */
const NOTED_MAX = 200;

function shortened(values: Partial<OverrideFields>): object {
  const short = (value: unknown) => {
    if (typeof value === 'string') return value.slice(0, NOTED_MAX).toWellFormed();
    return typeof value === 'object' && value !== null && 'from' in value ? withDates(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)]));
}

/** Days as dates, for people who read the audit log. */
export function withDates(value: object): object {
  const dated = ([name, one]: [string, unknown]) =>
    (name === 'from' || name === 'until') && typeof one === 'number'
      ? [name, formatKstDay(one)]
      : [name, one];
  return Object.fromEntries(Object.entries(value).map(dated));
}

/** Days as they were typed. Throws INVALID. */
export function orderedDays({ from, until }: { readonly from: number; readonly until: number }) {
  if (until < from) throw invalid('until', message('input.lastBeforeFirst'));
  return { from, until };
}

/** Refuses a deal that isn't cheaper; asks for the price of a doubtful one to be typed. Throws INVALID and CONFIRM. */
export function confirmDeal(visit: Visit, item: OverridableItem, salePrice: number): void {
  // A deal that isn't cheaper would be in no list of deals (docs/lists.md#deals) and is a typing error.
  const max = Math.ceil(item.shopPrice) - 1;
  if (max < 0) throw invalid('salePrice', message('input.noListPrice'));
  if (salePrice > max) throw invalid('salePrice', message('input.wholeNumber', { min: 0, max }));
  const doubt = dealDoubt(salePrice, item);
  const percent = Math.round((salePrice / item.shopPrice) * 100);
  if (doubt === 'fixedPrice') confirm(visit, salePrice, message('input.fixedPrice', { salePrice, percent }));
  else if (doubt === 'low') confirm(visit, salePrice, message('input.lowPrice', { salePrice, percent }));
}

/** Prices that change by more than this factor are more often typing errors; brakes of feeds say so, too. */
const JUMP = 2;

type Prices = Pick<OverridableItem, 'shopPrice' | 'salePrice'>;

/** Asks for the selling price to be typed when it would be above the list price, or jump. Throws CONFIRM. */
export function confirmPrice(visit: Visit, before: Prices, after: Prices): void {
  const { shopPrice, salePrice } = after;
  const jumps = (from: number, to: number) => from > 0 && (to > from * JUMP || to * JUMP < from);
  if (jumps(before.shopPrice, shopPrice) || jumps(before.salePrice, salePrice)) {
    const from = `${before.shopPrice} / ${before.salePrice}`;
    confirm(visit, salePrice, message('input.priceJump', { from, to: `${shopPrice} / ${salePrice}` }));
  } else if (shopPrice > 0 && salePrice > shopPrice && salePrice !== before.salePrice)
    confirm(visit, salePrice, message('input.aboveList', { salePrice, shopPrice }));
}

/** What a form for an item's data holds before anybody types. Category ids are separated by blanks, the main one first. */
export function dataOf(item: OverridableItem) {
  const { title, shopPrice, salePrice, categoryIds, cover, bookIntroduction } = item;
  return {
    title,
    shopPrice,
    salePrice,
    categoryIds: categoryIds.join(' '),
    cover: cover ?? '',
    bookIntroduction: bookIntroduction ?? '',
  };
}

type TypedData = Readonly<ReturnType<typeof dataOf>>;

/** The fields that were typed anew, as a feed's patch would change them, with its checks. Throws INVALID. */
export async function readChangedData(
  item: OverridableItem,
  typed: TypedData,
  { clock, catalog }: Services,
): Promise<Partial<OverrideFields>> {
  const before = dataOf(item);
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== before[name as keyof TypedData]),
  ) as Partial<TypedData>;
  const { categoryIds, bookIntroduction, ...others } = changed;
  const patch = {
    ...others,
    ...(categoryIds === undefined ? {} : { categoryIds: categoryIds.split(/[\s,]+/).filter(Boolean) }),
    ...(bookIntroduction === undefined ? {} : { contentDetail: { bookIntroduction } }),
  };
  if (Object.keys(changed).length === 0) return {};
  const { outcome, warnings } = checkRecord({ kind: 'patch', itemId: item.itemId, ...patch }, clock.nowMs());
  const fault = 'reason' in outcome ? outcome : warnings.find(({ isLeftOut }) => isLeftOut);
  if (fault !== undefined) throw invalid(fault.field.replace(/^contentDetail\.|\[\d+\]$/g, ''), fault.reason);
  if (!('fields' in outcome)) throw new Error('a patch is checked as one');
  const { contentDetail, ...fields } = outcome.fields;
  const read = { ...fields, bookIntroduction: contentDetail?.bookIntroduction ?? null };
  const change = pickOverrides(read, Object.keys(changed));
  // A feed may name a category before the category comes; a person who does has mistyped it.
  const known = new Set((await catalog.listCategories()).map(({ categoryId }) => categoryId));
  const unknown = change.categoryIds?.find((categoryId) => !known.has(categoryId));
  if (unknown !== undefined) throw invalid('categoryIds', message('input.noCategory', { unknown }));
  return change;
}
