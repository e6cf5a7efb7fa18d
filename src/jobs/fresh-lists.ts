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
export async function makeFreshLists(context: RunContext, counted: CountedCopies): Promise<CountedEdition[]> {
  return [...(await makeRealtime(context)), ...(await makeOffers(context, counted))];
}

/** As makeFreshLists, from the copies that were published last. */
export async function refreshLists(context: RunContext): Promise<CountedEdition[]> {
  if (await areOffersInForce(context)) return makeRealtime(context);
  const salePoints = await context.state.readSalePoints();
  return makeFreshLists(context, { recent: await readRecent(context), salePoints });
}

const OFFER_KINDS = ['deal', 'newProduct', 'attentionNew'] as const;

/**
 * Whether making deals and new products again would change nothing: the day is the same and the catalogue hasn't
 * changed. A tally counts as a change of the catalogue.
 */
async function areOffersInForce({ memory, state, nowMs, session }: RunContext): Promise<boolean> {
  const today = kstDayOf(nowMs);
  const { offers } = memory;
  if (offers?.catalogRevision !== state.catalogRevision || offers.today !== today) return false;
  for (const kind of OFFER_KINDS) {
    const edition = await session.findEdition(kind, today);
    if (edition === null || (await session.readWhole(edition)) === null) return false;
  }
  return true;
}

async function makeOffers(
  context: RunContext,
  { recent, salePoints }: CountedCopies,
): Promise<CountedEdition[]> {
  const { state, settings, nowMs } = context;
  const { catalog } = state;
  const today = kstDayOf(nowMs);
  // Before the first tally nothing is counted; any day works.
  const untilDay = context.untilDay ?? today - 1;
  const weekUntil = (day: KstDay) => sumItems(catalog, recent, day - WEEK_DAYS + 1, day);
  const shopItems = await state.listShopItems(shopItemsSince(today, settings.newDays));
  const { newDays } = settings;
  const offers: Offers = { catalog, shopItems, today, newDays, weekCopies: weekUntil(untilDay), salePoints };
  const deals = listDeals(offers);
  const dealsBefore = await findPrevious(context, 'deal', today - 1, () => [
    listDeals({ catalog, shopItems, today: today - 1, weekCopies: weekUntil(untilDay - 1) }),
  ]);
  compareWithPrevious(deals, 0, dealsBefore, new Int32Array(catalog.itemIds.length));
  const make = (kind: (typeof OFFER_KINDS)[number], cells: readonly CellLists[]) =>
    writeIfChanged(context, { kind, period: today, untilDay, cells });
  return [
    ...(await make('deal', [deals])),
    ...(await make('newProduct', listNewProducts(offers))),
    ...(await make('attentionNew', listAttentionNew(offers))),
  ];
}

async function makeRealtime(context: RunContext): Promise<CountedEdition[]> {
  const { state, settings, nowMs } = context;
  const bucket = realtimeBucketOf(nowMs);
  const { lists, dayBefore } = await tallyRealtime({
    catalog: state.catalog,
    bucket,
    copiesPerBuyer: settings.copiesPerBuyer,
    readLines: (day) => state.readLines(day, day),
  });
  const published = await findPrevious(context, 'realtime', bucket - REALTIME_BUCKETS, () => [dayBefore]);
  compareWithPrevious(lists, 0, published, new Int32Array(state.catalog.itemIds.length));
  const untilDay = kstDayOf(nowMs);
  return writeIfChanged(context, { kind: 'realtime', period: bucket, untilDay, cells: [lists] });
}

/** The published copies of the months of the last week and the day before it. */
async function readRecent({ session, untilDay }: RunContext): Promise<MonthCopies[]> {
  if (untilDay === null) return [];
  const months = new Set([kstMonthOfDay(untilDay - WEEK_DAYS), kstMonthOfDay(untilDay)]);
  const recent: MonthCopies[] = [];
  for (const month of months) {
    const edition = await session.findEdition('monthly', month);
    const opened = edition && (await session.openEdition(edition));
    // The next tally replaces a damaged file.
    const days = opened && findDays(opened);
    if (days !== null) recent.push({ month, days });
  }
  return recent;
}
