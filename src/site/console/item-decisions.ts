import { dealDoubt } from '../../catalog/item.ts';
import {
  DATA_FIELDS,
  type Decided,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideFields,
  pickOverrides,
  REASON_MAX,
} from '../../catalog/item-overrides.ts';
import { checkRecord } from '../../ingest/check-record.ts';
import type { MessageId } from '../../messages/messages.ts';
import { day, type InputOf, id, integer, line, number, paragraph, word } from '../kit/fields.ts';
import { done, form } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { confirm, Failure, invalid, required, type SignedInVisit, type Visit } from '../kit/visit.ts';

/** Why, in the operator's words. */
export const REASON = {
  reason: line(0, REASON_MAX).or('').called('products.reason', 'products.reasonHint', { max: REASON_MAX }),
};

const DAYS = { from: day().called('products.from'), until: day().called('products.until'), ...REASON };
export const DEAL = {
  salePrice: integer(0, Number.MAX_SAFE_INTEGER).called('products.dealForm.price'),
  ...DAYS,
};

/** Feeds have the limits of the store; these fit into a form. */
const LONG_TEXT_MAX = 20_000;
const PRICE = number(0, Number.MAX_SAFE_INTEGER);
export const DATA = {
  title: line(0, LONG_TEXT_MAX).called('products.fields.title'),
  shopPrice: PRICE.called('products.fields.shopPrice'),
  salePrice: PRICE.called('products.fields.salePrice'),
  categoryIds: line(0, LONG_TEXT_MAX).called(
    'products.fields.categoryIds',
    'products.dataForm.categoriesHint',
  ),
  addCategory: line(0, 100).or(''),
  cover: line(0, LONG_TEXT_MAX, { inputmode: 'url' }).called(
    'products.fields.cover',
    'products.dataForm.coverHint',
  ),
  bookIntroduction: paragraph(0, LONG_TEXT_MAX).called('products.fields.bookIntroduction'),
  ...REASON,
};
const FOLLOW = { field: word(OVERRIDE_FIELDS), ...REASON };

export const UNDO_FIELDS = { decisionId: id() };

interface Query {
  readonly itemId: number;
}

/** What operators decide about one item: the forms of its page (docs/accounts.md#operators-decisions). */
export const itemForms = {
  withhold: decision('products.withholding.done', REASON, (visit, { itemId, title }) => {
    confirm(visit, String(itemId), 'products.withholding.why', { title });
    return { withheld: true };
  }),
  show: decision('products.withholding.shown', REASON, () => ({ withheld: false })),
  attention: decision('products.attentionForm.saved', DAYS, (_visit, _item, days) => ({
    attention: orderedDays(days),
  })),
  'end-attention': decision('products.attentionForm.ended', REASON, () => ({ attention: null })),
  deal: decision('products.dealForm.saved', DEAL, (visit, item, { salePrice, ...days }) => {
    const deal = { salePrice, ...orderedDays(days) };
    confirmDeal(visit, item, salePrice);
    return { deal };
  }),
  'end-deal': decision('products.dealForm.ended', REASON, () => ({ deal: null })),
  data: decision('products.dataForm.saved', DATA, async (visit, item, { addCategory, ...typed }) => {
    const categoryIds = `${typed.categoryIds} ${addCategory}`.trim();
    const change = await readChangedData(item, { ...typed, categoryIds }, visit.services);
    confirmPrice(visit, item, { ...item, ...change });
    return change;
  }),
  follow: decision('products.followed', FOLLOW, (_visit, _item, { field }) => ({ [field]: undefined })),
  undo: form('shop', UNDO_FIELDS, async (visit, { decisionId }, { itemId }: Query) => {
    await takeBack(visit, decisionId, itemId);
    return done('products.undone');
  }),
};

type Change = OverrideChange | Promise<OverrideChange>;

/** A form that decides something about the item. A decision that changes nothing isn't recorded. */
function decision<Takes extends typeof REASON>(
  message: MessageId,
  fields: Takes,
  changeOf: (visit: SignedInVisit, item: OverridableItem, input: InputOf<Takes>) => Change,
) {
  return form('shop', fields, async (visit, input, { itemId }: Query) => {
    const { itemOverrides } = visit.services;
    const change = await changeOf(visit, required(await itemOverrides.find(itemId)), input);
    if (Object.keys(change).length === 0) return done('products.dataForm.unchanged');
    const { reason } = input as InputOf<typeof REASON>;
    await itemOverrides.decide(new Map([[itemId, change]]), { by: visit.actor, reason });
    return done(message);
  });
}

/** Undoes a decision about many items, or about this item alone. Throws NOT_FOUND, STALE and CatalogBusyError. */
export async function takeBack(visit: SignedInVisit, decisionId: number, itemId?: number): Promise<Decided> {
  const { itemOverrides } = visit.services;
  const [decision] = await itemOverrides.findDecisions([decisionId], itemId);
  if (decision === undefined || (itemId !== undefined && decision.items > 1)) throw new Failure('NOT_FOUND');
  return required(await itemOverrides.takeBack(decisionId, { by: visit.actor, itemId }), 'STALE');
}

export function orderedDays({ from, until }: { readonly from: number; readonly until: number }) {
  if (until < from) throw invalid('until', 'input.lastBeforeFirst');
  return { from, until };
}

/** Refuses a deal that isn't cheaper; asks for confirmation of a doubtful one. Throws INVALID and CONFIRM. */
export function confirmDeal(visit: Visit, item: OverridableItem, salePrice: number): void {
  // A deal that isn't cheaper would be in no list of deals (docs/lists.md#deals) and is a typing error.
  const max = Math.ceil(item.shopPrice) - 1;
  if (max < 0) throw invalid('salePrice', 'input.noListPrice');
  if (salePrice > max) throw invalid('salePrice', 'input.wholeNumber', { min: 0, max });
  const doubt = dealDoubt(salePrice, item);
  const percent = Math.round((salePrice / item.shopPrice) * 1000) / 10;
  if (doubt === 'fixedPrice') confirm(visit, salePrice, 'input.fixedPrice', { salePrice, percent });
  else if (doubt === 'low') confirm(visit, salePrice, 'input.lowPrice', { salePrice, percent });
}

/** Prices that change by more than this factor are more often typing errors. */
const JUMP = 2;

type Prices = Pick<OverridableItem, 'shopPrice' | 'salePrice'>;

/** Asks for confirmation of a price above the list price, or of a jump. Throws CONFIRM. */
export function confirmPrice(visit: Visit, before: Prices, after: Prices): void {
  const { shopPrice, salePrice } = after;
  const jumps = (from: number, to: number) => from > 0 && (to > from * JUMP || to * JUMP < from);
  if (jumps(before.shopPrice, shopPrice) || jumps(before.salePrice, salePrice)) {
    const from = `${before.shopPrice} / ${before.salePrice}`;
    confirm(visit, salePrice, 'input.priceJump', { from, to: `${shopPrice} / ${salePrice}` });
  } else if (shopPrice > 0 && salePrice > shopPrice && salePrice !== before.salePrice)
    confirm(visit, salePrice, 'input.aboveList', { salePrice, shopPrice });
}

/** The initial values of the form for an item's data. Category ids are separated by blanks, the main one first. */
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

/** The changed fields, checked like a patch in a feed. Throws INVALID. */
export async function readChangedData(
  item: OverridableItem,
  typed: ReturnType<typeof dataOf>,
  { clock, catalog }: Services,
): Promise<Partial<OverrideFields>> {
  const before = dataOf(item);
  const changed = DATA_FIELDS.filter((name) => typed[name] !== before[name]);
  if (changed.length === 0) return {};
  const { bookIntroduction, ...others } = pickOverrides(
    { ...typed, categoryIds: typed.categoryIds.split(/[\s,]+/).filter(Boolean) },
    changed,
  );
  const contentDetail = bookIntroduction === undefined ? {} : { contentDetail: { bookIntroduction } };
  const patch = { kind: 'patch', itemId: item.itemId, ...others, ...contentDetail };
  const { outcome, warnings } = checkRecord(patch, clock.nowMs());
  const fault = 'reason' in outcome ? outcome : warnings.find(({ isLeftOut }) => isLeftOut);
  if (fault !== undefined) throw invalid(fault.field.replace(/^contentDetail\.|\[\d+\]$/g, ''), fault.reason);
  if (!('fields' in outcome)) throw new Error('a patch is checked as one');
  const { fields } = outcome;
  const read = { ...fields, bookIntroduction: fields.contentDetail?.bookIntroduction ?? null };
  // Feeds may name a category before it is imported; an operator who does has mistyped it.
  const known = new Set((await catalog.listCategories()).map(({ categoryId }) => categoryId));
  const change = pickOverrides(read, changed);
  const unknown = change.categoryIds?.find((categoryId) => !known.has(categoryId));
  if (unknown !== undefined) throw invalid('categoryIds', 'input.noCategory', { unknown });
  return change;
}
