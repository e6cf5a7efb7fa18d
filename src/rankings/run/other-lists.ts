import { type KstDay, kstDayOf, kstMonthOfDay } from '../../clock.ts';
import type { MonthCopies } from '../day-copies.ts';
import { sumItems, sumSegments } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';
import { realtimeBucketOf } from '../edition.ts';
import { listAttentionNew, listDeals, listNewProducts, type Offers, shopItemsSince } from '../offer-lists.ts';
import {
  type CellLists,
  compareWithPrevious,
  layOutEntrants,
  type PreviousList,
  previousFromPublished,
  previousFromTally,
  tallyLists,
} from '../ranked-lists.ts';
import { REALTIME_BUCKETS, tallyRealtime } from '../realtime-lists.ts';
import { tallySteady } from '../steady-lists.ts';
import type { RunContext } from './ranking-session.ts';

const WEEK_DAYS = 7;

/**
 * Makes the lists that change within a day: realtime, deals and new products, from the present time and catalogue and the counted
 * copies: at least those of the months of the last week and the day before it, and the sales index of each item.
 */
export function makeFreshLists(
  context: RunContext,
  recent: readonly MonthCopies[],
  salePoints: Float64Array,
): Edition[] {
  const editions = [makeRealtime(context), ...makeOffers(context, recent, salePoints)];
  return editions.filter((edition) => edition !== null);
}

/** The same, from the copies that were published last. */
export function refreshLists(context: RunContext): Edition[] {
  const { session, state, untilDay } = context;
  const months = untilDay === null ? [] : [kstMonthOfDay(untilDay - WEEK_DAYS), kstMonthOfDay(untilDay)];
  return makeFreshLists(context, session.listCopies(months), state.readSalePoints());
}

function makeOffers(context: RunContext, recent: readonly MonthCopies[], salePoints: Float64Array) {
  const { state, settings, nowMs, session } = context;
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
  const write = (kind: EditionKind, cells: readonly CellLists[]) =>
    session.writeIfChanged({ catalog, kind, period: today, untilDay, publishedAtMs: nowMs, cells });
  return [
    write('deal', [deals]),
    write('newProduct', listNewProducts(offers)),
    write('attentionNew', listAttentionNew(offers)),
  ];
}

function makeRealtime(context: RunContext): Edition | null {
  const { state, settings, nowMs, session } = context;
  const { catalog } = state;
  const bucket = realtimeBucketOf(nowMs);
  const { lists, dayBefore } = tallyRealtime(catalog, bucket, settings.copiesPerBuyer, state.readLines);
  const published = findPrevious(context, 'realtime', bucket - REALTIME_BUCKETS, () => [dayBefore]);
  compareWithPrevious(lists, 0, published, new Int32Array(catalog.itemIds.length));
  const about = {
    kind: 'realtime',
    period: bucket,
    untilDay: kstDayOf(nowMs),
    publishedAtMs: nowMs,
  } as const;
  return session.writeIfChanged({ ...about, catalog, cells: [lists] });
}

/** The weight of a copy in the overall list by the week of its sale, latest first (docs/lists.md#overall). */
const WEEK_WEIGHTS = [4, 3, 2, 1];

/** Makes the overall and the steady lists up to a day. */
export function makeNightlyLists(
  context: RunContext,
  untilDay: KstDay,
  recent: readonly MonthCopies[],
): Edition[] {
  const { state, session, nowMs } = context;
  const { catalog } = state;
  const overall = tallyOverall(
    context,
    recent,
    untilDay,
    findPrevious(context, 'overall', untilDay - 1, () => tallyOverall(context, recent, untilDay - 1, null)),
  );
  context.stopIfRequested();
  const steady = tallySteady(catalog, recent, untilDay);
  const steadyBefore = findPrevious(context, 'steady', untilDay - 1, () => [
    tallySteady(catalog, recent, untilDay - 1),
  ]);
  compareWithPrevious(steady, 0, steadyBefore, new Int32Array(catalog.itemIds.length));
  const about = { catalog, period: untilDay, untilDay, publishedAtMs: nowMs };
  return [
    session.writeEdition({ ...about, kind: 'overall', cells: overall }),
    session.writeEdition({ ...about, kind: 'steady', cells: [steady] }),
  ];
}

function tallyOverall(
  { state, settings }: RunContext,
  recent: readonly MonthCopies[],
  untilDay: KstDay,
  previous: PreviousList | null,
): CellLists[] {
  const weightOf = (day: KstDay) =>
    day > untilDay ? 0 : (WEEK_WEIGHTS[Math.floor((untilDay - day) / 7)] ?? 0);
  const sold = sumSegments(state.catalog, recent, weightOf);
  const entrants = layOutEntrants(state.catalog, sold.items);
  return tallyLists(state.catalog, sold, entrants, settings.minSegmentCopies, previous);
}

/** The lists of the day before: as they were published, or, if there are none, as they would be from today's knowledge. */
export function findPrevious(
  { session, state }: RunContext,
  kind: EditionKind,
  period: number,
  tally: () => readonly CellLists[],
): PreviousList {
  if (session.findEdition(kind, period) === null) return previousFromTally(tally());
  return previousFromPublished((cell) => session.readCell(kind, period, cell), state.catalog);
}
