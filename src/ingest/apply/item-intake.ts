import type { Item } from '../../catalog/item.ts';
import type { ItemName, ItemNames } from '../../catalog/item-names.ts';
import { createItemWriter, type KnownItem } from '../../catalog/item-writer.ts';
import { type Clock, kstDayStartMs, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { Writer } from '../../sql-database.ts';
import type { UndoRecorder } from '../../store/undo-log.ts';
import { OTHER_NAMES } from '../check-record.ts';
import type { FeedProblem, FeedRecord, FeedTally, Findings, UnreadFields } from '../feed-record.ts';
import type { CategoryCheck } from './category-check.ts';
import { createItemEffects, type PutItem } from './item-effects.ts';

interface Parts {
  readonly clock: Clock;
  readonly feedSource: string;
  readonly names: ItemNames;
  readonly categories: CategoryCheck;
  readonly undo: UndoRecorder;
}

type Outcome = keyof FeedTally;
type RecordOf<Kind> = Extract<FeedRecord, { kind: Kind }>;

/**
 * Applies the items of one import. For each batch: `load`, its records, `write`. A record returns its outcome, or null if it is
 * refused.
 */
export async function createItemIntake(sql: Writer, parts: Parts) {
  const { names, categories } = parts;
  const { writer, full, put, remove, ...rest } = await createCountedWriter(sql, parts);
  return {
    ...rest,
    /** Reads the items of the records. `names` must have loaded their names. */
    async load(records: readonly FeedRecord[]): Promise<void> {
      const itemIds = records.map((record) => names.find(nameOf(record)));
      await writer.load(itemIds.filter((itemId) => itemId !== null));
      const seen = new Set<number>();
      const isbns = records.flatMap((record, at) => {
        const [isbn13, itemId = null] = [isbnOf(record), itemIds[at]];
        if (isbn13 === null || itemId === null) return isbn13 ?? [];
        const isSame = !seen.has(itemId) && writer.find(itemId)?.item.isbn13 === isbn13;
        seen.add(itemId);
        return isSame ? [] : [isbn13];
      });
      await names.isbns.load(isbns);
      await full.load(records.flatMap(({ kind }, at) => (kind === 'remove' ? (itemIds[at] ?? []) : [])));
    },
    /** Whether earlier records of the batch must be written, and the batch read again, before this record can be decided. */
    mustWait(record: FeedRecord): boolean {
      const name = nameOf(record);
      const isbn13 = isbnOf(record);
      if (names.isbns.isStale(isbn13) || (name !== null && names.isStale(name))) return true;
      // An earlier record of the batch may have given the name to another item.
      const itemId = names.find(name);
      if (itemId !== null && !writer.isLoaded(itemId)) return true;
      if (isbn13 === null || names.isbns.isLoaded(isbn13)) return false;
      return itemId === null || writer.find(itemId)?.item.isbn13 !== isbn13;
    },
    put(record: RecordOf<'item'>, line: number, found: Findings): Outcome | null {
      const { name, unread, unreadPrice } = record;
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
      // Avoids a copy, because copying an item takes longer than checking it.
      const isAsGiven = known === null && record.item.itemId === itemId;
      const item = isAsGiven
        ? record.item
        : { ...record.item, ...(known && storedFields(known, unread)), itemId };
      categories.recordUse(item.categoryIds, line);
      const { registeredAtIsDefault = false, isUnpriced = false } = record;
      return put(item, registeredAtIsDefault, { line, patched: '', isUnpriced }, found);
    },

    patch({ name, fields }: RecordOf<'patch'>, line: number, found: Findings): Outcome | null {
      const itemId = names.find(name);
      const known = itemId === null ? null : writer.find(itemId);
      if (itemId === null || known === null)
        return refuse(found, { line, field: fieldOfName(name), reason: message('feeds.noItemToPatch') });
      if (fields.categoryIds !== undefined) categories.recordUse(fields.categoryIds, line);
      const patched = Object.keys(fields).join();
      return put({ ...known.fed, ...fields, itemId }, false, { line, patched, isUnpriced: false }, found);
    },

    remove({ name }: RecordOf<'remove'>): Outcome {
      const itemId = names.find(name);
      if (itemId === null) return 'unchanged';
      names.keep(name, itemId);
      return remove(itemId);
    },

    /** Call it for a complete feed. Items that refused records name (`kept`) aren't removed. */
    async keepOnlyNamed(kept: readonly ItemName[]): Promise<void> {
      full.expectAll();
      await names.load(kept, false);
      for (const name of kept) full.name(names.find(name));
    },
  };
}

async function createCountedWriter(sql: Writer, { clock, feedSource, names, categories, undo }: Parts) {
  const full = await createFullFeed(sql, feedSource);
  const writer = createItemWriter(sql, undo);
  const firstLoad = await createFirstLoad(sql, clock.nowMs());
  const [known] = await sql.query<{ items: number }>('SELECT count(*) AS items FROM item');
  const effects = createItemEffects(known?.items ?? 0, names, categories.nameOf);
  let hasItems = false;
  const remove = (itemId: number): Outcome => {
    const before = writer.find(itemId);
    if (before === null) return 'unchanged';
    effects.remove(itemId, before, full.isOwn(itemId));
    writer.remove(itemId);
    names.isbns.move(itemId, before.item.isbn13, '');
    return 'changed';
  };
  const write = async () => {
    await full.write();
    await writer.write();
  };
  return {
    writer,
    full,
    /** `isUnregistered` = the feed gives no registration time. */
    put(
      given: Item,
      isUnregistered: boolean,
      how: Omit<PutItem, 'given' | 'result'>,
      { warnings }: Findings,
    ): Outcome {
      full.name(given.itemId);
      names.noteNumber(given.itemId);
      const result = writer.put(isUnregistered ? firstLoad.date(given) : given, isUnregistered);
      if (result.outcome !== 'unchanged') {
        names.isbns.move(given.itemId, result.before?.item.isbn13 ?? '', result.item.isbn13);
        if (isUnregistered && result.outcome === 'added') firstLoad.count(result.item, how.line);
        hasItems = true;
      }
      effects.put({ given, result, ...how }, warnings);
      return result.outcome;
    },
    remove,
    async removeUnnamed(): Promise<readonly Outcome[]> {
      const outcomes: Outcome[] = [];
      const unnamed = await full.unnamed();
      for (let at = 0; at < unnamed.length; at += REMOVED_AT_ONCE) {
        const some = unnamed.slice(at, at + REMOVED_AT_ONCE);
        await writer.load(some);
        await full.load(some);
        outcomes.push(...some.map(remove));
        await write();
        await undo.cut();
      }
      return outcomes;
    },
    write,
    /** Call it once, after the last record. */
    end: async () => ({
      shares: await effects.shares(sql, full.countItems),
      warnings: firstLoad.warnings(),
    }),
    async recordFirstLoad(): Promise<void> {
      if (hasItems) await firstLoad.record();
    },
  };
}

const REMOVED_AT_ONCE = 500;

export const nameOf = (record: FeedRecord): ItemName | null => ('name' in record ? record.name : null);

function isbnOf(record: FeedRecord): string | null {
  const given =
    record.kind === 'item' ? record.item.isbn13 : record.kind === 'patch' ? record.fields.isbn13 : null;
  return given || null;
}

function refuse(found: Findings, problem: FeedProblem): null {
  found.problems.push(problem);
  return null;
}

function fieldOfName({ itemId, externalId }: ItemName): string {
  if (itemId !== null) return 'itemId';
  return externalId === null ? 'isbn13' : 'externalId';
}

function storedFields(known: KnownItem, unread: UnreadFields = new Set()): Partial<Item> {
  const names = new Set([...unread].map((field) => OTHER_NAMES[field] ?? field));
  return Object.fromEntries(Object.entries(known.fed).filter(([name]) => names.has(name)));
}

/** Items by their last source. Items without a row in item_source belong to the shop's main feeds, whose name is empty. */
const FROM_SOURCES = 'FROM item LEFT JOIN item_source ON item_source.item_id = item.item_id';
const OF_SOURCE = `${FROM_SOURCES} WHERE coalesce(source, '') = $1`;

/** Tracks which items a feed names, and each item's last source. */
async function createFullFeed(sql: Writer, source: string) {
  const named = new Set<number>();
  const others = await sql.query('SELECT item_id FROM item_source LIMIT 1');
  const hasSources = source !== '' || others.length > 0;
  /** Items of this batch: they belong to this source from now on. */
  let taken = new Set<number>();
  /** Sources of the items that this batch removes. */
  let sources = new Map<number, string>();
  /** Items that belonged to another source when the feed named them. */
  let takenOver = 0;
  let isExpectingAll = false;
  return {
    async load(itemIds: readonly number[]): Promise<void> {
      if (!hasSources || itemIds.length === 0) return;
      const rows = await sql.query<{ item_id: number; source: string }>(
        'SELECT item_id, source FROM item_source WHERE item_id = ANY ($1)',
        [itemIds],
      );
      sources = new Map(rows.map((row) => [row.item_id, row.source]));
    },
    isOwn: (itemId: number): boolean =>
      !hasSources || taken.has(itemId) || (sources.get(itemId) ?? '') === source,
    /** This source's items now, without those of other sources that the feed named; null if all items belong to it. */
    async countItems(): Promise<number | null> {
      if (!hasSources) return null;
      const [row] = await sql.query<{ items: number }>(`SELECT count(*) AS items ${OF_SOURCE}`, [source]);
      return (row?.items ?? 0) - takenOver;
    },
    expectAll(): void {
      isExpectingAll = true;
    },
    /** Null = the name has no item yet. */
    name(itemId: number | null): void {
      if (itemId === null) return;
      if (isExpectingAll) named.add(itemId);
      if (hasSources) taken.add(itemId);
    },
    /** The source's items that a complete feed hasn't named; empty for other feeds. */
    async unnamed(): Promise<readonly number[]> {
      if (!isExpectingAll) return [];
      const items = await sql.query<{ id: number }>(`SELECT item.item_id AS id ${OF_SOURCE} ORDER BY 1`, [
        source,
      ]);
      return items.map(({ id }) => id).filter((itemId) => !named.has(itemId));
    },
    /** Call it before the batch's new items are stored. */
    async write(): Promise<void> {
      const itemIds = [...taken];
      taken = new Set();
      if (itemIds.length === 0) return;
      const ofOthers = `SELECT count(*) AS items ${FROM_SOURCES} WHERE item.item_id = ANY ($1) AND coalesce(source, '') <> $2`;
      const [row] = await sql.query<{ items: number }>(ofOthers, [itemIds, source]);
      takenOver += row?.items ?? 0;
      if (source === '') await sql.query('DELETE FROM item_source WHERE item_id = ANY ($1)', [itemIds]);
      else
        await sql.insert({
          into: 'item_source',
          columns: 'item_id bigint, source text',
          rows: itemIds.map((itemId) => [itemId, source]),
          conflict: 'ON CONFLICT (item_id) DO UPDATE SET source = excluded.source',
        });
    },
  };
}

/** All files that arrive within a day of the first file belong to the first load. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/** Items of a first load without registration times count as registered on their publication dates, not as new products. */
async function createFirstLoad(sql: Writer, receivedAtMs: number) {
  const [state] = await sql.query<{ ms: number | null }>('SELECT first_load_at_ms AS ms FROM catalog_state');
  const beganAtMs = state?.ms ?? null;
  const isUnderWay = beganAtMs === null || receivedAtMs - beganAtMs < FIRST_LOAD_MS;
  let items = 0;
  let firstLine = 0;
  return {
    date(item: Item): Item {
      const day = isUnderWay ? parseKstDay(item.publishDate) : null;
      const publishedAtMs = day === null ? receivedAtMs : kstDayStartMs(day);
      return publishedAtMs >= receivedAtMs ? item : { ...item, registeredAtMs: publishedAtMs };
    },
    count({ registeredAtMs }: Item, line: number): void {
      if (registeredAtMs < receivedAtMs && items++ === 0) firstLine = line;
    },
    /** One warning for all items: a first load often has no registration times at all. */
    warnings(): FeedProblem[] {
      if (items === 0) return [];
      const reason = message('feeds.noRegistration', { items: items.toLocaleString('en-US') });
      return [{ line: firstLine, field: 'registeredAt', reason }];
    },
    async record(): Promise<void> {
      if (beganAtMs === null)
        await sql.query('UPDATE catalog_state SET first_load_at_ms = $1', [receivedAtMs]);
    },
  };
}
