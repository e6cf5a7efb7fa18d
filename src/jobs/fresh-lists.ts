import type { KstDay } from '../clock.ts';
import { kstDayOf, kstMonthOfDay } from '../clock.ts';
import type { MonthCopies } from '../rankings/day-copies.ts';
import {
  listAttentionNew,
  listDeals,
  listNewProducts,
  type Offers,
  shopItemsSince,
} from '../rankings/offer-lists.ts';
import { sumItems } from '../rankings/period-copies.ts';
import { type CellLists, compareWithPrevious } from '../rankings/ranked-lists.ts';
import type { CountedEdition } from '../rankings/ranking-workshop.ts';
import { realtimeBucketOf, tallyRealtime } from '../rankings/realtime-lists.ts';
import { findPrevious } from './nightly-lists.ts';
import type { RunContext } from './run-context.ts';
import { writeIfChanged } from './write-new-edition.ts';

const WEEK_DAYS = 7;

/**
 * Makes the lists that change within a day: realtime, deals and new products, by the clock and the catalogue of
 * now and the copies counted up to the last tally. `recent` = the months just counted; null = as published.
 */
export function makeFreshLists(
  context: RunContext,
  recent: readonly MonthCopies[] | null,
  salePoints: Float64Array,
): CountedEdition[] {
  const { state, settings, nowMs } = context;
  const { catalog } = state;
  const today = kstDayOf(nowMs);
  // Before the first tally nothing is counted; any day will do.
  const untilDay = context.untilDay ?? today - 1;
  const months = recent ?? readRecent(context);
  const weekUntil = (day: KstDay) => sumItems(catalog, months, day - WEEK_DAYS + 1, day);
  const shopItems = state.listShopItems(shopItemsSince(today, settings.newDays));
  const { newDays } = settings;
  const offers: Offers = { catalog, shopItems, today, newDays, weekCopies: weekUntil(untilDay), salePoints };
  const deals = listDeals(offers);
  const dealsBefore = findPrevious(context, 'deal', today - 1, () => [
    listDeals({ catalog, shopItems, today: today - 1, weekCopies: weekUntil(untilDay - 1) }),
  ]);
  compareWithPrevious(deals, 0, dealsBefore, new Int32Array(catalog.itemIds.length));
  const make = (kind: 'deal' | 'newProduct' | 'attentionNew', cells: readonly CellLists[]) =>
    writeIfChanged(context, { kind, period: today, untilDay, cells });
  return [
    ...makeRealtime(context),
    ...make('deal', [deals]),
    ...make('newProduct', listNewProducts(offers)),
    ...make('attentionNew', listAttentionNew(offers)),
  ];
}

function makeRealtime(context: RunContext): CountedEdition[] {
  const { state, settings, nowMs } = context;
  const bucket = realtimeBucketOf(nowMs);
  const lists = tallyRealtime({
    catalog: state.catalog,
    bucket,
    copiesPerBuyer: settings.copiesPerBuyer,
    readLines: (day) => state.readLines(day, day).lines,
    isOrderBefore: state.isOrderBefore,
  });
  const untilDay = kstDayOf(nowMs);
  return writeIfChanged(context, { kind: 'realtime', period: bucket, untilDay, cells: [lists] });
}

/** The published copies of the months that the last week and the day before it touch. */
function readRecent({ workshop, untilDay }: RunContext): MonthCopies[] {
  if (untilDay === null) return [];
  const months = new Set([kstMonthOfDay(untilDay - WEEK_DAYS), kstMonthOfDay(untilDay)]);
  return [...months].flatMap((month) => {
    const edition = workshop.findEdition('monthly', month);
    // A damaged file is made again by the next tally.
    const days = edition && workshop.readDays(edition);
    return days === null ? [] : [{ month, days }];
  });
}
