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

/** The copies up to the last counted day. */
export interface CountedCopies {
  /** At least the months of the last week and the day before it. */
  readonly recent: readonly MonthCopies[];
  /** One number for each item of the catalogue. */
  readonly salePoints: Float64Array;
}

/**
 * Makes the lists that change within a day: realtime, deals and new products, from the present time and catalogue and
 * the counted copies.
 */
export function makeFreshLists(context: RunContext, counted: CountedCopies): CountedEdition[] {
  return [...makeRealtime(context), ...makeOffers(context, counted)];
}

/** The same from the latest publication. */
export function refreshLists(context: RunContext): CountedEdition[] {
  if (areOffersInForce(context)) return makeRealtime(context);
  const salePoints = context.state.readSalePoints();
  return makeFreshLists(context, { recent: readRecent(context), salePoints });
}

const OFFER_KINDS = ['deal', 'newProduct', 'attentionNew'] as const;

/**
 * Whether making deals and new products again would change nothing: the day is the same and the catalogue hasn't
 * changed. A tally counts as a change of the catalogue.
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
  // Before the first tally nothing is counted; any day works.
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

/** The published copies of the months of the last week and the day before it. */
function readRecent({ repository, untilDay }: RunContext): MonthCopies[] {
  if (untilDay === null) return [];
  const months = new Set([kstMonthOfDay(untilDay - WEEK_DAYS), kstMonthOfDay(untilDay)]);
  return [...months].flatMap((month) => {
    const edition = repository.findEdition('monthly', month);
    // The next tally makes a damaged file again.
    const days = edition && repository.readDays(edition);
    return days === null ? [] : [{ month, days }];
  });
}
