import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../src/catalog/item.ts';
import type { IndexUpdaterLimits } from '../../../src/search/runtime/index-updater.ts';
import { ThreadedSearch, type ThreadedSearchOptions } from '../../../src/search/runtime/threaded-search.ts';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { findStored, storeItems } from '../../catalog/stored-items.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { request } from '../search-item.ts';

/** Longest wait for anything that a test waits for. */
export const WAIT_MAX_MS = 60_000;

export class OpenedSearch extends ThreadedSearch {
  /** Everything that the index reported. */
  readonly problems: string[];

  constructor(options: Omit<ThreadedSearchOptions, 'onProblem'>) {
    const problems: string[] = [];
    super({ ...options, onProblem: (problem) => problems.push(String(problem)) });
    this.problems = problems;
  }
}

/** The search of a catalogue file, ready, and closed when the test ends. */
export async function openSearch(
  t: Cleanup,
  path: string,
  limits?: IndexUpdaterLimits,
  similarWords?: ThreadedSearchOptions['similarWords'],
): Promise<OpenedSearch> {
  const opened = startSearch(t, path, limits, similarWords);
  assert.equal(await opened.whenReady(WAIT_MAX_MS), true, opened.problems.join('\n'));
  return opened;
}

/** The same without the wait. */
export function startSearch(
  t: Cleanup,
  path: string,
  limits?: IndexUpdaterLimits,
  similarWords: ThreadedSearchOptions['similarWords'] = async () => ({ revision: 1, groups: [] }),
): OpenedSearch {
  const search = new OpenedSearch({
    entry: new URL('../../../bin/search-thread.ts', import.meta.url),
    dataDir: dirname(path),
    clock: fixedClock('2026-11-21T12:00:00+09:00'),
    similarWords,
    ...(limits === undefined ? {} : { limits }),
  });
  t.after(() => search.close());
  return search;
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
export async function openShop(
  t: Cleanup,
  items: readonly Item[],
  similarWords?: ThreadedSearchOptions['similarWords'],
) {
  const { path, db } = openCatalog(t);
  storeItems(db, items);
  return { db, index: await openSearch(t, path, undefined, similarWords) };
}

/** Changes fields of an item as the importer does. */
export function changeItem(db: DatabaseSync, itemId: number, fields: Partial<Item>): void {
  const known = findStored(db, itemId);
  if (known === null) throw new Error(`there is no item ${itemId}`);
  storeItems(db, [{ ...known, ...fields }]);
}

/** How a query without a hit was corrected, and what that found; null when it was not. */
export async function correctionOf(
  index: OpenedSearch,
  query: string,
  other: Parameters<typeof request>[1] = {},
) {
  const { correction, itemIds } = await index.search(request(query, { correct: true, ...other }));
  return correction === null ? null : { ...correction, itemIds };
}
