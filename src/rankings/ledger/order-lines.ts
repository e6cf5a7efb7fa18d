import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { findItemByText } from '../../catalog/item-names.ts';
import {
  formatKstDay,
  type KstMonth,
  kstDayOf,
  kstMonthFirstDay,
  kstMonthOfDay,
  parseKstDay,
} from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import { sqliteSnapshot } from '../../store/sqlite/sql-statements.ts';
import { countCopies } from '../counted-copies.ts';
import type { DayCopies } from '../day-copies.ts';
import { readCopies } from '../lists/lists-file.ts';
import { BUYER_TYPES } from '../sale.ts';
import { buyerOf } from './buyer-reference.ts';
import { ledgerReader } from './ledger-reader.ts';
import {
  copiesBack,
  inTime,
  listMonths,
  rangeOfDays,
  rangeOfMonth,
  readExclusions,
  SALES_OF_DAYS,
} from './month-lines.ts';
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
export interface OrderLine {
  readonly orderId: string;
  readonly orderNo: number;
  readonly lineNo: number;
  readonly soldAtMs: number;
  /** Null where it names no item that is known. */
  readonly itemId: number | null;
  /** Of the item, or the number or ISBN that leads to none. */
  readonly title: string;
  readonly quantity: number;
  /** Copies of it that came back in time. */
  readonly returned: number;
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
  /** The same lines with what each counts. */
  async function count(rows: readonly OrderLine[]): Promise<OrderLine[]> {
    const copiesOf = new Map<string, number>();
    for (const month of new Set(rows.map(({ soldAtMs }) => monthOf(soldAtMs)))) {
      const { lines, copies } = await countItems(db, month, copiesPerBuyer, rows);
      for (let line = 0; line < lines.count; line++)
        copiesOf.set(`${lines.orderNo[line]} ${lines.lineNo[line]}`, copies[line] ?? 0);
    }
    return rows.map((row) => {
      const copies = copiesOf.get(`${row.orderNo} ${row.lineNo}`) ?? 0;
      return { ...row, copies, rule: row.rule === 'first' && copies === 0 ? 'further' : row.rule };
    });
  }

  return {
    async find({ by, text, month, offset, limit }: OrderSearch): Promise<FoundLines> {
      const page = <T>(all: readonly T[]) => all.slice(offset, offset + limit);
      if (by !== 'item') {
        const rows = readLines(db, ...conditionOf(by, text, month));
        return { lines: await count(page(rows)), totalCount: rows.length, item: null };
      }
      const itemId = findItemByText(db, text);
      if (itemId === null) return { lines: [], totalCount: 0, item: null };
      const lines = await count(readLines(db, SALES_OF_DAYS, OF_ITEM, [...rangeOfMonth(month), itemId]));
      const item = await sumItem(db, lists, month, itemId, lines);
      return { lines: page(lines), totalCount: lines.length, item };
    },
    async preview({ month, itemId, mark }: Exclusion): Promise<ExclusionEffect> {
      const buyer = buyerOf(mark);
      const [where, whose] = itemId === null ? [OF_BUYER, buyer] : [OF_ITEM, itemId];
      const own = readLines(db, SALES_OF_DAYS, where, [...rangeOfMonth(month), whose]);
      const { itemIds, lines, copies } = await countItems(db, month, copiesPerBuyer, own);
      const items = itemIds.map((one) => ({ itemId: one, title: titleOf(db, one), before: 0, after: 0 }));
      for (let line = 0; line < lines.count; line++) {
        const item = items[lines.item[line] ?? -1];
        const counted = copies[line] ?? 0;
        if (item === undefined) continue;
        item.before += counted;
        if (itemId === null && lines.buyer[line] !== buyer) item.after += counted;
      }
      const lostOf = ({ before, after }: (typeof items)[number]) => before - after;
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
    findLate: async (month: KstMonth) => countLate(db, month),
  };
}

function monthOf(soldAtMs: number): KstMonth {
  return kstMonthOfDay(kstDayOf(soldAtMs));
}

function titleOf(db: DatabaseSync, itemId: number): string {
  return String(db.prepare('SELECT title FROM item WHERE item_id = ?').get(itemId)?.title ?? itemId);
}

/** The number of the item that a row of `sale` names, as a ranking run sees it. */
const ITEM = `iif(goods > 0, goods, (
  SELECT min(i.item_id) FROM item AS i WHERE i.isbn13 = printf('%013d', -goods) AND i.isbn13 <> '' AND i.withheld = 0))`;

/** Conditions on rows in `SALES_OF_DAYS`. */
const OF_ITEM = `goods IN (?5, (SELECT -CAST(i.isbn13 AS INTEGER) FROM item AS i WHERE i.item_id = ?5)) AND ${ITEM} = ?5`;
const OF_BUYER = 'buyer = ?5';

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

/** Lines in the order in which they count, before that is known: a buyer's own are `first`, and count 0. Goes through whole months. */
function readLines(
  db: DatabaseSync,
  from: string,
  where: string,
  values: readonly SQLInputValue[],
): OrderLine[] {
  db.function('day_of', (soldAtMs) => kstDayOf(Number(soldAtMs)));
  db.function('month_of', (soldAtMs) => monthOf(Number(soldAtMs)));
  const isExcluded = 'EXISTS (SELECT 1 FROM exclusion AS e WHERE e.month = of_month AND ';
  const select = db.prepare(`
    SELECT order_no AS "orderNo", line_no AS "lineNo", order_id AS "orderId", sold_at_ms AS "soldAtMs",
      item.item_id AS "itemId", coalesce(title, CAST(abs(goods) AS TEXT)) AS title, quantity,
      min(quantity, back) AS returned, iif(buyer IS NULL, NULL, printf('%x', buyer)) AS mark, 0 AS copies, CASE
        WHEN back >= quantity THEN iif(EXISTS (
          SELECT 1 FROM sale_return AS r
          WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.quantity IS NULL), 'cancelled', 'returned')
        WHEN NOT ${inTime('cutoff')} THEN 'late'
        WHEN item.item_id IS NULL THEN 'unknownItem'
        WHEN ifnull(day_of(sold_at_ms) > counted_until, true) THEN 'notYet'
        WHEN ${isExcluded} e.item_id = item_no) THEN 'itemExcluded'
        WHEN ${isExcluded} e.buyer = sale.buyer) THEN 'buyerExcluded'
        WHEN buyer_type > 0 THEN '${JSON.stringify(BUYER_TYPES)}' ->> buyer_type
        WHEN buyer IS NULL THEN 'single'
        ELSE 'first' END AS rule
    FROM (
      SELECT sale.*, month AS of_month, cutoff, counted_until, ${copiesBack('cutoff')} AS back, ${ITEM} AS item_no
      FROM ${from} AS sale
      LEFT JOIN sale_month ON month = month_of(sold_at_ms)
      WHERE ${where}) AS sale
    CROSS JOIN sale_order USING (order_no)
    LEFT JOIN item ON item.item_id = item_no
    ORDER BY sold_at_ms, order_id, line_no`);
  return rowsOf<OrderLine>(select, ...values);
}

/** What a ranking run counts in a month of the items that some lines name, by the same code, up to the last day of the list. */
async function countItems(
  db: DatabaseSync,
  month: KstMonth,
  copiesPerBuyer: number,
  rows: readonly OrderLine[],
) {
  const snapshot = sqliteSnapshot(db);
  const itemIds = [...new Set(rows.map(({ itemId }) => itemId))].filter((itemId) => itemId !== null);
  const places = new Map(itemIds.map((itemId, place) => [itemId, place]));
  const byIsbn = db.prepare(`SELECT ${ITEM} AS item_id FROM (SELECT ? AS goods)`);
  const catalog = {
    findItem: (itemId: number) => places.get(itemId) ?? -1,
    findIsbn13: (isbn: number) => places.get(Number(byIsbn.get(-isbn)?.item_id)) ?? -1,
  };
  const left = await readExclusions(snapshot, month);
  const leftOut = { items: new Set(left.itemIds.map(catalog.findItem)), buyers: new Set(left.buyers) };
  const firstDay = kstMonthFirstDay(month);
  const [sold] = await listMonths(snapshot, month);
  const untilDay = sold?.counted?.untilDay ?? firstDay - 1;
  const read = ledgerReader(snapshot, catalog, `${ITEM} IN (${itemIds.join()})`);
  const { lines, readOrderIds } = await read(firstDay, untilDay);
  return { itemIds, lines, copies: await countCopies(lines, copiesPerBuyer, readOrderIds, leftOut) };
}

async function sumItem(
  db: DatabaseSync,
  lists: DatabaseSync,
  month: KstMonth,
  itemId: number,
  lines: readonly OrderLine[],
): Promise<CountedItem> {
  const sumOf = (some: readonly OrderLine[], name: 'quantity' | 'copies') =>
    some.reduce((sum, line) => sum + line[name], 0);
  const byRule = Map.groupBy(lines, ({ rule }) => rule);
  const [{ counted = null, isDeleted = false } = {}] = await listMonths(sqliteSnapshot(db), month);
  const [listed] = await Array.fromAsync(readCopies(sqliteSnapshot(lists), month));
  return {
    itemId,
    title: titleOf(db, itemId),
    rules: LINE_RULES.flatMap((rule) => {
      const some = byRule.get(rule);
      if (some === undefined) return [];
      return [{ rule, lines: some.length, quantity: sumOf(some, 'quantity'), copies: sumOf(some, 'copies') }];
    }),
    copies: sumOf(lines, 'copies'),
    published:
      counted && listed
        ? { copies: copiesOf(listed.days, itemId), untilDay: formatKstDay(counted.untilDay) }
        : null,
    isDeleted,
  };
}

function copiesOf({ itemIds, start, copies }: DayCopies, itemId: number): number {
  const at = itemIds.indexOf(itemId);
  return at < 0 ? 0 : copies.subarray(start[at], start[at + 1]).reduce((sum, one) => sum + one, 0);
}
