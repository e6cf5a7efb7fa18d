import {
  DATA_FIELDS,
  type OverridableItem,
  type OverrideFields,
  pickOverrides,
  REASON_MAX,
} from '../../catalog/item-overrides.ts';
import { checkRecord } from '../../ingest/check-record.ts';
import { line, number, paragraph } from '../kit/fields.ts';
import type { Services } from '../kit/services.ts';
import { confirm, invalid, type Visit } from '../kit/visit.ts';

// The item data that operators correct: the form's fields, and how typed values become a change.

/** The operator's reason for a decision. */
export const REASON = {
  reason: line(0, REASON_MAX).or('').called('products.reason', 'products.reasonHint', { max: REASON_MAX }),
};

/** A limit that suits a form; feeds may contain longer texts. */
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

/** A price that changes by more than this factor is more likely a typing error. */
const JUMP = 2;

type Prices = Pick<OverridableItem, 'shopPrice' | 'salePrice'>;

/** Asks for confirmation of a price above the list price, or of a price jump. Throws CONFIRM. */
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

/** The fields that the operator changed, checked like a patch in a feed. Throws INVALID. */
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
  // A feed may name a category before it imports it; from an operator, an unknown category is a typing error.
  const known = new Set((await catalog.listCategories()).map(({ categoryId }) => categoryId));
  const change = pickOverrides(read, changed);
  const unknown = change.categoryIds?.find((categoryId) => !known.has(categoryId));
  if (unknown !== undefined) throw invalid('categoryIds', 'input.noCategory', { unknown });
  return change;
}
