import { type KstDay, type KstMonth, kstDayOf, kstMonthFirstDay } from '../clock.ts';
import { SEGMENT_COUNT } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { SaleLines } from './sale.ts';

/** Codes of one item in a month: up to 31 days of SEGMENT_COUNT segments. */
export const DAY_CODES = 31 * SEGMENT_COUNT;

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
  /** Each call may read them again: they are millions of numbers that are needed only briefly. */
  readonly days: DayCopies;
}

/** Sums the copies of lines by item, day and segment. The items come in the order of the catalogue. */
export function sumDayCopies(
  catalog: RankCatalog,
  month: KstMonth,
  lines: SaleLines,
  copies: Uint32Array,
): DayCopies {
  const firstDay = kstMonthFirstDay(month);
  // Where the next line of each item goes; in the end, where its lines end.
  const ends = new Uint32Array(catalog.itemIds.length);
  let countedLines = 0;
  for (let line = 0; line < lines.count; line++) {
    if ((copies[line] ?? 0) === 0) continue;
    const item = lines.item[line] ?? 0;
    ends[item] = (ends[item] ?? 0) + 1;
    countedLines++;
  }
  const itemIds: number[] = [];
  let next = 0;
  for (let item = 0; item < ends.length; item++) {
    const count = ends[item] ?? 0;
    ends[item] = next;
    next += count;
    if (count > 0) itemIds.push(catalog.itemIds[item] ?? 0);
  }
  // Day, segment and copies in one number each, so that sorting the few of an item groups them.
  const packed = new Uint32Array(countedLines);
  for (let line = 0; line < lines.count; line++) {
    const counted = copies[line] ?? 0;
    if (counted === 0) continue;
    const day = kstDayOf(lines.soldAtMs[line] ?? 0) - firstDay;
    const code = day * SEGMENT_COUNT + (lines.segment[line] ?? 0);
    const item = lines.item[line] ?? 0;
    const at = ends[item] ?? 0;
    packed[at] = code * COPIES_ROOM + counted;
    ends[item] = at + 1;
  }
  return { itemIds: Float64Array.from(itemIds), ...sumGroups(packed, ends, itemIds.length) };
}

/** Sums equal codes within each group that is not empty. */
function sumGroups(packed: Uint32Array, ends: Uint32Array, itemCount: number): Omit<DayCopies, 'itemIds'> {
  const start = new Uint32Array(itemCount + 1);
  const codes = new Uint16Array(packed.length);
  const copies = new Uint32Array(packed.length);
  let length = 0;
  let groups = 0;
  let from = 0;
  for (const end of ends) {
    if (end === from) continue;
    packed.subarray(from, end).sort();
    let lastCode = -1;
    for (; from < end; from++) {
      const one = packed[from] ?? 0;
      const code = Math.floor(one / COPIES_ROOM);
      if (code !== lastCode) codes[length++] = code;
      lastCode = code;
      copies[length - 1] = (copies[length - 1] ?? 0) + (one % COPIES_ROOM);
    }
    start[++groups] = length;
  }
  return { start, codes: codes.slice(0, length), copies: copies.slice(0, length) };
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

/**
 * What a copy adds to the sales index of its item by its age in days (docs/lists.md#sales-index): it counts
 * in the sums of the last 7, 30 and 180 days that it is young enough for, and in the sum of all time.
 */
function salePointOfCopy(ageDays: number): number {
  if (ageDays < 0) return 0;
  return (ageDays < 7 ? 12 : 0) + (ageDays < 30 ? 6 : 0) + (ageDays < 180 ? 3 : 0) + 1;
}

/** Adds a month to the sales indices as of `untilDay`. `points` has one number per item of the catalogue. */
export function addSalePoints(
  points: Float64Array,
  catalog: RankCatalog,
  { month, days }: MonthCopies,
  untilDay: KstDay,
): void {
  const weights = codeWeights(month, (day) => salePointOfCopy(untilDay - day));
  addWeighted(points, indexItems(catalog, days), days, weights);
}

/** The weight of every code of a month, given the weight of a day. */
export function codeWeights(month: KstMonth, weightOf: (day: KstDay) => number): Float64Array {
  const firstDay = kstMonthFirstDay(month);
  const ofDays = Array.from({ length: 31 }, (_, day) => weightOf(firstDay + day));
  return Float64Array.from({ length: DAY_CODES }, (_, code) => ofDays[Math.floor(code / SEGMENT_COUNT)] ?? 0);
}

/** Adds the weighted copies of a month to one number per item of the catalogue. */
export function addWeighted(
  sums: Float64Array,
  items: Int32Array,
  days: DayCopies,
  weights: Float64Array,
): void {
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

/** What sold in a period and may be listed, with its copies by buyer segment. */
export interface SegmentCopies {
  /** Indices of the RankCatalog, ascending: the order of ties. */
  readonly items: Int32Array;
  /** One counter per segment and item: all items of the first segment, then all of the next. */
  readonly copies: Uint32Array;
  /** The same, each copy times the weight of its day; the same array where every weight is 1. */
  readonly scores: Uint32Array;
}

/**
 * Sums the copies of the days that weigh more than 0, by item and segment. Items that are withheld or no longer
 * in the catalogue are left out.
 */
export function sumSegments(
  catalog: RankCatalog,
  months: readonly MonthCopies[],
  weightOf: (day: KstDay) => number,
): SegmentCopies {
  const parts = months.flatMap((one) => {
    const weights = codeWeights(one.month, weightOf);
    if (weights.every((weight) => weight === 0)) return [];
    const { days } = one;
    return [{ days, items: indexItems(catalog, days), weights }];
  });
  const sums = new Float64Array(catalog.itemIds.length);
  for (const { days, items, weights } of parts) addWeighted(sums, items, days, weights);
  const place = new Int32Array(sums.length);
  const sold: number[] = [];
  for (let item = 0; item < sums.length; item++) {
    if ((sums[item] ?? 0) > 0 && catalog.withheld[item] !== 1) place[item] = sold.push(item);
  }
  const copies = new Uint32Array(sold.length * SEGMENT_COUNT);
  const isWeighed = parts.some(({ weights }) => weights.some((weight) => weight > 1));
  const scores = isWeighed ? new Uint32Array(copies.length) : copies;
  for (const { days, items, weights } of parts) {
    for (let at = 0; at < items.length; at++) {
      const row = (place[items[at] ?? -1] ?? 0) - 1;
      if (row < 0) continue;
      const end = days.start[at + 1] ?? 0;
      for (let entry = days.start[at] ?? 0; entry < end; entry++) {
        const code = days.codes[entry] ?? 0;
        const weight = weights[code] ?? 0;
        if (weight === 0) continue;
        const counter = (code % SEGMENT_COUNT) * sold.length + row;
        const count = days.copies[entry] ?? 0;
        copies[counter] = (copies[counter] ?? 0) + count;
        if (isWeighed) scores[counter] = (scores[counter] ?? 0) + count * weight;
      }
    }
  }
  return { items: Int32Array.from(sold), copies, scores };
}

/** Copies from one day to another, both included, one number per item of the catalogue. */
export function sumItems(
  catalog: RankCatalog,
  months: readonly MonthCopies[],
  fromDay: KstDay,
  untilDay: KstDay,
): Float64Array {
  const sums = new Float64Array(catalog.itemIds.length);
  for (const one of months) {
    const weights = codeWeights(one.month, (day) => (day >= fromDay && day <= untilDay ? 1 : 0));
    if (weights.every((weight) => weight === 0)) continue;
    const { days } = one;
    addWeighted(sums, indexItems(catalog, days), days, weights);
  }
  return sums;
}
