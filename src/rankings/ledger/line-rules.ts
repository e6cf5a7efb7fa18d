import { type KstMonth, kstDayOf } from '../../clock.ts';
import type { Reader } from '../../sql-database.ts';
import { BUYER_TYPES } from '../sale.ts';
import { listMonths, readLeftOut } from './month-lines.ts';

/** Why an order line counts as many copies as it does (docs/lists.md#order-lines). */
export const LINE_RULES = [
  'first',
  'single',
  'organisation',
  'aggregate',
  'further',
  'reseller',
  'cancelled',
  'returned',
  'late',
  'itemExcluded',
  'buyerExcluded',
  'notYet',
  'unknownItem',
] as const;
export type LineRule = (typeof LINE_RULES)[number];

/** What the rules ask of an order line. */
export interface RuledLine {
  /** Null where the line's item isn't in the catalogue. */
  readonly itemId: number | null;
  readonly soldAtMs: number;
  readonly quantity: number;
  /** How many copies came back in time. */
  readonly back: number;
  /** 1 if the whole line was cancelled. */
  readonly isCancelled: number;
  /** The ledger's revision with which the line came. */
  readonly revision: number;
  readonly buyer: number | null;
  readonly buyerType: number;
}

/** Finds the rule by which a line of a month counts; `further` isn't among them, as it depends on the buyer's other lines. */
export async function rulesOf(catalog: Reader, month: KstMonth): Promise<(line: RuledLine) => LineRule> {
  const [sold] = await listMonths(catalog, month);
  const left = await readLeftOut(catalog, month);
  return ({ quantity, back, isCancelled, revision, itemId, soldAtMs, buyer, buyerType }) => {
    if (back >= quantity) return isCancelled === 1 ? 'cancelled' : 'returned';
    if (revision > (sold?.cutoff ?? revision)) return 'late';
    if (itemId === null) return 'unknownItem';
    if (kstDayOf(soldAtMs) > (sold?.counted?.untilDay ?? Number.NEGATIVE_INFINITY)) return 'notYet';
    if (left.items.has(itemId)) return 'itemExcluded';
    if (buyer !== null && left.buyers.has(buyer)) return 'buyerExcluded';
    const kind = BUYER_TYPES[buyerType];
    if (kind !== undefined && kind !== 'person') return kind;
    return buyer === null ? 'single' : 'first';
  };
}
