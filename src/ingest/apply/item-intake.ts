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
import { createFullFeed } from './full-feed.ts';
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
      const named = records.map((record) => [record, numberOf(record, names)] as const);
      const itemIds = named.map(([, itemId]) => itemId).filter((itemId) => itemId !== null);
      await writer.load(itemIds);
      const seen = new Set<number>();
      const isbns = named.flatMap(([record, itemId]) => {
        const isbn13 = isbnOf(record);
        if (isbn13 === null) return [];
        const isSame = itemId !== null && !seen.has(itemId) && writer.find(itemId)?.item.isbn13 === isbn13;
        if (itemId !== null) seen.add(itemId);
        return isSame ? [] : [isbn13];
      });
      await names.isbns.load(isbns);
      const removed = named.flatMap(([{ kind }, itemId]) =>
        kind === 'remove' && itemId !== null ? [itemId] : [],
      );
      const [first] = named;
      await full.load(removed, first !== undefined && removes(writer, ...first));
    },
    /** Whether earlier records of the batch must be written, and the batch read again, before this record can be decided. */
    mustWait(record: FeedRecord): boolean {
      const name = nameOf(record);
      const isbn13 = isbnOf(record);
      if (names.isbns.isStale(isbn13) || (name !== null && names.isStale(name))) return true;
      // An earlier record of the batch may have given the name to another item.
      const itemId = numberOf(record, names);
      if (itemId !== null && !writer.isLoaded(itemId)) return true;
      if (full.mustCount() && removes(writer, record, itemId)) return true;
      if (isbn13 === null || names.isbns.isLoaded(isbn13)) return false;
      return itemId === null || writer.find(itemId)?.item.isbn13 !== isbn13;
    },
    put(record: RecordOf<'item'>, line: number, found: Findings): Outcome | null {
      const { unread, unreadPrice } = record;
      const name = nameOf(record);
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

    remove({ itemId, name }: RecordOf<'remove'>): Outcome {
      const number = name === undefined ? itemId : names.find(name);
      if (name !== undefined && number !== null) names.keep(name, number);
      return number === null ? 'unchanged' : remove(number);
    },

    /** The feed is complete. `kept` = items that it names in refused records. */
    async keepOnlyNamed(kept: readonly ItemName[]): Promise<void> {
      full.expectAll();
      await names.load(kept, false);
      for (const name of kept) full.name(names.find(name));
    },
  };
}

/** Writes and removes items, and counts how much of the catalogue changes. */
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
    await writer.write();
    await full.write();
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
    /** Removes the items that a complete feed hasn't named. */
    async removeUnnamed(): Promise<readonly Outcome[]> {
      const outcomes: Outcome[] = [];
      const unnamed = await full.unnamed();
      for (let at = 0; at < unnamed.length; at += REMOVED_AT_ONCE) {
        const some = unnamed.slice(at, at + REMOVED_AT_ONCE);
        await writer.load(some);
        await full.load(some, true);
        outcomes.push(...some.map(remove));
        await write();
        await undo.cut();
      }
      return outcomes;
    },
    write,
    /** Call it once, after the last record. */
    end: async () => ({
      shares: await effects.shares(sql, full.sourceItems()),
      warnings: firstLoad.warnings(),
    }),
    async recordFirstLoad(): Promise<void> {
      if (hasItems) await firstLoad.record();
    },
  };
}

const REMOVED_AT_ONCE = 500;

export function nameOf(record: RecordOf<'item' | 'patch'>): ItemName;
export function nameOf(record: FeedRecord): ItemName | null;
export function nameOf(record: FeedRecord): ItemName | null {
  if (record.kind === 'item')
    return record.name ?? { itemId: record.item.itemId, externalId: null, isbn13: null };
  return record.kind === 'patch' || record.kind === 'remove' ? (record.name ?? null) : null;
}

function numberOf(record: FeedRecord, names: ItemNames): number | null {
  const name = nameOf(record);
  if (name !== null) return names.find(name);
  return record.kind === 'remove' ? record.itemId : null;
}

function removes(
  { find }: ReturnType<typeof createItemWriter>,
  { kind }: FeedRecord,
  itemId: number | null,
): boolean {
  return kind === 'remove' && itemId !== null && find(itemId) !== null;
}

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

/** A first load may take several files: all that arrive within a day of its start. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/**
 * Without registration times, all items of a first load would appear as new products: their publication dates are used instead.
 */
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
