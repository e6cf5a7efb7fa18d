import { type KstDay, kstDayOf, kstMonthOfDay } from '../clock.ts';
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
import { realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { REALTIME_BUCKETS, tallyRealtime } from '../rankings/realtime-lists.ts';
import { findDays } from '../rankings/snapshot/snapshot.ts';
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

/** As makeFreshLists, from the copies that were published last. */
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
function areOffersInForce({ memory, state, nowMs, session }: RunContext): boolean {
  const today = kstDayOf(nowMs);
  const { offers } = memory;
  if (offers?.catalogRevision !== state.catalogRevision || offers.today !== today) return false;
  for (const kind of OFFER_KINDS) {
    const edition = session.findEdition(kind, today);
    const snapshot = edition && session.openEdition(edition);
    if (snapshot === null || findDays(snapshot, { whole: true }) === null) return false;
  }
  return true;
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
  const { lists, dayBefore } = tallyRealtime({
    catalog: state.catalog,
    bucket,
    copiesPerBuyer: settings.copiesPerBuyer,
    readLines: (day) => state.readLines(day, day),
  });
  const published = findPrevious(context, 'realtime', bucket - REALTIME_BUCKETS, () => [dayBefore]);
  compareWithPrevious(lists, 0, published, new Int32Array(state.catalog.itemIds.length));
  const untilDay = kstDayOf(nowMs);
  return writeIfChanged(context, { kind: 'realtime', period: bucket, untilDay, cells: [lists] });
}

/** The published copies of the months of the last week and the day before it. */
function readRecent({ session, untilDay }: RunContext): MonthCopies[] {
  if (untilDay === null) return [];
  const months = new Set([kstMonthOfDay(untilDay - WEEK_DAYS), kstMonthOfDay(untilDay)]);
  const recent: MonthCopies[] = [];
  for (const month of months) {
    const edition = session.findEdition('monthly', month);
    const opened = edition && session.openEdition(edition);
    // The next tally replaces a damaged file.
    const days = opened && findDays(opened);
    if (days !== null) recent.push({ month, days });
  }
  return recent;
}
