import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../catalog/item.ts';
import { type Clock, kstDayStartMs, parseKstDay } from '../../../clock.ts';
import type { FeedProblem, FeedRecord } from '../../../ingest/feed-record.ts';
import type { CatalogEffect } from '../../../ingest/feed-store.ts';
import { createSearchWriter } from '../search/search-writer.ts';
import { createItemWriter, type WrittenItem } from './item-writer.ts';

type ItemRecord = Extract<FeedRecord, { kind: 'item' }>;

/** A first load may take several files. What comes within a day of its beginning belongs to it. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/** The items of one import: rows, words for the search, and how much of the catalogue changes. */
export function createItemShelf(db: DatabaseSync, clock: Clock) {
  const writer = createItemWriter(db);
  const search = createSearchWriter(db);
  const receivedAtMs = clock.nowMs();
  const firstLoadMs = db.prepare('SELECT began_at_ms AS ms FROM first_load').get()?.ms ?? null;
  const isFirstLoad = firstLoadMs === null || receivedAtMs - Number(firstLoadMs) < FIRST_LOAD_MS;
  const effect = createEffect(db);
  const findTwin = db.prepare('SELECT item_id FROM item WHERE isbn13 = ? AND item_id <> ? LIMIT 1');
  /** Items of the batch under way of which the search doesn't know yet. */
  const written: Item[] = [];
  const unregistered = { items: 0, firstLine: 0 };
  let hasItems = firstLoadMs !== null;

  const tellSearch = () => search.putAll(written.splice(0));
  const dated = (item: Item, line: number): Item => {
    const day = parseKstDay(item.publishDate);
    const publishedAtMs = day === null ? receivedAtMs : kstDayStartMs(day);
    if (publishedAtMs >= receivedAtMs) return item;
    if (unregistered.items++ === 0) unregistered.firstLine = line;
    return { ...item, registeredAtMs: publishedAtMs };
  };
  return {
    put({ item: given, registeredAtIsDefault = false }: ItemRecord, line: number, warnings: FeedProblem[]) {
      const item = registeredAtIsDefault && isFirstLoad ? dated(given, line) : given;
      const result = writer.put(item, registeredAtIsDefault);
      if (result.outcome === 'unchanged') return result.outcome;
      hasItems = true;
      written.push(result.item);
      effect.notePut(result);
      const { itemId, isbn13 } = result.item;
      if (isbn13 !== '' && result.isbn13Before !== isbn13) {
        const twin = findTwin.get(isbn13, itemId);
        if (twin !== undefined) warnings.push(sameIsbn(line, isbn13, Number(twin.item_id)));
      }
      return result.outcome;
    },

    remove(itemId: number): 'changed' | 'unchanged' {
      // Otherwise the search would learn of the item's words after it learned that the item is gone.
      tellSearch();
      if (!writer.remove(itemId)) return 'unchanged';
      effect.noteRemoval(itemId);
      return 'changed';
    },

    tellSearch,
    effect: effect.sum,

    registrationWarnings(): FeedProblem[] {
      return unregistered.items === 0 ? [] : [missingRegistration(unregistered)];
    },

    noteFirstLoad(): void {
      if (firstLoadMs !== null || !hasItems) return;
      db.prepare('INSERT INTO first_load (began_at_ms) VALUES (?)').run(receivedAtMs);
    },
  };
}

/** Counts what happens to the items that were there before the import. */
function createEffect(db: DatabaseSync) {
  const items = Number(db.prepare('SELECT count(*) AS items FROM item').get()?.items);
  const added = new Set<number>();
  const removed = new Set<number>();
  const repriced = new Set<number>();
  return {
    notePut({ outcome, item, isRepriced }: WrittenItem): void {
      if (items === 0) return;
      if (outcome === 'added' && !removed.delete(item.itemId)) added.add(item.itemId);
      else if (isRepriced && !added.has(item.itemId)) repriced.add(item.itemId);
    },
    noteRemoval(itemId: number): void {
      if (items > 0 && !added.delete(itemId)) removed.add(itemId);
    },
    sum: (): CatalogEffect => ({ items, removed: removed.size, repriced: repriced.size }),
  };
}

function sameIsbn(line: number, isbn13: string, itemId: number): FeedProblem {
  const reason = {
    en: `${isbn13} is also the ISBN of item ${itemId}`,
    ko: `${isbn13}은(는) 상품 ${itemId}의 ISBN이기도 합니다.`,
  };
  return { line, field: 'isbn13', reason };
}

/** One warning for all of them: a first load often lacks every registration. */
function missingRegistration({ items, firstLine }: { items: number; firstLine: number }): FeedProblem {
  const shown = items.toLocaleString('en-US');
  const reason = {
    en: `missing in ${shown} items of a first load; their publication date is used`,
    ko: `처음 가져오는 상품 가운데 ${shown}개에 값이 없어 출간일을 등록일로 씁니다.`,
  };
  return { line: firstLine, field: 'registeredAt', reason };
}
