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
import { ledgerReader } from '../ledger/ledger-reader.ts';
import type { EditionContent } from '../lists/list-writer.ts';
import {
  type CellLists,
  compareWithPrevious,
  type PreviousLists,
  previousFromPublished,
  previousFromTally,
} from '../ranked-lists.ts';
import { isFeatured, listBySorts, listDeals, readOffers } from './offer-lists.ts';
import type { RunContext } from './ranking-session.ts';

/** Makes the overall and the steady lists up to a day. Call it after all months were counted. */
export async function makeNightlyLists(context: RunContext, untilDay: KstDay): Promise<Edition[]> {
  const { state, settings, session } = context;
  const { catalog } = state;
  const { listCopies } = session;
  const made = {
    overall: (day: KstDay) =>
      tallyOverall(catalog, listCopies(day - 27, day), day, settings.minSegmentCopies),
    steady: async (day: KstDay) => [await tallySteady(catalog, listCopies(steadyFromDay(day), day), day)],
  };
  const editions: Edition[] = [];
  for (const kind of ['overall', 'steady'] as const) {
    context.stopIfRequested();
    const cells = await compared(context, kind, [untilDay, untilDay - 1], made[kind]);
    editions.push(await session.writeEdition(contentOf(context, kind, untilDay, untilDay, cells)));
  }
  return editions;
}

/**
 * Makes the lists that change within a day: realtime, deals and new products. Except in realtime lists, copies count up to
 * `talliedUntil`. `salePoints` are the sales indices of the items.
 */
export async function makeFreshLists(
  context: RunContext,
  talliedUntil: KstDay | null,
  salePoints: Float64Array,
): Promise<Edition[]> {
  const { state, settings, session, nowMs } = context;
  const { snapshot, catalog } = state;
  const { newDays, copiesPerBuyer } = settings;
  const today = kstDayOf(nowMs);
  // Before the first tally no copies are counted, so any day will do.
  const untilDay = talliedUntil ?? today - 1;
  const weekCopies = async (last: KstDay) => {
    const sums = new Float64Array(catalog.itemIds.length);
    for await (const one of session.listCopies(last - 6, last))
      addCopies(sums, catalog, one, (day) => (day > last - 7 && day <= last ? 1 : 0));
    return sums;
  };
  const offersOf = (day: KstDay) => readOffers(snapshot, catalog, day, newDays);
  const deals = async (day: KstDay) => [
    listDeals(catalog, await offersOf(day), await weekCopies(untilDay + day - today)),
  ];
  const offers = await offersOf(today);
  const newest = offers.filter(({ isNew }) => isNew);
  const copies = await weekCopies(untilDay);
  const featured = offers.filter((offer) => isFeatured(offer, copies));
  const bucket = realtimeBucketOf(nowMs);
  const readLines = ledgerReader(snapshot, catalog);
  const realtime = async (last: number) => [await tallyRealtime(catalog, last, copiesPerBuyer, readLines)];
  const buckets = [bucket, bucket - REALTIME_BUCKETS] as const;
  const fresh: readonly [EditionKind, period: number, untilDay: KstDay, cells: readonly CellLists[]][] = [
    ['realtime', bucket, today, await compared(context, 'realtime', buckets, realtime)],
    ['deal', today, untilDay, await compared(context, 'deal', [today, today - 1], deals)],
    ['newProduct', today, untilDay, listBySorts(catalog, newest, salePoints)],
    ['attentionNew', today, untilDay, listBySorts(catalog, featured, salePoints)],
  ];
  const editions: Edition[] = [];
  for (const [kind, period, lastDay, cells] of fresh) {
    const edition = await session.writeIfChanged(contentOf(context, kind, period, lastDay, cells));
    if (edition !== null) editions.push(edition);
  }
  return editions;
}

/**
 * The lists of a period, compared with those of an earlier period. If the earlier lists aren't published, they are made now for
 * the comparison.
 */
async function compared(
  context: RunContext,
  kind: EditionKind,
  [period, before]: readonly [number, number],
  tally: (period: number) => Promise<readonly CellLists[]>,
): Promise<readonly CellLists[]> {
  const isPublished = (await context.session.findEdition(kind, before)) !== null;
  const previous = isPublished
    ? publishedLists(context, kind, before)
    : previousFromTally(await tally(before));
  return compareWithPrevious(context.state.catalog, await tally(period), previous);
}

export function contentOf(
  { state, nowMs }: RunContext,
  kind: EditionKind,
  period: number,
  untilDay: KstDay,
  cells: readonly CellLists[],
): EditionContent {
  return { kind, period, untilDay, publishedAtMs: nowMs, catalog: state.catalog, cells };
}

/** The lists of a kind and period as they are published, or as this run has written them. */
export function publishedLists(
  { session, state }: RunContext,
  kind: EditionKind,
  period: number,
): PreviousLists {
  return previousFromPublished((cell) => session.readCell(kind, period, cell), state.catalog);
}
