import { setImmediate as nextTurn } from 'node:timers/promises';
import { dealDoubt } from '../../catalog/deal-price.ts';
import { compactIsbn, isbn13Of, isIsbn13Form } from '../../catalog/isbn.ts';
import {
  type DecidedTogether,
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideFields,
} from '../../catalog/item-overrides.ts';
import { message } from '../../messages/messages.ts';
import { BULK_MAX, type BulkRow } from '../contract/console-bulk.ts';
import { invalid, PortalError, required } from '../failures.ts';
import { type Limit, type PortalRoute, READING, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmNumber } from './ask-back.ts';
import { ANY_ENTRY, auditViews, decisionsOf } from './audit.ts';
import { readDays, refuseWhileBusy } from './shop.ts';

/** Each looks at up to a thousand items. */
const BULK: Limit = { name: 'bulk', burst: 20, everySeconds: 3 };

/** Changes shown below the form. */
const SHOWN_MAX = 20;

/** Lines of the audit log about several items name this target. */
export const BULK_TARGET = 'items';

/** One decision about many items (docs/rules/accounts.md#operators-decisions). */
export const bulkRoutes: readonly PortalRoute[] = [
  route('POST /console/shop/bulk/preview', 'shop', BULK, async ({ input }, services) => {
    const { rows, unknown, changes } = await plan(input, services);
    return { rows, unknown, changes: changes.size, doubtful: rows.filter(isDoubtful).length };
  }),
  route('POST /console/shop/bulk', 'shop', BULK, async ({ account, input }, services) => {
    const { rows, changes } = await plan(input, services);
    if (changes.size !== input.changes) throw new PortalError('STALE');
    const doubtful = rows.filter(isDoubtful).length;
    const detail = message('input.doubtfulDeals', { doubtful, deals: changes.size });
    if (doubtful > 0) confirmNumber(doubtful, input.confirmation, detail);
    const { action, percent, from, until, reason = '' } = input;
    const made = await refuseWhileBusy(() => services.itemOverrides.decideTogether(changes, reason));
    return note(account.accountId, 'items.decided', { action, percent, from, until }, made, services);
  }),
  route('POST /console/shop/bulk/take-back', 'shop', BULK, async ({ account, input }, services) => {
    const { firstId, lastId, reason = '' } = input;
    if (lastId < firstId || lastId - firstId >= BULK_MAX) throw new PortalError('NOT_FOUND');
    const { itemOverrides } = services;
    const made = await refuseWhileBusy(() => itemOverrides.takeBackTogether(firstId, lastId, reason));
    return note(account.accountId, 'items.taken-back', { takenBack: firstId }, made, services);
  }),
  route('GET /console/shop/bulk/history', 'see-shop', READING, async (_request, services) => {
    const entries = await services.auditLog.list({ ...ANY_ENTRY, target: BULK_TARGET }, null, SHOWN_MAX);
    const views = await auditViews(entries, services);
    return { entries: views.map((view) => ({ ...view, made: decisionsOf(view) })) };
  }),
];

/** One line for all of them. */
async function note(
  accountId: number,
  action: 'items.decided' | 'items.taken-back',
  what: object,
  made: DecidedTogether | null,
  services: PortalServices,
): Promise<DecidedTogether> {
  const { items, firstId, lastId } = required(made);
  const detail = { ...what, items, decision: firstId, lastDecision: lastId };
  await services.auditTrail.record(accountId, action, BULK_TARGET, detail);
  return { items, firstId, lastId };
}

type Bulk = SignedInRequestTo<'POST /console/shop/bulk/preview'>['input'];

/** What becomes of each item. Throws INVALID. */
async function plan(bulk: Bulk, services: PortalServices) {
  const changeOf = readChange(bulk);
  const { found, unknown } = await findItems(bulk.items, services);
  const planned = found.map((item) => ({ item, ...noteOf(item, changeOf(item)) }));
  const changing = planned.filter(({ note }) => note !== 'same' && note !== 'noListPrice');
  return {
    rows: planned.map(({ item: { itemId, title, isbn13, shopPrice }, change, note }): BulkRow => {
      return { itemId, title, isbn13, shopPrice, dealPrice: change.deal?.salePrice ?? null, note };
    }),
    unknown,
    changes: new Map(changing.map(({ item, change }) => [item.itemId, change])),
  };
}

type Change = Partial<OverrideFields>;

function readChange(bulk: Bulk): (item: OverridableItem) => Change {
  if (bulk.action === 'withhold') return () => ({ withheld: true });
  const days = readDays({ from: bulk.from ?? '', until: bulk.until ?? '' });
  if (bulk.action === 'feature') return () => ({ attention: days });
  const { percent } = bulk;
  if (percent === undefined) throw invalid('percent', message('input.wholeNumber', { min: 1, max: 99 }));
  return ({ shopPrice }) => ({
    deal: { salePrice: Math.floor((shopPrice * (100 - percent)) / 100), ...days },
  });
}

function noteOf(item: OverridableItem, change: Change): { change: Change; note: BulkRow['note'] } {
  if (change.deal && item.shopPrice <= 0) return { change: {}, note: 'noListPrice' };
  if (OVERRIDE_FIELDS.every((field) => !(field in change) || isSameOverride(change[field], item[field])))
    return { change, note: 'same' };
  const doubt = change.deal ? dealDoubt(change.deal.salePrice, item) : null;
  return { change, note: doubt === 'aboveList' ? 'noListPrice' : doubt };
}

function isDoubtful({ note }: BulkRow): boolean {
  return note === 'fixedPrice' || note === 'low';
}

/** Each item once, in the order of the text. */
async function findItems(text: string, { catalog, itemOverrides }: PortalServices) {
  const names = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  if (names.length === 0) throw invalid('items', message('input.itemToFind'));
  if (names.length > BULK_MAX) throw invalid('items', message('input.tooManyItems', { max: BULK_MAX }));
  const found = new Map<number, OverridableItem>();
  const unknown: string[] = [];
  for (const name of names) {
    // One look-up takes little; a thousand take long for those who wait.
    await nextTurn();
    const isbn = compactIsbn(name);
    const isbn13 = isIsbn13Form(isbn) ? isbn : isbn13Of(isbn);
    const itemId =
      (isbn13 === null ? null : await catalog.findItemIdByIsbn13(isbn13)) ??
      (/^[1-9]\d{0,15}$/.test(name) ? Number(name) : 0);
    const item = await itemOverrides.find(itemId);
    if (item === null) unknown.push(name);
    else found.set(itemId, item);
  }
  return { found: [...found.values()], unknown };
}
