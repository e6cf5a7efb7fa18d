import { atMost, orderByScore, UINT32_MAX } from '../base/typed-arrays.ts';
import { type KstDay, type KstMonth, kstDayOf, kstMonthFirstDay } from '../clock.ts';
import { BUYER_SEGMENTS } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { SaleLines } from './sale.ts';

export const DAY_CODES = 31 * BUYER_SEGMENTS;

/** Counted copies of one month, stored with its lists, so that later rankings needn't count a closed month again. */
export interface DayCopies {
  readonly itemIds: Float64Array;
  /** The entries of itemIds[i] are start[i] to start[i + 1] - 1. */
  readonly start: Uint32Array;
  /** Day of the month (0 = the first) * BUYER_SEGMENTS + segment, ascending within an item. */
  readonly codes: Uint16Array;
  /** Copies of each entry, 1 or more. A code whose copies exceed 32 bits has several entries. */
  readonly copies: Uint32Array;
}

export interface MonthCopies {
  readonly month: KstMonth;
  readonly days: DayCopies;
}

export type Months = AsyncIterable<MonthCopies> | readonly MonthCopies[];

/** Sums the copies of lines by item, day and segment, with items in catalogue order. */
export function sumDayCopies(
  catalog: RankCatalog,
  month: KstMonth,
  lines: SaleLines,
  counted: Uint32Array,
): DayCopies {
  const firstDay = kstMonthFirstDay(month);
  const places = new Float64Array(lines.count);
  for (let line = 0; line < lines.count; line++)
    if ((counted[line] ?? 0) > 0) places[line] = catalog.itemIds.length - (lines.item[line] ?? 0);
  const order = orderByScore(places, 1);
  const itemIds: number[] = [];
  const start: number[] = [];
  const codes = new Uint16Array(order.length);
  const copies = new Uint32Array(order.length);
  const sums = new Float64Array(DAY_CODES);
  const touched = new Uint16Array(DAY_CODES);
  let length = 0;
  for (let from = 0; from < order.length; ) {
    const item = lines.item[order[from] ?? 0] ?? 0;
    itemIds.push(catalog.itemIds[item] ?? 0);
    start.push(length);
    let touchedCount = 0;
    for (; lines.item[order[from] ?? -1] === item; from++) {
      const line = order[from] ?? 0;
      const day = kstDayOf(lines.soldAtMs[line] ?? 0) - firstDay;
      const code = day * BUYER_SEGMENTS + (lines.segment[line] ?? 0);
      if (sums[code] === 0) touched[touchedCount++] = code;
      sums[code] = (sums[code] ?? 0) + (counted[line] ?? 0);
    }
    for (const code of touched.subarray(0, touchedCount).sort()) {
      for (let left = sums[code] ?? 0; left > 0; left -= UINT32_MAX) {
        codes[length] = code;
        copies[length++] = Math.min(left, UINT32_MAX);
      }
      sums[code] = 0;
    }
  }
  start.push(length);
  return {
    itemIds: Float64Array.from(itemIds),
    start: Uint32Array.from(start),
    codes: codes.slice(0, length),
    copies: copies.slice(0, length),
  };
}

/** Indices of a month's items in the catalogue, -1 for items that are no longer in it. */
export function indexItems(catalog: RankCatalog, days: DayCopies): Int32Array {
  const known = indexed.get(days);
  if (known?.catalog === catalog) return known.items;
  const items = new Int32Array(days.itemIds.length);
  for (let at = 0; at < items.length; at++) items[at] = catalog.findItem(days.itemIds[at] ?? 0);
  indexed.set(days, { catalog, items });
  return items;
}

const indexed = new WeakMap<DayCopies, { readonly catalog: RankCatalog; readonly items: Int32Array }>();

/** Adds the copies of a month, weighted by day, to an array with one number per item of the catalogue. */
export function addCopies(
  sums: Float64Array,
  catalog: RankCatalog,
  { month, days }: MonthCopies,
  weightOf: (day: KstDay) => number,
): void {
  const weights = perCode(month, weightOf);
  const items = indexItems(catalog, days);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? -1;
    if (item < 0) continue;
    const end = days.start[at + 1] ?? 0;
    let sum = 0;
    for (let entry = days.start[at] ?? 0; entry < end; entry++) {
      sum += (days.copies[entry] ?? 0) * (weights[days.codes[entry] ?? 0] ?? 0);
    }
    sums[item] = exact((sums[item] ?? 0) + sum);
  }
}

/** The columns of a table of sums, which has a row for each item. */
export interface Columns {
  readonly count: number;
  /** The column for copies of a day and segment; -1 for days that aren't counted. */
  columnOf(day: KstDay, segment: number): number;
  /** Score of a copy by its day, 1 or more; by default 1. */
  readonly scoreOf?: (day: KstDay) => number;
  /** Whether an item may be listed, by the sum of its scores. Withheld items are never listed. */
  readonly isListed?: (item: number, score: number) => boolean;
}

export type Counters = Uint32Array | Float64Array;

export interface SoldItems {
  /** Indices of the RankCatalog, ascending, which is the order for ties. */
  readonly items: Int32Array;
  readonly copies: readonly Counters[];
  /** Like `copies`, but each copy counts the score of its day. */
  readonly scores: readonly Counters[];
}

/**
 * Sums copies by item and column. The first of two passes finds the sold items, so that the columns are no longer than needed.
 */
export async function sumColumns(
  catalog: RankCatalog,
  months: Months,
  { count, columnOf, scoreOf, isListed = () => true }: Columns,
): Promise<SoldItems> {
  const sums = new Float64Array(catalog.itemIds.length);
  const weightOf = (day: KstDay) => (columnOf(day, 0) < 0 ? 0 : (scoreOf?.(day) ?? 1));
  for await (const one of months) addCopies(sums, catalog, one, weightOf);
  const place = new Int32Array(sums.length);
  const sold: number[] = [];
  for (let item = 0; item < sums.length; item++) {
    const score = sums[item] ?? 0;
    if (score > 0 && catalog.withheld[item] !== 1 && isListed(item, score)) place[item] = sold.push(item);
  }
  const areNarrow = sums.every((score) => score <= UINT32_MAX);
  const counters = () => new (areNarrow ? Uint32Array : Float64Array)(sold.length);
  const empty = () => Array.from({ length: count }, counters);
  const copies = empty();
  const scores = scoreOf === undefined ? copies : empty();
  for await (const { month, days } of months) {
    const items = indexItems(catalog, days);
    const columns = perCode(month, columnOf);
    const weights = perCode(month, scoreOf ?? (() => 1));
    for (let at = 0; at < items.length; at++) {
      const row = (place[items[at] ?? -1] ?? 0) - 1;
      if (row < 0) continue;
      const end = days.start[at + 1] ?? 0;
      for (let entry = days.start[at] ?? 0; entry < end; entry++) {
        const code = days.codes[entry] ?? 0;
        const column = columns[code] ?? -1;
        const counted = days.copies[entry] ?? 0;
        add(copies[column], row, counted);
        if (scoreOf !== undefined) add(scores[column], row, counted * (weights[code] ?? 0));
      }
    }
  }
  return { items: Int32Array.from(sold), copies, scores };
}

function add(counters: Counters | undefined, at: number, more: number): void {
  if (counters !== undefined) counters[at] = (counters[at] ?? 0) + more;
}

export function exact(sum: number): number {
  return atMost(Number.MAX_SAFE_INTEGER, 'the copies of an item', sum);
}

/** A number for every code (DayCopies.codes) of a month. */
function perCode(month: KstMonth, numberOf: (day: KstDay, segment: number) => number): Float64Array {
  const firstDay = kstMonthFirstDay(month);
  return Float64Array.from({ length: DAY_CODES }, (_, code) =>
    numberOf(firstDay + Math.floor(code / BUYER_SEGMENTS), code % BUYER_SEGMENTS),
  );
}
