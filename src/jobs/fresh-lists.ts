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
import type { CountedEdition } from '../rankings/ranking-repository.ts';
import { realtimeBucketOf, tallyRealtime } from '../rankings/realtime-lists.ts';
import { findPrevious } from './nightly-lists.ts';
import type { RunContext } from './run-context.ts';
import { writeIfChanged } from './write-new-edition.ts';

const WEEK_DAYS = 7;

/** What was counted up to the last day that counts. */
export interface CountedCopies {
  /** Months that the last week and the day before it touch, and any others. */
  readonly recent: readonly MonthCopies[];
  /** One number for each item of the catalogue. */
  readonly salePoints: Float64Array;
}

/**
 * Makes the lists that change within a day: realtime, deals and new products, by the clock and the catalogue of
 * now and the copies counted.
 */
export function makeFreshLists(context: RunContext, counted: CountedCopies): CountedEdition[] {
  return [...makeRealtime(context), ...makeOffers(context, counted)];
}

/** The same from what was published last. */
export function refreshLists(context: RunContext): CountedEdition[] {
  if (areOffersInForce(context)) return makeRealtime(context);
  const salePoints = context.state.readSalePoints();
  return makeFreshLists(context, { recent: readRecent(context), salePoints });
}

const OFFER_KINDS = ['deal', 'newProduct', 'attentionNew'] as const;

/**
 * Whether deals and new products could only come out as they are: they hold for the same day, and neither the
 * catalogue has changed nor was there a tally, which is a change of the catalogue, too.
 */
function areOffersInForce({ memory, state, nowMs, repository }: RunContext): boolean {
  const today = kstDayOf(nowMs);
  const { offers } = memory;
  if (offers?.catalogRevision !== state.catalogRevision || offers.today !== today) return false;
  return OFFER_KINDS.every((kind) => {
    const edition = repository.findEdition(kind, today);
    return edition !== null && repository.readWhole(edition) !== null;
  });
}

function makeOffers(context: RunContext, { recent, salePoints }: CountedCopies): CountedEdition[] {
  const { state, settings, nowMs } = context;
  const { catalog } = state;
  const today = kstDayOf(nowMs);
  // Before the first tally nothing is counted; any day will do.
  const untilDay = context.untilDay ?? today - 1;
  const weekUntil = (day: KstDay) => sumItems(catalog, recent, day - WEEK_DAYS + 1, day);
  const shopItems = state.listShopItems(shopItemsSince(today, settings.newDays));
  const { newDays } = settings;
  const offers: Offers = { catalog, shopItems, today, newDays, weekCopies: weekUntil(untilDay), salePoints };
  const deals = listDeals(offers);
  const dealsBefore = findPrevious(context, 'deal', today - 1, () => [
    listDeals({ catalog, shopItems, today: today - 1, weekCopies: weekUntil(untilDay - 1) }),
  ]);
  compareWithPrevious(deals, 0, dealsBefore, new Int32Array(catalog.itemIds.length));
  const make = (kind: (typeof OFFER_KINDS)[number], cells: readonly CellLists[]) =>
    writeIfChanged(context, { kind, period: today, untilDay, cells });
  return [
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
function readRecent({ repository, untilDay }: RunContext): MonthCopies[] {
  if (untilDay === null) return [];
  const months = new Set([kstMonthOfDay(untilDay - WEEK_DAYS), kstMonthOfDay(untilDay)]);
  return [...months].flatMap((month) => {
    const edition = repository.findEdition('monthly', month);
    // A damaged file is made again by the next tally.
    const days = edition && repository.readDays(edition);
    return days === null ? [] : [{ month, days }];
  });
}
