import { ON_SALE_STATUSES } from '../../catalog/item.ts';
import { type KstDay, kstDayOf, kstDayStartMs } from '../../clock.ts';
import type { Snapshot } from '../../sql-database.ts';
import {
  REALTIME_BUCKETS,
  steadyFromDay,
  tallyOverall,
  tallyRealtime,
  tallySteady,
} from '../counted-lists.ts';
import { addCopies } from '../day-copies.ts';
import {
  type Edition,
  type EditionKind,
  NEW_PRODUCT_SORTS,
  type NewProductSort,
  realtimeBucketOf,
} from '../edition.ts';
import { ledgerReader } from '../ledger/ledger-reader.ts';
import type { EditionContent } from '../lists/list-writer.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import {
  type CellLists,
  compareWithPrevious,
  listByScore,
  listInOrder,
  type PreviousLists,
  previousFromPublished,
  previousFromTally,
} from '../ranked-lists.ts';
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

/** A product that no editor chose is featured if it is this recent and sells this much (docs/lists.md#featured-new-products). */
const RECENT_DAYS = 60;
const WEEK_COPIES_MIN = 10;

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
  // Before the first tally, there are no counted copies, so the day doesn't matter.
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
  const featured = offers.filter(
    ({ item, isChosen, isRecent }) => isChosen || (isRecent && (copies[item] ?? 0) >= WEEK_COPIES_MIN),
  );
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

/** Compares lists with the lists of the period `before`, which are made first unless they are published. */
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

/** An item that may be in the lists of deals and new products of a day. */
interface Offer {
  readonly item: number;
  readonly itemId: number;
  readonly title: string;
  readonly publishDay: KstDay | null;
  readonly registeredAtMs: number;
  /** The price in responses: the deal price during a deal. */
  readonly price: number;
  /** Has a deal below the list price on that day. The flags are 0 and 1 in SQLite. */
  readonly isDeal: boolean | number | null;
  /** On sale, and registered at most `newDays` ago. */
  readonly isNew: boolean | number;
  readonly isChosen: boolean | number | null;
  /** Published in the last RECENT_DAYS, or still to be published. */
  readonly isRecent: boolean | number | null;
}

async function readOffers(
  { query }: Snapshot,
  { findItem }: RankCatalog,
  day: KstDay,
  newDays: number,
): Promise<Offer[]> {
  const [newFromMs, endMs] = [kstDayStartMs(day - newDays), kstDayStartMs(day + 1)];
  const values = [day, newFromMs, endMs, day - RECENT_DAYS, ON_SALE_STATUSES] as const;
  const offers = await query<Omit<Offer, 'item'>>(SELECT_OFFERS, values);
  return offers.map((offer) => ({ ...offer, item: findItem(offer.itemId) }));
}

// The inner SELECT reads only an index (item_rank).
const SELECT_OFFERS = `
  SELECT item_id AS "itemId", title, publish_day AS "publishDay", registered_at_ms AS "registeredAtMs",
    CASE WHEN $1 BETWEEN deal_from AND deal_until THEN deal_price ELSE sale_price END AS price,
    $1 BETWEEN deal_from AND deal_until AND deal_price < shop_price AS "isDeal",
    registered_at_ms >= $2 AND registered_at_ms < $3 AND item_status = ANY ($5) AS "isNew",
    $1 BETWEEN attention_from AND attention_until AS "isChosen", publish_day >= $4 AS "isRecent"
  FROM item
  WHERE item_id IN (
    SELECT item_id
    FROM item
    WHERE withheld = 0 AND (registered_at_ms >= $2 OR publish_day >= $4
      OR $1 BETWEEN deal_from AND deal_until OR $1 BETWEEN attention_from AND attention_until))`;

/** Deals by copies in the week, most copies first. Items without sales are listed, too. */
function listDeals(catalog: RankCatalog, offers: readonly Offer[], weekCopies: Float64Array): CellLists {
  const deals = offers.filter(({ isDeal }) => isDeal);
  const items = Int32Array.from(deals, ({ item }) => item).sort();
  const copies = Float64Array.from(items, (item) => weekCopies[item] ?? 0);
  return listByScore(catalog, items, copies, 0);
}

const collator = new Intl.Collator('ko');

function listBySorts(catalog: RankCatalog, offers: readonly Offer[], salePoints: Float64Array): CellLists[] {
  const compare: Readonly<Record<NewProductSort, (a: Offer, b: Offer) => number>> = {
    RegDate: (a, b) => b.registeredAtMs - a.registeredAtMs,
    Sales: (a, b) => (salePoints[b.item] ?? 0) - (salePoints[a.item] ?? 0),
    New: (a, b) => (b.publishDay ?? Number.MIN_SAFE_INTEGER) - (a.publishDay ?? Number.MIN_SAFE_INTEGER),
    LowPrice: (a, b) => a.price - b.price,
    HighPrice: (a, b) => b.price - a.price,
    Name: (a, b) => collator.compare(a.title, b.title),
  };
  return NEW_PRODUCT_SORTS.map((sort) => {
    const sorted = offers.toSorted((a, b) => compare[sort](a, b) || a.itemId - b.itemId);
    const ranked = Int32Array.from(sorted, ({ item }) => item);
    return listInOrder(catalog, ranked);
  });
}
