import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../src/catalog/item.ts';
import { ThreadedSearch, type ThreadedSearchOptions } from '../../../src/search/runtime/threaded-search.ts';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { findStored, storeItems } from '../../catalog/stored-items.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { request } from '../search-item.ts';

/** Longest wait for anything that a test waits for. */
export const WAIT_MAX_MS = 60_000;

type Options = Partial<Pick<ThreadedSearchOptions, 'limits' | 'similarWords'>>;
type OpenedSearch = ReturnType<typeof startSearch>;

/** The search of a catalogue file, ready, and closed when the test ends. */
export async function openSearch(t: Cleanup, path: string, options: Options = {}): Promise<OpenedSearch> {
  const opened = startSearch(t, path, options);
  assert.equal(await opened.whenReady(WAIT_MAX_MS), true, opened.problems.join('\n'));
  return opened;
}

/** The same without the wait; `problems` is everything that the index reported. */
export function startSearch(t: Cleanup, path: string, options: Options = {}) {
  const problems: string[] = [];
  const search = new ThreadedSearch({
    entry: new URL('../../../bin/search-thread.ts', import.meta.url),
    dataDir: dirname(path),
    clock: fixedClock('2026-11-21T12:00:00+09:00'),
    similarWords: async () => ({ revision: 1, groups: [] }),
    onProblem: (problem) => problems.push(String(problem)),
    ...options,
  });
  t.after(() => search.close());
  return Object.assign(search, { problems });
}

/** A catalogue with a connection that writes: an empty one, or a copy of that in a folder. */
export function openCatalog(t: Cleanup, from: string | null = null): { path: string; db: DatabaseSync } {
  const path = join(tempDir(t), CATALOG_FILE);
  if (from !== null) cpSync(from, dirname(path), { recursive: true });
  const db = openDatabase(path, { busyTimeoutMs: 1000 });
  t.after(() => db.close());
  return { path, db };
}

/** The search of a new catalogue with items. */
export async function openShop(t: Cleanup, items: readonly Item[], options: Options = {}) {
  const { path, db } = openCatalog(t);
  storeItems(db, items);
  return { db, index: await openSearch(t, path, options) };
}

/** Changes fields of an item as the importer does. */
export function changeItem(db: DatabaseSync, itemId: number, fields: Partial<Item>): void {
  const known = findStored(db, itemId);
  if (known === null) throw new Error(`there is no item ${itemId}`);
  storeItems(db, [{ ...known, ...fields }]);
}

/** How a query without a hit was corrected, and what that found; null when it was not. */
export async function correctionOf(index: OpenedSearch, query: string) {
  const { correction, itemIds } = await index.search(request(query, { correct: true }));
  return correction === null ? null : { ...correction, itemIds };
}
