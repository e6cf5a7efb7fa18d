import { type CategoryNode, SELECT_CATEGORIES } from '../../catalog/category.ts';
import type { KstMonth } from '../../clock.ts';
import {
  CatalogBusyError,
  type LongTransaction,
  type Snapshot,
  type SqlDatabase,
} from '../../sql-database.ts';
import { createListWriter } from '../lists/list-writer.ts';
import { catalogBuilder, type RankCatalog } from '../rank-catalog.ts';
import {
  insertRun,
  type Publication,
  type RunRecord,
  readTallyProgress,
  recordPublication,
} from './run-record.ts';

/** Opens sessions of one store; null if another run takes longer than `waitMs`. */
export type OpenSession = (waitMs: number) => Promise<RankingSession | null>;

export type RankingSession = ReturnType<typeof createSession>;

/** Opens sessions, each with a lock that keeps other runs out until it is closed. A run that is killed leaves nothing behind. */
export function sessionsOf({ catalog, lists }: Record<'catalog' | 'lists', SqlDatabase>): OpenSession {
  return async (waitMs) => {
    try {
      const transaction = await lists.begin({ lock: 'ranking', waitMs });
      return createSession(catalog, transaction);
    } catch (error) {
      if (error instanceof CatalogBusyError) return null;
      throw error;
    }
  };
}

function createSession(catalog: SqlDatabase, lists: LongTransaction) {
  return {
    ...createListWriter(lists),
    /** Runs `work` on a snapshot of ledger and catalogue, which imports don't change. */
    read: <T>(work: (state: RankingState) => Promise<T>): Promise<T> =>
      catalog.snapshot(async (snapshot) => work(await readState(snapshot))),
    /**
     * Publishes everything that was written: readers see all of it or nothing. If the process dies between the commits of the two
     * files, the catalogue says that nothing was counted, and the run is repeated.
     */
    publish: (publication: Publication): Promise<void> =>
      lists.commitWith(catalog, (writer) => recordPublication(writer, publication)),
    /** Records a run that published nothing. Never rejects, because the run's own failure matters more. */
    recordFailure: (run: RunRecord): Promise<void> =>
      // A stopping server doesn't wait for a running import.
      catalog.transaction((writer) => insertRun(writer, run), { waitMs: 0 }).catch(() => {}),
    close: async (): Promise<void> => lists[Symbol.asyncDispose](),
  };
}

export type RankingState = Awaited<ReturnType<typeof readState>>;

async function readState(snapshot: Snapshot) {
  const { ledgerRevision, catalogRevision, tallied } = await readTallyProgress(snapshot);
  const talliedUntil = tallied?.untilDay ?? null;
  const catalog = await readRankCatalog(snapshot);
  return { snapshot, catalog, catalogRevision, ledgerRevision, talliedUntil };
}

async function readRankCatalog(snapshot: Snapshot): Promise<RankCatalog> {
  const categories = await snapshot.query<CategoryNode>(SELECT_CATEGORIES);
  const [counted] = await snapshot.query<{ items: number }>('SELECT count(*) AS items FROM item');
  const { addItem, addCategories, build } = catalogBuilder(categories, counted?.items ?? 0);
  await snapshot.visit(SELECT_ITEMS, [], addItem);
  // The categories of many items are read as one text: one row for each item would take several times as long.
  for (let last = 0; ; ) {
    const [some] = await snapshot.query<{ ids: string | null; last: number }>(SELECT_CATEGORY_IDS, [last]);
    if (some === undefined || some.ids === null) return build();
    for (const ids of some.ids.split('\n')) addCategories(ids);
    last = some.last;
  }
}

// Both statements read only an index (item_rank), not the rows of items, which are large.
const SELECT_ITEMS = `
  SELECT item_id, CAST(nullif(isbn13, '') AS bigint) AS isbn13, publish_day, withheld
  FROM item
  ORDER BY item_id`;

const SELECT_CATEGORY_IDS = `
  SELECT string_agg(category_ids, '\n' ORDER BY item_id) AS ids, max(item_id) AS last
  FROM (SELECT item_id, category_ids FROM item WHERE item_id > $1 ORDER BY item_id LIMIT 2000) AS page`;

export interface RunContext {
  readonly session: RankingSession;
  readonly state: RankingState;
  readonly settings: RankingSettings;
  readonly nowMs: number;
  readonly onProgress: (progress: RankingProgress) => void;
  /** Throws RankingStopped after a request to stop the run. */
  stopIfRequested(): void;
}

export interface RankingSettings {
  /** Copies of an item that one buyer may count in a month (docs/lists.md#counted-copies). */
  readonly copiesPerBuyer: number;
  readonly minSegmentCopies: number;
  readonly newDays: number;
}

export type RankingProgress = Readonly<Record<'done' | 'total', number> & Record<'month', KstMonth>>;
