import type { KstDay } from '../clock.ts';
import { addWeighted, codeWeights, indexItems, type MonthCopies } from './day-copies.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { SEGMENT_COUNT } from './segments.ts';

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
