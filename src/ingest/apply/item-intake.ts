import type { DatabaseSync } from 'node:sqlite';
import { dealDoubt, type Item } from '../../catalog/item.ts';
import type { ItemName, ItemNames } from '../../catalog/item-names.ts';
import { createItemWriter, fedItemOf, type KnownItem, type WrittenItem } from '../../catalog/item-writer.ts';
import { type Clock, kstDayStartMs, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { ChangeKeeper } from '../../store/sqlite/kept-changes.ts';
import type { FeedProblem, FeedRecord, FeedTally, Findings, UnreadFields } from '../feed-record.ts';
import { createCatalogEffect } from '../import-shares.ts';
import { OTHER_NAMES } from '../item-record.ts';
import type { createCategoryCheck } from './category-check.ts';
import { createItemOddities } from './file-oddities.ts';

interface Parts {
  readonly clock: Clock;
  readonly feedSource: string;
  readonly names: ItemNames;
  readonly categories: ReturnType<typeof createCategoryCheck>;
  readonly kept: ChangeKeeper;
}

type Outcome = keyof FeedTally;

/** How an item came: with the findings of its batch, the fields of a patch, whether it has no price. */
interface How {
  readonly found: Findings;
  readonly patched?: string;
  readonly isUnpriced?: boolean;
}
type RecordOf<Kind> = Extract<FeedRecord, { kind: Kind }>;

/**
 * Takes the items of one import, by whatever name, and counts how much of the catalogue changes. Records give what became of
 * them, or null when they are refused.
 */
export function createItemIntake(db: DatabaseSync, { clock, feedSource, names, categories, kept }: Parts) {
  const full = createFullFeed(db, feedSource);
  const writer = createItemWriter(db, kept);
  const firstLoad = createFirstLoad(db, clock.nowMs());
  const effect = createCatalogEffect(countItems(db), categories.nameOf);
  const warnOfOddities = createOddities(db);
  const oddities = createItemOddities(db);
  let hasItems = false;
  /** `isUnregistered` = the feed gives no registration, and that of the item is the time of receipt. */
  const write = (item: Item, isUnregistered: boolean, line: number, how: How): Outcome => {
    const { warnings } = how.found;
    full.name(item.itemId);
    const result = writer.put(isUnregistered ? firstLoad.date(item) : item, isUnregistered);
    effect.recordPut(result);
    oddities.add(item, result, how, line, warnings);
    if (result.outcome === 'unchanged') return 'unchanged';
    if (isUnregistered) firstLoad.count(result, line);
    hasItems = true;
    warnOfOddities(item, result, line, warnings);
    return result.outcome;
  };
  const removeItem = (itemId: number): Outcome => {
    const before = writer.find(itemId);
    if (before === null) return 'unchanged';
    effect.recordRemoval(itemId, before, full.isOwn(itemId));
    writer.remove(itemId);
    return 'changed';
  };
  return {
    put(record: RecordOf<'item'>, line: number, found: Findings): Outcome | null {
      const { unread, unreadPrice } = record;
      const name = record.name ?? { itemId: record.item.itemId, externalId: null, isbn13: null };
      const knownId = unread === undefined ? null : names.find(name);
      const known = knownId === null ? null : writer.find(knownId);
      if (unread !== undefined && known === null && unreadPrice !== undefined)
        return refuse(found, { line, ...unreadPrice });
      const itemId = names.assign(name);
      if (itemId === null) {
        const known = {
          shown: JSON.stringify(name.externalId),
          itemId: Number(names.find({ ...name, itemId })),
        };
        return refuse(found, { line, field: 'externalId', reason: message('feeds.otherNumber', known) });
      }
      // Copying an item takes longer than checking it.
      const isAsGiven = known === null && record.item.itemId === itemId;
      const item = isAsGiven
        ? record.item
        : { ...record.item, ...(known && storedFields(known, unread)), itemId };
      categories.recordUse(item.categoryIds, line);
      const { registeredAtIsDefault = false, isUnpriced = false } = record;
      return write(item, registeredAtIsDefault, line, { found, isUnpriced });
    },

    /** Changes some fields of an item. */
    patch({ name, fields }: RecordOf<'patch'>, line: number, found: Findings): Outcome | null {
      const itemId = names.find(name);
      const known = itemId === null ? null : writer.find(itemId);
      if (itemId === null || known === null)
        return refuse(found, { line, field: fieldOfName(name), reason: message('feeds.noItemToPatch') });
      if (fields.categoryIds !== undefined) categories.recordUse(fields.categoryIds, line);
      const patched = Object.keys(fields).join();
      return write({ ...fedItemOf(known), ...fields, itemId }, false, line, { found, patched });
    },

    remove({ itemId, name }: RecordOf<'remove'>): Outcome {
      const number = name === undefined ? itemId : names.find(name);
      if (name !== undefined && number !== null) names.keep(name, number);
      return number === null ? 'unchanged' : removeItem(number);
    },

    /** The feed names these items, too. */
    keep(kept: readonly ItemName[]): void {
      for (const name of kept) full.name(names.find(name));
    },

    expectAll: full.expectAll,
    /** Items that a complete feed hasn't named. */
    unnamed: full.unnamed,
    removeItem,
    tellSearch: writer.tellSearch,
    /** How much of the catalogue changes, and what only the whole file can tell. To be called once, after the last record. */
    end() {
      const { warnings, shares } = oddities.end();
      return {
        shares: { ...effect.sum(full.sourceItems()), ...shares },
        warnings: [...firstLoad.warnings(), ...warnings],
      };
    },
    recordFirstLoad(): void {
      if (hasItems) firstLoad.record();
    },
  };
}

function countItems(db: DatabaseSync): number {
  return Number(db.prepare('SELECT count(*) AS items FROM item').get()?.items);
}

function refuse(found: Findings, problem: FeedProblem): null {
  found.problems.push(problem);
  return null;
}

function fieldOfName({ itemId, externalId }: ItemName): string {
  if (itemId !== null) return 'itemId';
  return externalId === null ? 'isbn13' : 'externalId';
}

/** What an import's own source had last; the source is empty for the shop's own feeds, and only items of others have a row. */
const OF_SOURCE = `FROM item LEFT JOIN item_source USING (item_id) WHERE coalesce(source, '') = ?1`;

/** Which items a feed names, and which source each item came from last, within the caller's transaction. */
function createFullFeed(db: DatabaseSync, source: string) {
  const named = new Set<number>();
  const hasSources = source !== '' || db.prepare('SELECT 1 FROM item_source LIMIT 1').get() !== undefined;
  const put = db.prepare(`
    INSERT INTO item_source (item_id, source)
    VALUES (?, ?)
    ON CONFLICT (item_id) DO UPDATE SET source = excluded.source`);
  const drop = db.prepare('DELETE FROM item_source WHERE item_id = ?');
  const isOfSource = db.prepare(`SELECT 1 ${OF_SOURCE} AND item_id = ?2`);
  const countOfSource = db.prepare(`SELECT count(*) AS items ${OF_SOURCE}`);
  let isExpectingAll = false;
  let sourceItems: number | null = null;
  return {
    /** Whether an item that is about to be removed belongs to the source. */
    isOwn(itemId: number): boolean {
      if (!hasSources) return true;
      // All items are looked through, so only in imports that remove any.
      sourceItems ??= Number(countOfSource.get(source)?.items);
      return isOfSource.get(source, itemId) !== undefined;
    },

    /** Items of the source before the first removal; null when all items are its, or nothing was removed. */
    sourceItems: () => sourceItems,

    /** The feed is complete: what it doesn't name from now on is `unnamed`. */
    expectAll(): void {
      isExpectingAll = true;
    },

    /** Null = a name that no item has. */
    name(itemId: number | null): void {
      if (itemId === null) return;
      if (isExpectingAll) named.add(itemId);
      if (!hasSources) return;
      if (source === '') drop.run(itemId);
      else put.run(itemId, source);
    },

    /** Items of the source that a complete feed hasn't named; none of a feed that isn't complete. */
    unnamed(): readonly number[] {
      if (!isExpectingAll) return [];
      const items = db.prepare(`SELECT item_id ${OF_SOURCE} ORDER BY item_id`).all(source);
      return items.map((row) => Number(row.item_id)).filter((itemId) => !named.has(itemId));
    },
  };
}

/** The fields that can't be read, as the feed gave them before. */
function storedFields(known: KnownItem, unread: UnreadFields = new Set()): Partial<Item> {
  const names = new Set([...unread].map((field) => OTHER_NAMES[field] ?? field));
  return Object.fromEntries(Object.entries(fedItemOf(known)).filter(([name]) => names.has(name)));
}

/** A first load may take several files. Whatever comes within a day of its start belongs to it. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/** Dates items of the first load that come without a registration, so that they are not all new products. */
function createFirstLoad(db: DatabaseSync, receivedAtMs: number) {
  const beganAtMs = db.prepare('SELECT first_load_at_ms AS ms FROM catalog_state').get()?.ms ?? null;
  const isUnderWay = beganAtMs === null || receivedAtMs - Number(beganAtMs) < FIRST_LOAD_MS;
  let items = 0;
  let firstLine = 0;
  return {
    /** The item as registered on its day of publication, or as it is when that is unknown or still to come, or the first load over. */
    date(item: Item): Item {
      const day = isUnderWay ? parseKstDay(item.publishDate) : null;
      const publishedAtMs = day === null ? receivedAtMs : kstDayStartMs(day);
      return publishedAtMs >= receivedAtMs ? item : { ...item, registeredAtMs: publishedAtMs };
    },
    /** Counts an item that is new with such a date. */
    count({ outcome, item }: WrittenItem, line: number): void {
      if (outcome !== 'added' || item.registeredAtMs >= receivedAtMs) return;
      if (items++ === 0) firstLine = line;
    },
    /** One warning for all of them: a first load often lacks every registration. */
    warnings(): FeedProblem[] {
      if (items === 0) return [];
      const reason = message('feeds.noRegistration', { items: items.toLocaleString('en-US') });
      return [{ line: firstLine, field: 'registeredAt', reason }];
    },
    record(): void {
      if (beganAtMs === null) db.prepare('UPDATE catalog_state SET first_load_at_ms = ?').run(receivedAtMs);
    },
  };
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
  const reason = message(`feeds.${DEAL_REASONS[doubt]}`, { dealPrice, shopPrice, percent });
  return [{ line, field: 'deal.salePrice', reason }];
}

const DEAL_REASONS = { aboveList: 'dealAboveList', fixedPrice: 'dealFixedPrice', low: 'dealLow' } as const;
