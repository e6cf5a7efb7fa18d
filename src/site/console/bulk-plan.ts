import { setImmediate as nextTurn } from 'node:timers/promises';
import { dealDoubt } from '../../catalog/deal-price.ts';
import { compactIsbn, isbn13Of, isIsbn13Form } from '../../catalog/isbn.ts';
import {
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideFields,
} from '../../catalog/item-overrides.ts';
import { message } from '../../messages/messages.ts';
import { invalid } from '../kit/failures.ts';
import { day, type InputOf, integer, optional, paragraph, word } from '../kit/fields.ts';
import type { Services } from '../kit/services.ts';
import { orderedDays, REASON } from './item-decisions.ts';

/** Items that one change takes. */
export const BULK_MAX = 1000;
const DECISIONS = ['withhold', 'feature', 'deal'] as const;

export const BULK_FIELDS = {
  decision: word(DECISIONS),
  /** Product numbers and ISBNs, separated by blanks, commas or line ends. */
  items: paragraph(1, 40_000),
  /** Days of `feature` and `deal`, inclusive. */
  from: optional(day()),
  until: optional(day()),
  /** Of `deal`: what is taken off the list price. */
  percent: optional(integer(1, 99)),
};
export type Bulk = InputOf<typeof BULK_FIELDS>;

/** `changes` is the number that the preview gave. */
export const APPLY_FIELDS = { ...BULK_FIELDS, changes: integer(0, BULK_MAX), ...REASON };

export interface PlannedItem {
  readonly item: OverridableItem;
  readonly change: Partial<OverrideFields>;
  /** Why nothing would change, or what makes a deal doubtful; null for a plain change. */
  readonly note: 'same' | 'noListPrice' | 'fixedPrice' | 'low' | null;
}

export interface Plan {
  readonly planned: readonly PlannedItem[];
  /** What no item has as its number or ISBN. */
  readonly unknown: readonly string[];
  readonly changes: ReadonlyMap<number, Partial<OverrideFields>>;
  readonly doubtful: number;
}

/** What becomes of each item. Throws INVALID. */
export async function planOf(bulk: Bulk, services: Services): Promise<Plan> {
  const changeOf = readChange(bulk);
  const { found, unknown } = await findItems(bulk.items, services);
  const planned = found.map((item) => ({ item, ...noteOf(item, changeOf(item)) }));
  const changing = planned.filter(({ note }) => note !== 'same' && note !== 'noListPrice');
  return {
    planned,
    unknown,
    changes: new Map(changing.map(({ item, change }) => [item.itemId, change])),
    doubtful: changing.filter(({ note }) => note !== null).length,
  };
}

function readChange(bulk: Bulk): (item: OverridableItem) => Partial<OverrideFields> {
  const { decision, from, until, percent } = bulk;
  if (decision === 'withhold') return () => ({ withheld: true });
  if (from === undefined) throw invalid('from', message('input.dayLike'));
  if (until === undefined) throw invalid('until', message('input.dayLike'));
  const days = orderedDays({ from, until });
  if (decision === 'feature') return () => ({ attention: days });
  if (percent === undefined) throw invalid('percent', message('input.wholeNumber', { min: 1, max: 99 }));
  return ({ shopPrice }) => ({
    deal: { salePrice: Math.floor((shopPrice * (100 - percent)) / 100), ...days },
  });
}

function noteOf(
  item: OverridableItem,
  change: Partial<OverrideFields>,
): Pick<PlannedItem, 'change' | 'note'> {
  if (change.deal && item.shopPrice <= 0) return { change: {}, note: 'noListPrice' };
  if (OVERRIDE_FIELDS.every((field) => !(field in change) || isSameOverride(change[field], item[field])))
    return { change, note: 'same' };
  const doubt = change.deal ? dealDoubt(change.deal.salePrice, item) : null;
  return { change, note: doubt === 'aboveList' ? 'noListPrice' : doubt };
}

/** Each item once, in the order of the text. Throws INVALID. */
async function findItems(text: string, { catalog, itemOverrides }: Services) {
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
