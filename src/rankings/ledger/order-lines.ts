import type { DatabaseSync } from 'node:sqlite';
import { formatKstDay, type KstDay, type KstMonth, kstDayOf, kstMonthOfDay } from '../../clock.ts';
import { countMonthCopies } from '../counted-copies.ts';
import type { DayCopies } from '../day-copies.ts';
import { readCopies } from '../lists/lists-file.ts';
import { BUYER_TYPES, NO_BUYER, SaleLines } from '../sale.ts';
import { buyerOf, markOf } from './buyer-reference.ts';
import { orderComparison } from './ledger-reader.ts';
import {
  type Exclusions,
  findCounted,
  isMonthDeleted,
  rangeOfDays,
  rangeOfMonth,
  readExclusions,
  SALES_OF_DAYS,
} from './month-lines.ts';
import { createOrderRows, type OrderRow } from './order-rows.ts';
import type { Exclusion } from './restatement.ts';

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

/** By what order lines are found: those of an item or a buyer in a month, of an order, or of a day. */
export type OrderSearch =
  /** A number, an ISBN13 or an external id. */
  (
    | { readonly by: 'item'; readonly text: string; readonly month: KstMonth }
    /** A reference, as feeds give it, or the mark of lines that were found. */
    | { readonly by: 'buyer' | 'mark'; readonly text: string; readonly month: KstMonth }
    | { readonly by: 'order'; readonly text: string }
    | { readonly by: 'day'; readonly day: KstDay }
  ) & { readonly offset: number; readonly limit: number };

/** An order line, and what it counts in the monthly list of its sale. `mark` stands for the buyer, null where there is none. */
export type OrderLine = Omit<CountedRow, 'orderNo' | 'buyer' | 'buyerType' | 'isLate' | 'isCancelled'> & {
  readonly mark: string | null;
};

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

interface CountedRow extends OrderRow {
  readonly copies: number;
  readonly rule: LineRule;
}

/** Order lines with what they count, beside what the lists file says. */
export function createOrderLines(db: DatabaseSync, lists: DatabaseSync, copiesPerBuyer: number) {
  const { read, readMonth, findItem, titleOf } = createOrderRows(db);

  function count(month: KstMonth, rows: readonly OrderRow[]): CountedRow[] {
    const untilDay = findCounted(db, month)?.untilDay ?? Number.NEGATIVE_INFINITY;
    return countRows(db, rows, { untilDay, copiesPerBuyer, ...readExclusions(db, month) });
  }

  /** Found lines, counted beside all others of the same buyers and items. */
  function countFound(rows: readonly OrderRow[]): CountedRow[] {
    const months = Map.groupBy(rows, ({ soldAtMs }) => kstMonthOfDay(kstDayOf(soldAtMs)));
    const counted = [...months].flatMap(([month, found]) => {
      const itemIds = new Set(found.map(({ itemId }) => itemId).filter((itemId) => itemId !== null));
      const buyers = new Set(found.map(({ buyer }) => buyer).filter((buyer) => buyer !== null));
      const beside = readMonth(month, [...itemIds], [...buyers]);
      const all = new Map([...found, ...beside].map((row) => [keyOf(row), row]));
      return count(month, [...all.values()]);
    });
    const byKey = new Map(counted.map((row) => [keyOf(row), row]));
    return rows.map((row) => byKey.get(keyOf(row))).filter((row) => row !== undefined);
  }

  return {
    find(search: OrderSearch): FoundLines {
      const { offset, limit } = search;
      if (search.by === 'item') {
        const itemId = findItem(search.text);
        if (itemId === null) return NOTHING;
        const counted = count(search.month, readMonth(search.month, [itemId], null));
        const lines = counted.slice(offset, offset + limit).map(lineOf);
        return {
          lines,
          totalCount: counted.length,
          item: { itemId, title: titleOf(itemId), ...sumItem(db, lists, search.month, counted, itemId) },
        };
      }
      const { from, where, values } = conditionOf(search);
      const total = db.prepare(`SELECT count(*) AS count FROM ${from} WHERE ${where}`).get(...values);
      const rows = read(from, where, [...values, limit, offset], 'LIMIT ? OFFSET ?');
      return { lines: countFound(rows).map(lineOf), totalCount: Number(total?.count), item: null };
    },
    preview({ month, itemId, mark }: Exclusion): ExclusionEffect {
      const buyer = buyerOf(mark);
      const own = itemId === null ? read(SALES_OF_DAYS, 'buyer = ?5', [...rangeOfMonth(month), buyer]) : [];
      const named = itemId === null ? own.map((row) => row.itemId) : [itemId];
      const itemIds = [...new Set(named.filter((one) => one !== null))];
      const counted = count(month, readMonth(month, itemIds, null));
      const isOut = (row: OrderRow) => itemId !== null || row.buyer === buyer;
      const out = counted.filter(isOut);
      const effects = [...Map.groupBy(counted, (row) => row.itemId ?? 0)].map(([one, lines]) => ({
        itemId: one,
        title: titleOf(one),
        before: sumOf(lines, 'copies'),
        after: lines.reduce((sum, line) => sum + (isOut(line) ? 0 : line.copies), 0),
      }));
      const lost = effects.filter(({ before, after }) => before > after);
      lost.sort((a, b) => b.before - b.after - (a.before - a.after) || a.itemId - b.itemId);
      const lines = itemId === null ? own.length : out.length;
      return { lines, copies: sumOf(out, 'copies'), items: lost.slice(0, ITEMS_SHOWN) };
    },
  };
}

const ITEMS_SHOWN = 20;

const NOTHING: FoundLines = { lines: [], totalCount: 0, item: null };

function conditionOf(search: Exclude<OrderSearch, { readonly by: 'item' }>) {
  if (search.by === 'order')
    return {
      from: 'sale',
      where: 'order_no = (SELECT o.order_no FROM sale_order AS o WHERE o.order_id = ?1)',
      values: [search.text],
    };
  if (search.by === 'day')
    return { from: SALES_OF_DAYS, where: 'true', values: rangeOfDays(search.day, search.day) };
  const values = [...rangeOfMonth(search.month), buyerOf(search.text)];
  return { from: SALES_OF_DAYS, where: 'buyer = ?5', values };
}

function sumItem(
  db: DatabaseSync,
  lists: DatabaseSync,
  month: KstMonth,
  counted: readonly CountedRow[],
  itemId: number,
): Omit<CountedItem, 'itemId' | 'title'> {
  const byRule = Map.groupBy(counted, ({ rule }) => rule);
  const published = findCounted(db, month);
  const [listed] = readCopies(lists, month);
  return {
    rules: LINE_RULES.flatMap((rule) => {
      const lines = byRule.get(rule) ?? [];
      if (lines.length === 0) return [];
      const [quantity, copies] = [sumOf(lines, 'quantity'), sumOf(lines, 'copies')];
      return [{ rule, lines: lines.length, quantity, copies }];
    }),
    copies: sumOf(counted, 'copies'),
    published:
      published === null || listed === undefined
        ? null
        : { copies: copiesOf(listed.days, itemId), untilDay: formatKstDay(published.untilDay) },
    isDeleted: isMonthDeleted(db, month),
  };
}

function copiesOf({ itemIds, start, copies }: DayCopies, itemId: number): number {
  const at = itemIds.indexOf(itemId);
  return at < 0 ? 0 : copies.subarray(start[at], start[at + 1]).reduce((sum, one) => sum + one, 0);
}

interface Counting extends Exclusions {
  readonly untilDay: number;
  readonly copiesPerBuyer: number;
}

/** The copies are those that the ranking run counts, by the same code. */
function countRows(db: DatabaseSync, rows: readonly OrderRow[], counting: Counting): CountedRow[] {
  const lines = new SaleLines(rows.length);
  const positions = new Map<number, number>();
  const at = new Map<OrderRow, number>();
  for (const row of rows) {
    if (uncountedRule(row, counting) !== null || row.itemId === null) continue;
    const item = positions.get(row.itemId) ?? positions.size;
    positions.set(row.itemId, item);
    const line = lines.addLine();
    at.set(row, line);
    lines.item[line] = item;
    lines.soldAtMs[line] = row.soldAtMs;
    lines.buyer[line] = row.buyer ?? NO_BUYER;
    lines.buyerType[line] = row.buyerType;
    lines.quantity[line] = row.quantity - row.returned;
    lines.orderNo[line] = row.orderNo;
    lines.lineNo[line] = row.lineNo;
  }
  const items = new Set(counting.itemIds.map((itemId) => positions.get(itemId) ?? -1));
  const leftOut = { items, buyers: new Set(counting.buyers) };
  const copies = countMonthCopies(lines, counting.copiesPerBuyer, orderComparison(db), leftOut);
  return rows.map((row) => {
    const counted = copies[at.get(row) ?? -1] ?? 0;
    return {
      ...row,
      copies: counted,
      rule: uncountedRule(row, counting) ?? countedRule(row, counted, counting),
    };
  });
}

/** Why a ranking run doesn't look at the line at all. */
function uncountedRule(row: OrderRow, { untilDay }: Counting): LineRule | null {
  if (row.returned >= row.quantity) return row.isCancelled ? 'cancelled' : 'returned';
  if (row.isLate) return 'late';
  if (row.itemId === null) return 'unknownItem';
  return kstDayOf(row.soldAtMs) > untilDay ? 'notYet' : null;
}

function countedRule(
  { itemId, buyer, buyerType }: OrderRow,
  copies: number,
  { itemIds, buyers }: Counting,
): LineRule {
  if (itemId !== null && itemIds.includes(itemId)) return 'itemExcluded';
  if (buyer !== null && buyers.includes(buyer)) return 'buyerExcluded';
  const type = BUYER_TYPES[buyerType] ?? 'person';
  if (type !== 'person') return type;
  if (buyer === null) return 'single';
  return copies > 0 ? 'first' : 'further';
}

function keyOf({ orderNo, lineNo }: OrderRow): string {
  return `${orderNo} ${lineNo}`;
}

function sumOf<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function lineOf(row: CountedRow): OrderLine {
  const { orderNo: _, buyer, buyerType: __, isLate: ___, isCancelled: ____, ...line } = row;
  return { ...line, mark: markOf(buyer) };
}
