import { type KstMonth, kstDayOf, kstMonthFirstDay } from '../../clock.ts';
import type { Reader, Snapshot } from '../../sql-database.ts';
import { countCopies } from '../counted-copies.ts';
import { BUYER_TYPES } from '../sale.ts';
import { ledgerReader } from './ledger-reader.ts';
import { ITEM_OF_LINE, listMonths, readLeftOut } from './month-lines.ts';

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

export interface RuledLine {
  readonly itemId: number | null;
  readonly soldAtMs: number;
  readonly quantity: number;
  readonly back: number;
  /** 1 if the whole line was cancelled, otherwise 0. */
  readonly isCancelled: number;
  readonly revision: number;
  readonly buyer: number | null;
  readonly buyerType: number;
}

/** Finds the rules of a month's lines, except `further`, which depends on the buyer's other lines. */
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

/** Counts the lines of some items in a month as a ranking run does, up to the last day of the published list. */
export async function countItems(
  snapshot: Snapshot,
  month: KstMonth,
  copiesPerBuyer: number,
  itemIds: readonly number[],
) {
  const places = new Map(itemIds.map((itemId, place) => [itemId, place]));
  const firstOfIsbn = await firstItems(snapshot, itemIds);
  const catalog = {
    findItem: (itemId: number) => places.get(itemId) ?? -1,
    findIsbn13: (isbn: number) => places.get(firstOfIsbn.get(isbn) ?? 0) ?? -1,
  };
  const leftOut = await readLeftOut(snapshot, month, catalog.findItem);
  const firstDay = kstMonthFirstDay(month);
  const [sold] = await listMonths(snapshot, month);
  const untilDay = sold?.counted?.untilDay ?? firstDay - 1;
  const isOfItems = itemIds.length === 0 ? 'false' : `${ITEM_OF_LINE} IN (${itemIds.join()})`;
  const { lines, readOrderIds } = await ledgerReader(snapshot, catalog, isOfItems)(firstDay, untilDay);
  return { lines, copies: await countCopies(lines, copiesPerBuyer, readOrderIds, leftOut) };
}

/** The items of order lines that name only an ISBN: by ISBN, the lowest item number that isn't withheld. */
async function firstItems(
  { query }: Reader,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await query<{ isbn13: string; itemId: number }>(
    `SELECT isbn13, min(item_id) AS "itemId"
     FROM item
     WHERE withheld = 0 AND isbn13 IN (SELECT isbn13 FROM item WHERE item_id = ANY ($1) AND isbn13 <> '')
     GROUP BY isbn13`,
    [itemIds],
  );
  return new Map(rows.map(({ isbn13, itemId }) => [Number(isbn13), itemId]));
}

/** Finds the title of an item, or its number if the item doesn't exist. */
export async function titlesOf(
  { query }: Reader,
  itemIds: readonly number[],
): Promise<(itemId: number) => string> {
  const rows = await query<{ itemId: number; title: string }>(
    'SELECT item_id AS "itemId", title FROM item WHERE item_id = ANY ($1)',
    [itemIds],
  );
  const titles = new Map(rows.map(({ itemId, title }) => [itemId, title]));
  return (itemId) => titles.get(itemId) ?? String(itemId);
}
