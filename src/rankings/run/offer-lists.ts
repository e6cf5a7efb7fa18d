import type { DatabaseSync } from 'node:sqlite';
import { ON_SALE_STATUSES } from '../../catalog/item.ts';
import { type KstDay, kstDayStartMs } from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import { NEW_PRODUCT_SORTS, type NewProductSort } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import { type CellLists, listByScore, listInOrder } from '../ranked-lists.ts';

/** An item that isn't withheld, as the lists of deals and new products of a day see it. Flags are 0 or 1. */
interface Offer {
  /** Index in the RankCatalog. */
  readonly item: number;
  readonly itemId: number;
  readonly title: string;
  readonly publishDay: KstDay | null;
  readonly registeredAtMs: number;
  /** The price that answers show: the deal's while it lasts. */
  readonly price: number;
  /** Its deal lasts, and is below the list price. */
  readonly isDeal: number;
  /** On sale, and registered lately. */
  readonly isNew: number;
  /** An editor features it today. */
  readonly isChosen: number;
  /** Published lately, or not yet. */
  readonly isRecent: number;
}

/** Featured new items that no editor chose were published this recently, and sold this much (docs/lists.md#featured-new-products). */
const RECENT_DAYS = 60;
const WEEK_COPIES_MIN = 10;

/** All items that those lists of a day may hold. They are new for so many days after their registration. */
export function readOffers(db: DatabaseSync, catalog: RankCatalog, day: KstDay, newDays: number): Offer[] {
  const select = db.prepare(`
    SELECT item_id AS "itemId", title, publish_day AS "publishDay", registered_at_ms AS "registeredAtMs",
      iif(?1 BETWEEN deal_from AND deal_until, deal_price, sale_price) AS price,
      ifnull(?1 BETWEEN deal_from AND deal_until AND deal_price < shop_price, 0) AS "isDeal",
      registered_at_ms >= ?2 AND registered_at_ms < ?3 AND item_status IN (
        SELECT value FROM json_each(?5)) AS "isNew",
      ifnull(?1 BETWEEN attention_from AND attention_until, 0) AS "isChosen",
      ifnull(publish_day >= ?4, 0) AS "isRecent"
    FROM item
    WHERE item_id IN (
      SELECT item_id
      FROM item INDEXED BY item_rank
      WHERE withheld = 0 AND (registered_at_ms >= ?2 OR publish_day >= ?4
        OR ?1 BETWEEN deal_from AND deal_until OR ?1 BETWEEN attention_from AND attention_until))`);
  const onSale = JSON.stringify(ON_SALE_STATUSES);
  const [newFromMs, endMs] = [kstDayStartMs(day - newDays), kstDayStartMs(day + 1)];
  return rowsOf<Omit<Offer, 'item'>>(select, day, newFromMs, endMs, day - RECENT_DAYS, onSale).map(
    (offer) => ({ ...offer, item: catalog.findItem(offer.itemId) }),
  );
}

/** Items in a deal, most copies of the week first; items without a sale are listed too. */
export function listDeals(
  catalog: RankCatalog,
  offers: readonly Offer[],
  weekCopies: Float64Array,
): CellLists {
  const deals = offers.filter(({ isDeal }) => isDeal === 1);
  const items = Int32Array.from(deals, ({ item }) => item).sort();
  const copies = Float64Array.from(items, (item) => weekCopies[item] ?? 0);
  return listByScore(catalog, items, copies, 0);
}

/** Whether an editor features the item, or it is recent and sells well. */
export function isFeatured({ item, isChosen, isRecent }: Offer, weekCopies: Float64Array): boolean {
  return isChosen === 1 || (isRecent === 1 && (weekCopies[item] ?? 0) >= WEEK_COPIES_MIN);
}

const collator = new Intl.Collator('ko');

/** Offers in each order of NEW_PRODUCT_SORTS. */
export function listBySorts(
  catalog: RankCatalog,
  offers: readonly Offer[],
  salePoints: Float64Array,
): CellLists[] {
  const compare: Readonly<Record<NewProductSort, (a: Offer, b: Offer) => number>> = {
    RegDate: (a, b) => b.registeredAtMs - a.registeredAtMs,
    Sales: (a, b) => (salePoints[b.item] ?? 0) - (salePoints[a.item] ?? 0),
    // An unknown day is earlier than any.
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
