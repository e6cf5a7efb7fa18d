import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type KstDay, type KstMonth, systemClock } from '../../clock.ts';
import { type CatalogWrites, localWrites, takeTurn, writeInTurn } from '../../store/sqlite/catalog-writes.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase, rollBack } from '../../store/sqlite/database.ts';
import { BUSY_PAUSE_MS, fileFaultOf, isBusy } from '../../store/sqlite/file-faults.ts';
import { rowsOf, SELECT_CATEGORIES, visitItems } from '../../store/sqlite/rows.ts';
import { createLedgerReader } from '../ledger/ledger-reader.ts';
import { listMonths, readExclusions } from '../ledger/month-lines.ts';
import { createListWriter } from '../lists/list-writer.ts';
import { inodeOf, isWhole, openLists, putAside } from '../lists/lists-file.ts';
import { layOutCatalog, type RankCatalog } from '../rank-catalog.ts';
import { readOffers } from './offer-lists.ts';
import {
  eachSalePoint,
  type Publication,
  type RunRecord,
  readTallyProgress,
  recordFailure,
  recordPublication,
} from './run-record.ts';

/** How long a run waits for an import to end before it gives up. */
const IMPORT_WAIT_MS = 600_000;

export interface OpenOptions {
  readonly waitMs: number;
  /** Whether to look for damage first: damaged lists are put aside, and the run makes all of them again. */
  readonly isChecked: boolean;
}

/** Opens sessions of one store: null when another run goes on for longer than `waitMs`. */
export type OpenSession = (options: OpenOptions) => Promise<RankingSession | null>;

export type RankingSession = ReturnType<typeof newSession>;

/**
 * The rankings of a data folder: ledger and catalogue in one file, lists in another. A session keeps every other run out until it
 * is closed; a run that is killed leaves nothing behind. `writes` say where it commits to: the files alone, or all instances.
 */
export function sessionsOf(
  dataDir: string,
  writes: Readonly<Record<'catalog' | 'lists', CatalogWrites>> = { catalog: localWrites, lists: localWrites },
): OpenSession {
  return async (options) => {
    const publication = await beginPublication(join(dataDir, LISTS_FILE), writes.lists, options);
    if (publication === null) return null;
    try {
      return newSession(join(dataDir, CATALOG_FILE), publication, writes.catalog);
    } catch (error) {
      await publication.end();
      throw error;
    }
  };
}

function newSession(catalogPath: string, { lists, commit, end }: OpenPublication, writes: CatalogWrites) {
  const db = openDatabase(catalogPath, { busyTimeoutMs: IMPORT_WAIT_MS, mapFile: false });
  db.exec(SMALL_CACHE);
  return {
    /** What the session reads of the lists includes what it has written. */
    ...createListWriter(lists),
    /** Runs `work` on one state of ledger and catalogue, whatever is imported meanwhile. */
    async read<T>(work: (state: RankingState) => T | Promise<T>): Promise<T> {
      db.exec('BEGIN');
      try {
        return await work(readState(db));
      } finally {
        db.exec('COMMIT');
      }
    },
    /** Publishes everything that was written at once: readers see all of it or nothing. */
    async publish(publication: Publication): Promise<void> {
      // A run that dies in between is repeated: the catalogue says that nothing was counted.
      await commit();
      const record = () => recordPublication(db, publication);
      await writeInTurn(writes, db, record, { waitMs: IMPORT_WAIT_MS });
      for (const file of [lists, db]) await shrinkLog(file);
    },
    /** Records a run that published nothing, if possible at once. Never rejects: the run's own failure matters more. */
    recordFailure: (record: RunRecord) => recordFailure(db, writes, record),
    async close(): Promise<void> {
      db.close();
      await end();
    },
  };
}

/** A run is as fast with a quarter of the cache, and the thread's memory stays the server's. */
const SMALL_CACHE = 'PRAGMA cache_size = -16384';

/** How long a run waits for others who read a write-ahead log, such as the search after an import. */
const LOG_WAIT_MS = 10_000;

/** A large commit's write-ahead log would stay on the disk until the next commit, those of imports before it included. */
async function shrinkLog(db: DatabaseSync): Promise<void> {
  db.exec('PRAGMA busy_timeout = 0');
  const shrink = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  const untilMs = systemClock.monotonicMs() + LOG_WAIT_MS;
  while (shrink.get()?.busy !== 0 && systemClock.monotonicMs() < untilMs) await wait(BUSY_PAUSE_MS);
}

/** Null when another run goes on for too long. */
async function beginPublication(
  path: string,
  writes: CatalogWrites,
  options: OpenOptions,
): Promise<OpenPublication | null> {
  const inode = inodeOf(path);
  try {
    return await beginOn(path, writes, options);
  } catch (error) {
    if (isBusy(error)) return null;
    if (!options.isChecked || fileFaultOf(error) !== 'damaged') throw error;
    // Another run may have done it meanwhile.
    if (inodeOf(path) === inode) putAside(path);
    return beginPublication(path, writes, { ...options, isChecked: false });
  }
}

/** The transaction of a run in the lists file, which keeps every other run out. `end` drops what wasn't committed. */
async function beginOn(path: string, writes: CatalogWrites, { waitMs, isChecked }: OpenOptions) {
  await using opened = new AsyncDisposableStack();
  // Synced, so that no power cut takes lists that the catalogue says are there.
  const lists = openLists(path, { mapFile: false, syncsCommits: true });
  opened.defer(() => lists.close());
  lists.exec(SMALL_CACHE);
  const turn = await takeTurn(writes, lists, { waitMs });
  opened.defer(turn.end);
  opened.defer(() => rollBack(lists));
  await turn.begin({ waitMs });
  if (isChecked && !isWhole(lists)) throw Object.assign(new Error('the lists are damaged'), DAMAGED);
  const kept = opened.move();
  return { lists, commit: turn.commit, end: () => kept.disposeAsync() };
}

/** What a check found, as SQLite says it. */
const DAMAGED = { errcode: 11 };

type OpenPublication = Awaited<ReturnType<typeof beginOn>>;

export type RankingState = ReturnType<typeof readState>;

/** One state of ledger and catalogue. */
function readState(db: DatabaseSync) {
  const { ledgerRevision, catalogRevision, tallied } = readTallyProgress(db);
  const catalog = readRankCatalog(db);
  return {
    catalog,
    catalogRevision,
    ledgerRevision,
    /** The last day counted by the last tally, or null. */
    talliedUntil: tallied?.untilDay ?? null,
    ...createLedgerReader(db, catalog),
    listMonths: () => listMonths(db),
    readExclusions: (month: KstMonth) => readExclusions(db, month),
    readOffers: (day: KstDay, newDays: number) => readOffers(db, catalog, day, newDays),
    /** Sales indices of the last tally, one number for each item of the catalogue, 0 = none. */
    readSalePoints: () => readSalePoints(db, catalog),
  };
}

function readRankCatalog(db: DatabaseSync): RankCatalog {
  const count = Number(db.prepare('SELECT count(*) AS count FROM item').get()?.count);
  const from = 'item INDEXED BY item_rank';
  const columns = ['isbn13', 'publish_day', 'withheld', 'category_ids'];
  return layOutCatalog(rowsOf(db.prepare(SELECT_CATEGORIES)), count, (add) =>
    visitItems(db, { from, columns }, (itemId, isbn13, day, withheld, ids) =>
      add(itemId, Number(isbn13), day === null ? Number.NaN : Number(day), withheld === 1, String(ids)),
    ),
  );
}

function readSalePoints(db: DatabaseSync, catalog: RankCatalog): Float64Array {
  const salePoints = new Float64Array(catalog.itemIds.length);
  eachSalePoint(db, (itemId, salePoint) => {
    const item = catalog.findItem(itemId);
    if (item >= 0) salePoints[item] = salePoint;
  });
  return salePoints;
}

/** One run, from its start to its publication. */
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
  /** Lists by sex or age hide entries with fewer copies. */
  readonly minSegmentCopies: number;
  /** Days for which an item is a new product after its registration. */
  readonly newDays: number;
}

export interface RankingProgress {
  readonly month: KstMonth;
  /** Months counted so far, of `total`. */
  readonly done: number;
  readonly total: number;
}
