import { ON_SALE_STATUSES } from '../../catalog/item.ts';
import { type KstDay, kstDayStartMs } from '../../clock.ts';
import type { Reader } from '../../sql-database.ts';
import { NEW_PRODUCT_SORTS, type NewProductSort } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import { type CellLists, listByScore, listInOrder } from '../ranked-lists.ts';

/** An item that may be in the lists of deals and new products of a day. */
interface Offer {
  readonly item: number;
  readonly itemId: number;
  readonly title: string;
  readonly publishDay: KstDay | null;
  readonly registeredAtMs: number;
  /** The price in responses: the deal price during a deal. */
  readonly price: number;
  /** Has a deal below the list price on that day. */
  readonly isDeal: boolean;
  /** On sale, and recently registered. */
  readonly isNew: boolean;
  /** An editor features the item on that day. */
  readonly isChosen: boolean;
  /** Published recently, or still to be published. */
  readonly isRecent: boolean;
}

/** Without an editor, an item is featured if it is this recent and sells this much (docs/lists.md#featured-new-products). */
const RECENT_DAYS = 60;
const WEEK_COPIES_MIN = 10;

/** An item is new for `newDays` after its registration. */
export async function readOffers(
  reader: Reader,
  catalog: RankCatalog,
  day: KstDay,
  newDays: number,
): Promise<Offer[]> {
  const [newFromMs, endMs] = [kstDayStartMs(day - newDays), kstDayStartMs(day + 1)];
  const values = [day, newFromMs, endMs, day - RECENT_DAYS, ON_SALE_STATUSES] as const;
  const offers = await reader.query<Omit<Offer, 'item'>>(SELECT_OFFERS, values);
  // SQLite has no booleans.
  return offers.map((offer) => ({
    ...offer,
    item: catalog.findItem(offer.itemId),
    isDeal: Boolean(offer.isDeal),
    isNew: Boolean(offer.isNew),
    isChosen: Boolean(offer.isChosen),
    isRecent: Boolean(offer.isRecent),
  }));
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

/** Deals, those with most copies in the week first. Items without sales are listed, too. */
export function listDeals(
  catalog: RankCatalog,
  offers: readonly Offer[],
  weekCopies: Float64Array,
): CellLists {
  const deals = offers.filter(({ isDeal }) => isDeal);
  const items = Int32Array.from(deals, ({ item }) => item).sort();
  const copies = Float64Array.from(items, (item) => weekCopies[item] ?? 0);
  return listByScore(catalog, items, copies, 0);
}

export function isFeatured({ item, isChosen, isRecent }: Offer, weekCopies: Float64Array): boolean {
  return isChosen || (isRecent && (weekCopies[item] ?? 0) >= WEEK_COPIES_MIN);
}

const collator = new Intl.Collator('ko');

export function listBySorts(
  catalog: RankCatalog,
  offers: readonly Offer[],
  salePoints: Float64Array,
): CellLists[] {
  const compare: Readonly<Record<NewProductSort, (a: Offer, b: Offer) => number>> = {
    RegDate: (a, b) => b.registeredAtMs - a.registeredAtMs,
    Sales: (a, b) => (salePoints[b.item] ?? 0) - (salePoints[a.item] ?? 0),
    // An unknown day counts as the earliest.
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
