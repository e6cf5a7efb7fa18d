import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  formatKstDay,
  type KstDay,
  type KstMonth,
  kstDayOf,
  kstMonthFirstDay,
  kstMonthOfDay,
  parseKstDay,
} from '../../clock.ts';
import { countCopies } from '../counted-copies.ts';
import type { DayCopies } from '../day-copies.ts';
import { readCopies } from '../lists/lists-file.ts';
import { BUYER_TYPES } from '../sale.ts';
import { buyerOf, markOf } from './buyer-reference.ts';
import { createLedgerReader } from './ledger-reader.ts';
import {
  type Exclusions,
  findCounted,
  isMonthDeleted,
  rangeOfDays,
  rangeOfMonth,
  readExclusions,
  SALES_OF_DAYS,
} from './month-lines.ts';
import { findItem, ITEM, OF_BUYER, OF_ITEM, readLines, type StoredLine, titleOf } from './order-rows.ts';
import { countLate, type Exclusion } from './restatement.ts';

/** Why an order line counts what it counts (docs/lists.md#order-lines). */
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

/**
 * By what order lines are found: an item (number, ISBN13 or external id) or a buyer in a month (a reference as feeds give it, or the
 * mark of lines that were found), an order, or a day as yyyy-MM-dd.
 */
export const SEARCH_KINDS = ['item', 'order', 'buyer', 'mark', 'day'] as const;

export interface OrderSearch {
  readonly by: (typeof SEARCH_KINDS)[number];
  readonly text: string;
  readonly month: KstMonth;
  readonly offset: number;
  readonly limit: number;
}

/** An order line, and what it counts in the monthly list of its sale. */
export interface OrderLine
  extends Pick<StoredLine, 'orderId' | 'lineNo' | 'soldAtMs' | 'title' | 'quantity' | 'returned'> {
  /** Stands for the buyer; null where there is none. */
  readonly mark: string | null;
  readonly copies: number;
  readonly rule: LineRule;
}

/** All lines of an item in a month. */
export interface CountedItem {
  readonly itemId: number;
  /** Its number where there is no such item. */
  readonly title: string;
  /** What the lines sum up to by rule, in the order of LINE_RULES. */
  readonly rules: readonly {
    readonly rule: LineRule;
    readonly lines: number;
    readonly quantity: number;
    readonly copies: number;
  }[];
  /** Copies that the lines count now; the next tally publishes them. */
  readonly copies: number;
  /** Copies in the month's list, and its last day as yyyy-MM-dd; null where the month has none. */
  readonly published: { readonly copies: number; readonly untilDay: string } | null;
  /** The lines of the month were deleted (docs/lists.md#retention). */
  readonly isDeleted: boolean;
}

export interface FoundLines {
  /** In the order in which they count: by time, order and line number. */
  readonly lines: readonly OrderLine[];
  readonly totalCount: number;
  /** Where an item was searched for and is known. */
  readonly item: CountedItem | null;
}

/** What an exclusion would change, or has changed. */
export interface ExclusionEffect {
  /** That would be left out, counted or not. */
  readonly lines: number;
  /** That they count now. */
  readonly copies: number;
  /** The items that lose most, at most 20. */
  readonly items: readonly {
    readonly itemId: number;
    readonly title: string;
    readonly before: number;
    readonly after: number;
  }[];
}

const ITEMS_SHOWN = 20;

/**
 * Order lines with what they count, beside what the lists file says. Goes through whole months: not for the thread that answers.
 */
export function createOrderLines(db: DatabaseSync, lists: DatabaseSync, copiesPerBuyer: number) {
  /** What each line counts, and why. */
  function judge(rows: readonly StoredLine[]): OrderLine[] {
    const monthOf = ({ soldAtMs }: StoredLine) => kstMonthOfDay(kstDayOf(soldAtMs));
    const counted = new Map(
      [...Map.groupBy(rows, monthOf)].map(([month, some]) => [
        month,
        countItems(db, month, copiesPerBuyer, some),
      ]),
    );
    return rows.flatMap((row) => {
      const month = counted.get(monthOf(row));
      if (month === undefined) return [];
      const copies = month.copiesOf.get(keyOf(row.orderNo, row.lineNo)) ?? 0;
      const { orderId, lineNo, soldAtMs, title, quantity, returned } = row;
      const about = { orderId, lineNo, soldAtMs, title, quantity, returned, mark: markOf(row.buyer) };
      return [{ ...about, copies, rule: ruleOf(row, copies, month.excluded, month.untilDay) }];
    });
  }

  return {
    find({ by, text, month, offset, limit }: OrderSearch): FoundLines {
      const page = <T>(all: readonly T[]) => all.slice(offset, offset + limit);
      if (by !== 'item') {
        const rows = readLines(db, ...conditionOf(by, text, month));
        return { lines: judge(page(rows)), totalCount: rows.length, item: null };
      }
      const itemId = findItem(db, text);
      if (itemId === null) return { lines: [], totalCount: 0, item: null };
      const lines = judge(readLines(db, SALES_OF_DAYS, OF_ITEM, [...rangeOfMonth(month), itemId]));
      const item = sumItem(db, lists, month, itemId, lines);
      return { lines: page(lines), totalCount: lines.length, item };
    },
    preview({ month, itemId, mark }: Exclusion): ExclusionEffect {
      const buyer = buyerOf(mark);
      const [where, whose] = itemId === null ? [OF_BUYER, buyer] : [OF_ITEM, itemId];
      const own = readLines(db, SALES_OF_DAYS, where, [...rangeOfMonth(month), whose]);
      const { lines, copies, places } = countItems(db, month, copiesPerBuyer, own);
      const items = [...places.keys()].map((one) => ({
        itemId: one,
        title: titleOf(db, one),
        before: 0,
        after: 0,
      }));
      for (let line = 0; line < lines.count; line++) {
        const item = items[lines.item[line] ?? -1];
        const count = copies[line] ?? 0;
        if (item === undefined) continue;
        item.before += count;
        if (itemId === null && lines.buyer[line] !== buyer) item.after += count;
      }
      const lostOf = (item: (typeof items)[number]) => item.before - item.after;
      return {
        lines: own.length,
        copies: items.reduce((sum, item) => sum + lostOf(item), 0),
        items: items
          .filter((item) => lostOf(item) > 0)
          .sort((a, b) => lostOf(b) - lostOf(a) || a.itemId - b.itemId)
          .slice(0, ITEMS_SHOWN),
      };
    },
    /** What came late for a month; null when it can't be restated: it has no list, or its lines were deleted. */
    findLate: (month: KstMonth) => countLate(db, month),
  };
}

/** What a ranking run counts in a month of the items that some lines name, by the same code, up to the last day of the list. */
function countItems(
  db: DatabaseSync,
  month: KstMonth,
  copiesPerBuyer: number,
  rows: readonly Pick<StoredLine, 'itemId'>[],
) {
  const known = new Set(rows.map(({ itemId }) => itemId).filter((itemId) => itemId !== null));
  const places = new Map([...known].map((itemId, place) => [itemId, place]));
  const byIsbn = db.prepare(`SELECT ${ITEM} AS item_id FROM (SELECT ? AS goods)`);
  const catalog = {
    findItem: (itemId: number) => places.get(itemId) ?? -1,
    findIsbn13: (isbn: number) => places.get(Number(byIsbn.get(-isbn)?.item_id)) ?? -1,
  };
  const excluded = readExclusions(db, month);
  const firstDay = kstMonthFirstDay(month);
  const untilDay = findCounted(db, month)?.untilDay ?? firstDay - 1;
  const reader = createLedgerReader(db, catalog, `${ITEM} IN (${[...known].join()})`);
  const { lines, isOrderBefore } = reader.readLines(firstDay, untilDay);
  const leftOut = {
    items: new Set(excluded.itemIds.map(catalog.findItem)),
    buyers: new Set(excluded.buyers),
  };
  const copies = countCopies(lines, copiesPerBuyer, isOrderBefore, leftOut);
  const copiesOf = new Map<string, number>();
  for (let line = 0; line < lines.count; line++)
    copiesOf.set(keyOf(lines.orderNo[line], lines.lineNo[line]), copies[line] ?? 0);
  return { places, lines, copies, copiesOf, excluded, untilDay };
}

function keyOf(orderNo: number | undefined, lineNo: number | undefined): string {
  return `${orderNo} ${lineNo}`;
}

function ruleOf(
  { leftOut, itemId, soldAtMs, buyer, buyerType }: StoredLine,
  copies: number,
  excluded: Exclusions,
  untilDay: KstDay,
): LineRule {
  if (leftOut !== null) return leftOut;
  if (kstDayOf(soldAtMs) > untilDay) return 'notYet';
  if (itemId !== null && excluded.itemIds.includes(itemId)) return 'itemExcluded';
  if (buyer !== null && excluded.buyers.includes(buyer)) return 'buyerExcluded';
  const type = BUYER_TYPES[buyerType] ?? 'person';
  if (type !== 'person') return type;
  if (buyer === null) return 'single';
  return copies > 0 ? 'first' : 'further';
}

function sumItem(
  db: DatabaseSync,
  lists: DatabaseSync,
  month: KstMonth,
  itemId: number,
  lines: readonly OrderLine[],
): CountedItem {
  const sumOf = (some: readonly OrderLine[], name: 'quantity' | 'copies') =>
    some.reduce((sum, line) => sum + line[name], 0);
  const counted = findCounted(db, month);
  const [listed] = readCopies(lists, month);
  const published =
    counted === null || listed === undefined
      ? null
      : { copies: copiesOf(listed.days, itemId), untilDay: formatKstDay(counted.untilDay) };
  const rules = LINE_RULES.flatMap((rule) => {
    const some = lines.filter((line) => line.rule === rule);
    if (some.length === 0) return [];
    return [{ rule, lines: some.length, quantity: sumOf(some, 'quantity'), copies: sumOf(some, 'copies') }];
  });
  const copies = sumOf(lines, 'copies');
  return {
    itemId,
    title: titleOf(db, itemId),
    rules,
    copies,
    published,
    isDeleted: isMonthDeleted(db, month),
  };
}

function copiesOf({ itemIds, start, copies }: DayCopies, itemId: number): number {
  const at = itemIds.indexOf(itemId);
  return at < 0 ? 0 : copies.subarray(start[at], start[at + 1]).reduce((sum, one) => sum + one, 0);
}

function conditionOf(
  by: Exclude<OrderSearch['by'], 'item'>,
  text: string,
  month: KstMonth,
): [from: string, where: string, values: SQLInputValue[]] {
  if (by === 'order')
    return ['sale', 'order_no = (SELECT o.order_no FROM sale_order AS o WHERE o.order_id = ?1)', [text]];
  const day = parseKstDay(text) ?? 0;
  if (by === 'day') return [SALES_OF_DAYS, 'true', rangeOfDays(day, day)];
  return [SALES_OF_DAYS, OF_BUYER, [...rangeOfMonth(month), buyerOf(text)]];
}
