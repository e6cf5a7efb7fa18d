import { type KstDay, kstDayOf } from '../../clock.ts';
import {
  REALTIME_BUCKETS,
  steadyFromDay,
  tallyOverall,
  tallyRealtime,
  tallySteady,
} from '../counted-lists.ts';
import { addCopies } from '../day-copies.ts';
import { type Edition, type EditionKind, realtimeBucketOf } from '../edition.ts';
import {
  type CellLists,
  compareWithPrevious,
  type PreviousList,
  previousFromPublished,
  previousFromTally,
} from '../ranked-lists.ts';
import { isFeatured, listBySorts, listDeals } from './offer-lists.ts';
import type { RunContext } from './ranking-session.ts';

/** Makes the overall and the steady lists up to a day, when all months are counted. */
export function makeNightlyLists(context: RunContext, untilDay: KstDay): Edition[] {
  const { state, settings, session, nowMs } = context;
  const { catalog } = state;
  const copiesOf = (fromDay: KstDay, day: KstDay) => session.listCopies(fromDay, day);
  const made = {
    overall: (day: KstDay) => tallyOverall(catalog, copiesOf(day - 27, day), day, settings.minSegmentCopies),
    steady: (day: KstDay) => [tallySteady(catalog, copiesOf(steadyFromDay(day), day), day)],
  };
  return (['overall', 'steady'] as const).map((kind) => {
    context.stopIfRequested();
    const cells = compared(context, kind, [untilDay, untilDay - 1], made[kind]);
    return session.writeEdition({ kind, period: untilDay, untilDay, publishedAtMs: nowMs, catalog, cells });
  });
}

/**
 * Makes the lists that change within a day: realtime, deals and new products, from the present time and catalogue, the copies
 * that are counted up to a day, and the sales index of each item.
 */
export function makeFreshLists(
  context: RunContext,
  talliedUntil: KstDay | null,
  salePoints: Float64Array,
): Edition[] {
  const { state, settings, session, nowMs } = context;
  const { catalog } = state;
  const { newDays, copiesPerBuyer } = settings;
  const today = kstDayOf(nowMs);
  // Before the first tally nothing is counted; any day works.
  const untilDay = talliedUntil ?? today - 1;
  const weekCopies = (last: KstDay) => {
    const sums = new Float64Array(catalog.itemIds.length);
    for (const one of session.listCopies(last - 6, last))
      addCopies(sums, catalog, one, (day) => (day > last - 7 && day <= last ? 1 : 0));
    return sums;
  };
  const deals = (day: KstDay) => [
    listDeals(catalog, state.readOffers(day, newDays), weekCopies(untilDay + day - today)),
  ];
  const offers = state.readOffers(today, newDays);
  const newest = offers.filter(({ isNew }) => isNew === 1);
  const copies = weekCopies(untilDay);
  const featured = offers.filter((offer) => isFeatured(offer, copies));
  const bucket = realtimeBucketOf(nowMs);
  const realtime = (last: number) => [tallyRealtime(catalog, last, copiesPerBuyer, state.readLines)];
  const fresh: readonly [EditionKind, period: number, untilDay: KstDay, cells: readonly CellLists[]][] = [
    ['realtime', bucket, today, compared(context, 'realtime', [bucket, bucket - REALTIME_BUCKETS], realtime)],
    ['deal', today, untilDay, compared(context, 'deal', [today, today - 1], deals)],
    ['newProduct', today, untilDay, listBySorts(catalog, newest, salePoints)],
    ['attentionNew', today, untilDay, listBySorts(catalog, featured, salePoints)],
  ];
  return fresh.flatMap(([kind, period, lastDay, cells]) => {
    const content = { kind, period, untilDay: lastDay, publishedAtMs: nowMs, catalog, cells };
    return session.writeIfChanged(content) ?? [];
  });
}

/**
 * The lists of a period, compared with those of one before: as they were published, or, if there are none, as they would be from
 * today's knowledge.
 */
function compared(
  context: RunContext,
  kind: EditionKind,
  [period, before]: readonly [number, number],
  tally: (period: number) => readonly CellLists[],
): readonly CellLists[] {
  const isPublished = context.session.findEdition(kind, before) !== null;
  const previous = isPublished ? publishedLists(context, kind, before) : previousFromTally(tally(before));
  return compareWithPrevious(context.state.catalog, tally(period), previous);
}

/** The lists of a kind and period as they are published, or just written. */
export function publishedLists(
  { session, state }: RunContext,
  kind: EditionKind,
  period: number,
): PreviousList {
  return previousFromPublished((cell) => session.readCell(kind, period, cell), state.catalog);
}
