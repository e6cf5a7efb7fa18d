import type { KstDay, KstMonth } from '../clock.ts';
import { kstDayOf, kstMonthFirstDay } from '../clock.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { SaleLines } from './sale-lines.ts';

/** Room for the day of a month in a key. */
const KEY_DAYS = 32;

/**
 * Counted copies of one month by item and day, kept with its lists so that a later run adds up a sales index
 * without counting closed months again.
 */
export interface DayCopies {
  readonly itemIds: Float64Array;
  /** Position in itemIds * 32 + day of the month (0 = the first), ascending. */
  readonly keys: Uint32Array;
  /** Copies of each key, 1 or more. */
  readonly copies: Uint32Array;
}

/** Sums the copies of lines by item and day. */
export function sumDayCopies(
  catalog: RankCatalog,
  month: KstMonth,
  lines: SaleLines,
  copies: Uint32Array,
): DayCopies {
  const firstDay = kstMonthFirstDay(month);
  const place = new Int32Array(catalog.itemIds.length).fill(-1);
  for (let line = 0; line < lines.count; line++) {
    if ((copies[line] ?? 0) > 0) place[lines.item[line] ?? 0] = 0;
  }
  const itemIds: number[] = [];
  for (let item = 0; item < place.length; item++) {
    if (place[item] === 0) place[item] = itemIds.push(catalog.itemIds[item] ?? 0) - 1;
  }
  const sums = new Uint32Array(itemIds.length * KEY_DAYS);
  let keyCount = 0;
  for (let line = 0; line < lines.count; line++) {
    const counted = copies[line] ?? 0;
    if (counted === 0) continue;
    const day = kstDayOf(lines.soldAtMs[line] ?? 0) - firstDay;
    const key = (place[lines.item[line] ?? 0] ?? 0) * KEY_DAYS + day;
    if (sums[key] === 0) keyCount++;
    sums[key] = (sums[key] ?? 0) + counted;
  }
  return { itemIds: Float64Array.from(itemIds), ...dropZeros(sums, keyCount) };
}

function dropZeros(sums: Uint32Array, keyCount: number): Pick<DayCopies, 'keys' | 'copies'> {
  const keys = new Uint32Array(keyCount);
  const copies = new Uint32Array(keyCount);
  let at = 0;
  for (let key = 0; key < sums.length; key++) {
    if (sums[key] === 0) continue;
    keys[at] = key;
    copies[at++] = sums[key] ?? 0;
  }
  return { keys, copies };
}

/**
 * What a copy adds to the sales index of its item by its age in days (decisions 3, salePoint): it counts in the
 * sums of the last 7, 30 and 180 days that it is young enough for, and in the sum of all time.
 */
export function salePointOfCopy(ageDays: number): number {
  if (ageDays < 0) return 0;
  return (ageDays < 7 ? 12 : 0) + (ageDays < 30 ? 6 : 0) + (ageDays < 180 ? 3 : 0) + 1;
}

/** Adds a month to the sales indices as of `untilDay`. `points` has one number for each item of the catalogue. */
export function addSalePoints(
  points: Float64Array,
  catalog: RankCatalog,
  month: KstMonth,
  days: DayCopies,
  untilDay: KstDay,
): void {
  const firstDay = kstMonthFirstDay(month);
  const items = Int32Array.from(days.itemIds, (itemId) => catalog.findItem(itemId));
  for (let at = 0; at < days.keys.length; at++) {
    const key = days.keys[at] ?? 0;
    const item = items[Math.floor(key / KEY_DAYS)] ?? -1;
    if (item < 0) continue;
    const ageDays = untilDay - firstDay - (key % KEY_DAYS);
    points[item] = (points[item] ?? 0) + (days.copies[at] ?? 0) * salePointOfCopy(ageDays);
  }
}
