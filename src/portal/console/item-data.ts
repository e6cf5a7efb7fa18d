import { type OverrideFields, pickOverrides } from '../../catalog/item-overrides.ts';
import { checkRecord } from '../../ingest/check-record.ts';
import { message } from '../../messages/messages.ts';
import { invalid, required } from '../failures.ts';
import { BROWSING, type PortalRoute, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmPrice } from './ask-back.ts';
import { WORKING } from './list-limits.ts';
import { decide } from './shop.ts';

/** What operators correct in the data of single items (docs/rules/accounts.md#operators-decisions). */
export const itemDataRoutes: readonly PortalRoute[] = [
  route('POST /console/shop/data', 'shop', WORKING, async (request, services) => {
    const { itemId, reason, confirmation, ...given } = request.input;
    const item = required(await services.itemOverrides.find(itemId));
    const change = readData(itemId, given, services.clock.nowMs());
    await requireCategories(change.categoryIds ?? [], services);
    confirmPrice(item, { ...item, ...change }, confirmation);
    return decide(request, change, services);
  }),
  route('GET /console/categories', 'see-shop', BROWSING, async (_request, { catalog }) => {
    const categories = await catalog.listCategories();
    return { categories: categories.map(({ categoryId, fullPath }) => ({ categoryId, fullPath })) };
  }),
];

/** The fields as a feed's patch would change them, with its checks. Throws INVALID. */
function readData(
  itemId: number,
  given: Omit<SignedInRequestTo<'POST /console/shop/data'>['input'], 'itemId' | 'reason' | 'confirmation'>,
  nowMs: number,
): Partial<OverrideFields> {
  const { categoryIds, bookIntroduction, ...others } = given;
  const patch = {
    ...others,
    ...(categoryIds === undefined ? {} : { categoryIds: categoryIds.split(/[\s,]+/).filter(Boolean) }),
    ...(bookIntroduction === undefined ? {} : { contentDetail: { bookIntroduction } }),
  };
  const { outcome, warnings } = checkRecord({ kind: 'patch', itemId, ...patch }, nowMs);
  const fault = 'reason' in outcome ? outcome : warnings.find(({ isLeftOut }) => isLeftOut);
  if (fault !== undefined)
    throw invalid(fault.field.replace(/^contentDetail\.|\[\d+\]$/g, ''), fault.why ?? fault.reason);
  if (!('fields' in outcome)) throw new Error('a patch is checked as one');
  const { contentDetail, ...fields } = outcome.fields;
  const read = { ...fields, bookIntroduction: contentDetail?.bookIntroduction ?? null };
  return pickOverrides(read, Object.keys(given));
}

/** A feed may name a category before the category comes; a person who does has mistyped it. */
async function requireCategories(categoryIds: readonly string[], { catalog }: PortalServices): Promise<void> {
  if (categoryIds.length === 0) return;
  const known = new Set((await catalog.listCategories()).map(({ categoryId }) => categoryId));
  const unknown = categoryIds.find((categoryId) => !known.has(categoryId));
  if (unknown !== undefined) throw invalid('categoryIds', message('input.noCategory', { unknown }));
}
