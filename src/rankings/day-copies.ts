import { type KstDay, type KstMonth, kstDayOf, kstMonthFirstDay } from '../clock.ts';
import { SEGMENT_COUNT } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { SaleLines } from './sale.ts';

/** Codes of one item in a month: up to 31 days of SEGMENT_COUNT segments. */
const DAY_CODES = 31 * SEGMENT_COUNT;

/** More than one line can count: the whole quantity of an aggregate line, at most a million. */
const COPIES_ROOM = 2 ** 20;

/**
 * Counted copies of one month by item, day and segment, kept with its lists: later rankings by day add these up
 * instead of counting closed months again.
 */
export interface DayCopies {
  readonly itemIds: Float64Array;
  /** The entries of itemIds[i] are start[i] to start[i + 1] - 1. */
  readonly start: Uint32Array;
  /** Day of the month (0 = the first) * SEGMENT_COUNT + segment, ascending within an item. */
  readonly codes: Uint16Array;
  /** Copies of each entry, 1 or more. */
  readonly copies: Uint32Array;
}

/** The counted copies of a month. */
export interface MonthCopies {
  readonly month: KstMonth;
  readonly days: DayCopies;
}

/** Sums the copies of lines by item, day and segment. The items come in the order of the catalogue. */
export function sumDayCopies(
  catalog: RankCatalog,
  month: KstMonth,
  lines: SaleLines,
  counted: Uint32Array,
): DayCopies {
  const firstDay = kstMonthFirstDay(month);
  // Item, code and copies in one number each, exact for 13 million items: sorting them groups the lines.
  const packed = new Float64Array(lines.count);
  let countedLines = 0;
  for (let line = 0; line < lines.count; line++) {
    if ((counted[line] ?? 0) === 0) continue;
    const day = kstDayOf(lines.soldAtMs[line] ?? 0) - firstDay;
    const key = (lines.item[line] ?? 0) * DAY_CODES + day * SEGMENT_COUNT + (lines.segment[line] ?? 0);
    packed[countedLines++] = key * COPIES_ROOM + (counted[line] ?? 0);
  }
  const itemIds: number[] = [];
  const start: number[] = [];
  const codes = new Uint16Array(countedLines);
  const copies = new Uint32Array(countedLines);
  let length = 0;
  let [lastItem, lastKey] = [-1, -1];
  for (const one of packed.subarray(0, countedLines).sort()) {
    const key = Math.floor(one / COPIES_ROOM);
    const item = Math.floor(key / DAY_CODES);
    if (item !== lastItem) {
      itemIds.push(catalog.itemIds[item] ?? 0);
      start.push(length);
    }
    if (key !== lastKey) codes[length++] = key % DAY_CODES;
    lastItem = item;
    lastKey = key;
    copies[length - 1] = (copies[length - 1] ?? 0) + (one % COPIES_ROOM);
  }
  start.push(length);
  return {
    itemIds: Float64Array.from(itemIds),
    start: Uint32Array.from(start),
    codes: codes.slice(0, length),
    copies: copies.slice(0, length),
  };
}

/** Positions of a month's items in the catalogue, -1 where an item is no longer known. */
export function indexItems(catalog: RankCatalog, days: DayCopies): Int32Array {
  const known = indexed.get(days);
  if (known?.catalog === catalog) return known.items;
  const items = new Int32Array(days.itemIds.length);
  for (let at = 0; at < items.length; at++) items[at] = catalog.findItem(days.itemIds[at] ?? 0);
  indexed.set(days, { catalog, items });
  return items;
}

/** Cached because several kinds of list look up the items of the same months. */
const indexed = new WeakMap<DayCopies, { readonly catalog: RankCatalog; readonly items: Int32Array }>();

/** Adds the copies of a month, each times the weight of its day, to one number per item of the catalogue. */
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
    sums[item] = (sums[item] ?? 0) + sum;
  }
}

/** Which copies go together in a sum. */
export interface Columns {
  readonly count: number;
  /** The column of the copies of a day and segment; -1 = of none, whatever the segment. */
  columnOf(day: KstDay, segment: number): number;
  /** What a copy scores by its day, 1 or more; left out = 1. */
  readonly scoreOf?: (day: KstDay) => number;
  /** Which items may be listed, by their copies in all columns; those that are withheld never are. */
  readonly isListed?: (item: number, copies: number) => boolean;
}

/** What sold in a period and may be listed. */
export interface SoldItems {
  /** Indices of the RankCatalog, ascending: the order of ties. */
  readonly items: Int32Array;
  /** One array per column, of one number per item. */
  readonly copies: readonly Uint32Array[];
  /** The same, each copy times the score of its day; the same arrays where that is 1. */
  readonly scores: readonly Uint32Array[];
}

/** Sums the copies of some months by item and column. Items that are no longer in the catalogue are left out. */
export function sumColumns(
  catalog: RankCatalog,
  months: Iterable<MonthCopies>,
  { count, columnOf, scoreOf, isListed = () => true }: Columns,
): SoldItems {
  const sums = new Float64Array(catalog.itemIds.length);
  for (const one of months) addCopies(sums, catalog, one, (day) => (columnOf(day, 0) < 0 ? 0 : 1));
  const place = new Int32Array(sums.length);
  const sold: number[] = [];
  for (let item = 0; item < sums.length; item++) {
    const copies = sums[item] ?? 0;
    if (copies > 0 && catalog.withheld[item] !== 1 && isListed(item, copies)) place[item] = sold.push(item);
  }
  const empty = () => Array.from({ length: count }, () => new Uint32Array(sold.length));
  const copies = empty();
  const scores = scoreOf === undefined ? copies : empty();
  for (const { month, days } of months) {
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

function add(counters: Uint32Array | undefined, at: number, more: number): void {
  if (counters !== undefined) counters[at] = (counters[at] ?? 0) + more;
}

/** A number for every code of a month. */
function perCode(month: KstMonth, numberOf: (day: KstDay, segment: number) => number): Float64Array {
  const firstDay = kstMonthFirstDay(month);
  return Float64Array.from({ length: DAY_CODES }, (_, code) =>
    numberOf(firstDay + Math.floor(code / SEGMENT_COUNT), code % SEGMENT_COUNT),
  );
}
