import type { DatabaseSync } from 'node:sqlite';
import { dealDoubt } from '../../../catalog/deal-price.ts';
import type { Item } from '../../../catalog/item.ts';
import {
  createItemWriter,
  fedItemOf,
  type KnownItem,
  type WrittenItem,
} from '../../../catalog/item-writer.ts';
import { type Clock, kstDayStartMs, parseKstDay } from '../../../clock.ts';
import type { FeedProblem, UnreadFields } from '../../../ingest/feed-record.ts';
import { OTHER_NAMES } from '../../../ingest/item-record.ts';
import { message } from '../../../messages/messages.ts';
import { createCatalogEffect } from './catalog-effect.ts';

/** A first load may take several files. Whatever comes within a day of its start belongs to it. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/** Whether whatever comes now belongs to the first load, and how the first load is recorded. */
function createFirstLoad(db: DatabaseSync, receivedAtMs: number) {
  const beganAtMs = db.prepare('SELECT began_at_ms AS ms FROM first_load').get()?.ms ?? null;
  return {
    isUnderWay: beganAtMs === null || receivedAtMs - Number(beganAtMs) < FIRST_LOAD_MS,
    record(): void {
      if (beganAtMs === null) db.prepare('INSERT INTO first_load VALUES (1, ?)').run(receivedAtMs);
    },
  };
}

/** The items of one import, and how much of the catalogue changes. */
export function createItemShelf(db: DatabaseSync, clock: Clock) {
  const writer = createItemWriter(db);
  const receivedAtMs = clock.nowMs();
  const firstLoad = createFirstLoad(db, receivedAtMs);
  const effect = createCatalogEffect(Number(db.prepare('SELECT count(*) AS items FROM item').get()?.items));
  const warnOfOddities = createOddities(db);
  const registrations = createRegistrations(receivedAtMs);
  let hasItems = false;

  const put = (item: Item, keepRegistration: boolean, line: number, warnings: FeedProblem[]) => {
    const result = writer.put(item, keepRegistration);
    const { outcome } = result;
    effect.recordPut(result);
    if (outcome === 'unchanged') return outcome;
    if (keepRegistration) registrations.count(result, line);
    hasItems = true;
    warnOfOddities(item, result, line, warnings);
    return outcome;
  };
  return {
    /** `isUnregistered` = the feed gives no registration, and that of the item is the time of receipt. */
    put(given: Item, isUnregistered: boolean, line: number, warnings: FeedProblem[]) {
      const item = isUnregistered && firstLoad.isUnderWay ? registrations.date(given) : given;
      return put(item, isUnregistered, line, warnings);
    },

    /** An item with the fields of `unread` as they are stored; null when there is no such item. */
    keep(itemId: number, given: Item, unread: UnreadFields): Item | null {
      const known = writer.find(itemId);
      return known && withStored(given, fedItemOf(known), unread);
    },

    /** Changes some fields of an item; null when there is no such item. */
    patch(itemId: number, fields: Partial<Item>, line: number, warnings: FeedProblem[]) {
      const known = writer.find(itemId);
      return known && put({ ...fedItemOf(known), ...fields, itemId }, false, line, warnings);
    },

    remove(itemId: number, isOfSource: boolean): 'changed' | 'unchanged' {
      const before = writer.find(itemId);
      if (before === null) return 'unchanged';
      writer.remove(itemId);
      effect.recordRemoval(itemId, before, isOfSource);
      return 'changed';
    },

    tellSearch: writer.tellSearch,
    effect: effect.sum,
    registrationWarnings: registrations.warnings,
    recordFirstLoad(): void {
      if (hasItems) firstLoad.record();
    },
  };
}

function withStored(given: Item, stored: Item, unread: UnreadFields): Item {
  const names = new Set([...unread].map((field) => OTHER_NAMES[field] ?? field));
  return { ...given, ...Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name))) };
}

/** What looks wrong about an item beside the others, or beside its own prices. `given` = as the feed says it. */
function createOddities(db: DatabaseSync) {
  // The index holds only items that have an ISBN, so the statement has to say that it wants no others.
  const findTwin = db.prepare(`
    SELECT item_id
    FROM item
    WHERE isbn13 = ? AND isbn13 <> '' AND item_id <> ?
    LIMIT 1`);
  return (given: Item, { item, before }: WrittenItem, line: number, warnings: FeedProblem[]): void => {
    if (given.deal !== null && !isSameDeal(given, before)) warnings.push(...dealWarnings(given, line));
    const { itemId, isbn13 } = item;
    if (isbn13 === '' || before?.item.isbn13 === isbn13) return;
    const twin = findTwin.get(isbn13, itemId);
    if (twin === undefined) return;
    const reason = message('feeds.sameIsbn', { isbn13, itemId: Number(twin.item_id) });
    warnings.push({ line, field: 'isbn13', reason });
  };
}

/** Dates items of a first load that come without a registration, so that they are not all new products. */
function createRegistrations(receivedAtMs: number) {
  const unregistered = { items: 0, firstLine: 0 };
  return {
    /** The item as registered on its day of publication, or as it is when that is unknown or still to come. */
    date(item: Item): Item {
      const day = parseKstDay(item.publishDate);
      const publishedAtMs = day === null ? receivedAtMs : kstDayStartMs(day);
      return publishedAtMs >= receivedAtMs ? item : { ...item, registeredAtMs: publishedAtMs };
    },
    /** Counts an item that is new with such a date. */
    count({ outcome, item }: WrittenItem, line: number): void {
      if (outcome !== 'added' || item.registeredAtMs >= receivedAtMs) return;
      if (unregistered.items++ === 0) unregistered.firstLine = line;
    },
    warnings: (): FeedProblem[] => (unregistered.items === 0 ? [] : [missingRegistration(unregistered)]),
  };
}

/** A deal that was warned of before, at the same list price, is known. */
function isSameDeal({ deal, shopPrice }: Item, before: KnownItem | null): boolean {
  const known = before && fedItemOf(before);
  return known?.shopPrice === shopPrice && known.deal !== null && known.deal.salePrice === deal?.salePrice;
}

function dealWarnings({ deal, shopPrice, fixedBookPriceYn }: Item, line: number): FeedProblem[] {
  const dealPrice = deal?.salePrice ?? 0;
  const doubt = dealDoubt(dealPrice, { shopPrice, fixedBookPriceYn });
  if (doubt === null) return [];
  const percent = Math.round((dealPrice / shopPrice) * 100);
  return [
    {
      line,
      field: 'deal.salePrice',
      reason: message(`feeds.${DEAL_REASONS[doubt]}`, { dealPrice, shopPrice, percent }),
    },
  ];
}

const DEAL_REASONS = { aboveList: 'dealAboveList', fixedPrice: 'dealFixedPrice', low: 'dealLow' } as const;

/** One warning for all of them: a first load often lacks every registration. */
function missingRegistration({ items, firstLine }: { items: number; firstLine: number }): FeedProblem {
  const reason = message('feeds.noRegistration', { items: items.toLocaleString('en-US') });
  return { line: firstLine, field: 'registeredAt', reason };
}
