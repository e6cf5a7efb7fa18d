import { findItemByText } from '../../catalog/item-names.ts';
import { formatKstDay, type KstMonth, kstMonthOfDay, parseKstDay } from '../../clock.ts';
import type { Reader, Snapshot, SqlScalar } from '../../sql-database.ts';
import type { DayCopies } from '../day-copies.ts';
import { readCopies } from '../lists/list-writer.ts';
import { buyerOf, markOf } from './buyer-reference.ts';
import { monthOfSale } from './ledger-months.ts';
import { countItems, LINE_RULES, type LineRule, type RuledLine, rulesOf, titlesOf } from './line-counts.ts';
import {
  copiesBack,
  cutoffOf,
  ITEM_OF_LINE,
  listMonths,
  rangeOfDays,
  rangeOfMonth,
  SALES_OF_DAYS,
} from './month-lines.ts';
import { countLate, type Exclusion } from './restatement.ts';

/** `buyer` searches by a reference as in feeds, `mark` by an OrderLine.mark, `day` by yyyy-MM-dd. */
export const SEARCH_KINDS = ['item', 'order', 'buyer', 'mark', 'day'] as const;

export interface OrderSearch {
  readonly by: (typeof SEARCH_KINDS)[number];
  readonly text: string;
  readonly month: KstMonth;
  readonly offset: number;
  readonly limit: number;
}

export interface OrderLine {
  readonly orderId: string;
  readonly orderNo: number;
  readonly lineNo: number;
  readonly soldAtMs: number;
  readonly itemId: number | null;
  /** The item's title; its number or ISBN if the catalogue doesn't have the item. */
  readonly title: string;
  readonly quantity: number;
  /** Copies cancelled or returned up to the month's cutoff. */
  readonly returned: number;
  /** The buyer's stored number in hexadecimal (buyer-reference.ts); null where the line has no buyer. */
  readonly mark: string | null;
  readonly copies: number;
  readonly rule: LineRule;
}

export type CountedItem = Awaited<ReturnType<typeof sumItem>>;

export interface FoundLines {
  /** In the order in which they count: by time, order and line number. */
  readonly lines: readonly OrderLine[];
  readonly totalCount: number;
  readonly item: CountedItem | null;
}

const ITEMS_SHOWN = 20;

/** Reads whole months, so it must not run on the thread that answers requests. */
export function createOrderLines(catalog: Snapshot, lists: Reader, copiesPerBuyer: number) {
  /** Fills in the copies that each line counts. A line without counted copies gets the rule `further` instead of `first`. */
  async function count(rows: readonly OrderLine[]): Promise<OrderLine[]> {
    const copiesOf = new Map<string, number>();
    for (const month of new Set(rows.map(({ soldAtMs }) => monthOfSale(soldAtMs)))) {
      const { lines, copies } = await countItems(catalog, month, copiesPerBuyer, itemsOf(rows));
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
        const rows = await findLines(catalog, by, text, month);
        return { lines: await count(page(rows)), totalCount: rows.length, item: null };
      }
      const itemId = await findItemByText(catalog, text);
      if (itemId === null) return { lines: [], totalCount: 0, item: null };
      const lines = await count(await readLines(catalog, month, OF_ITEM, [itemId]));
      const item = await sumItem(catalog, lists, month, itemId, lines);
      return { lines: page(lines), totalCount: lines.length, item };
    },
    /** What an exclusion would change: the lines that it leaves out, and the items that lose most copies. */
    async preview({ month, itemId, mark }: Exclusion) {
      const buyer = buyerOf(mark);
      const [where, whose] = itemId === null ? [OF_BUYER, buyer] : [OF_ITEM, itemId];
      const own = await readLines(catalog, month, where, [whose]);
      const itemIds = itemsOf(own);
      const { lines, copies } = await countItems(catalog, month, copiesPerBuyer, itemIds);
      const titles = await titlesOf(catalog, itemIds);
      const items = itemIds.map((one) => ({ itemId: one, title: titles(one), before: 0, after: 0 }));
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
    /** Counts late additions to a month; null if the month has no list, or its lines were deleted. */
    findLate: (month: KstMonth) => countLate(catalog, month),
  };
}

function itemsOf(rows: readonly OrderLine[]): readonly number[] {
  return [...new Set(rows.map(({ itemId }) => itemId))].filter((itemId) => itemId !== null);
}

/** SQL conditions on rows of SALES_OF_DAYS; $6 is the number of the item, buyer or order. */
const OF_ITEM = `(goods = $6 OR goods = (SELECT -CAST(nullif(i.isbn13, '') AS bigint) FROM item AS i WHERE i.item_id = $6)) AND ${ITEM_OF_LINE} = $6`;
const OF_BUYER = 'buyer = $6';
const OF_ORDER = 'order_no = $6';

/** Finds lines, in the order in which they count. Their copies aren't counted yet. */
async function findLines(
  catalog: Snapshot,
  by: Exclude<OrderSearch['by'], 'item'>,
  text: string,
  month: KstMonth,
): Promise<readonly OrderLine[]> {
  if (by === 'day') {
    const day = parseKstDay(text);
    return day === null ? [] : readLines(catalog, kstMonthOfDay(day), 'true', [], rangeOfDays(day, day));
  }
  if (by !== 'order') return readLines(catalog, month, OF_BUYER, [buyerOf(text)]);
  const sold = await catalog.query<{ orderNo: number; soldAtMs: number }>(
    `SELECT order_no AS "orderNo", sold_at_ms AS "soldAtMs" FROM sale
     WHERE order_no = (SELECT order_no FROM sale_order WHERE order_id = $1)`,
    [text],
  );
  const orderNo = sold[0]?.orderNo ?? 0;
  const months = [...new Set(sold.map(({ soldAtMs }) => monthOfSale(soldAtMs)))].sort((a, b) => a - b);
  const lines = await Array.fromAsync(months, (one) => readLines(catalog, one, OF_ORDER, [orderNo]));
  return lines.flat();
}

async function readLines(
  catalog: Snapshot,
  month: KstMonth,
  where: string,
  values: readonly SqlScalar[],
  range = rangeOfMonth(month),
): Promise<readonly OrderLine[]> {
  const ruleOf = await rulesOf(catalog, month);
  const select = `
    SELECT order_no AS "orderNo", line_no AS "lineNo", order_id AS "orderId", sold_at_ms AS "soldAtMs",
      item.item_id AS "itemId", coalesce(title, CAST(abs(goods) AS text)) AS title, quantity,
      CAST(buyer AS double precision) AS buyer, buyer_type AS "buyerType", revision, back, CASE WHEN EXISTS (
        SELECT 1 FROM sale_return AS r
        WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.quantity IS NULL) THEN 1 ELSE 0 END AS "isCancelled"
    FROM (
      SELECT sale.*, ${copiesBack(cutoffOf('$5'))} AS back, ${ITEM_OF_LINE} AS item_no
      FROM ${SALES_OF_DAYS} AS sale
      WHERE ${where}) AS sale
    JOIN sale_order USING (order_no)
    LEFT JOIN item ON item.item_id = item_no
    ORDER BY sold_at_ms, order_id, line_no`;
  type LineRow = Omit<OrderLine, 'rule' | 'copies' | 'mark' | 'returned'> & RuledLine;
  const rows = await catalog.query<LineRow>(select, [...range, month, ...values]);
  return rows.map((row) => {
    const { buyer, buyerType: _, revision: __, back, isCancelled: ___, ...line } = row;
    const returned = Math.min(line.quantity, back);
    return { ...line, returned, mark: markOf(buyer), copies: 0, rule: ruleOf(row) };
  });
}

async function sumItem(
  catalog: Reader,
  lists: Reader,
  month: KstMonth,
  itemId: number,
  lines: readonly OrderLine[],
) {
  const sumOf = (some: readonly OrderLine[], name: 'quantity' | 'copies') =>
    some.reduce((sum, line) => sum + line[name], 0);
  const byRule = Map.groupBy(lines, ({ rule }) => rule);
  const [{ counted = null, isDeleted = false } = {}] = await listMonths(catalog, month);
  const [listed] = await Array.fromAsync(readCopies(lists, month));
  const titles = await titlesOf(catalog, [itemId]);
  return {
    itemId,
    title: titles(itemId),
    rules: LINE_RULES.flatMap((rule) => {
      const some = byRule.get(rule) ?? [];
      const sums = { quantity: sumOf(some, 'quantity'), copies: sumOf(some, 'copies') };
      return some.length > 0 ? [{ rule, lines: some.length, ...sums }] : [];
    }),
    /** Copies that the lines count now; the next tally publishes them. */
    copies: sumOf(lines, 'copies'),
    /** Copies in the month's published list, and the list's last day; null without a list. */
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
