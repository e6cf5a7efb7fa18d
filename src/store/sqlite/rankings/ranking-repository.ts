import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { kstDayStartMs, systemClock } from '../../../clock.ts';
import { type RankCatalog, RankCatalogBuilder } from '../../../rankings/rank-catalog.ts';
import type {
  OpenOptions,
  RankingRepository,
  RankingSession,
  RankingState,
} from '../../../rankings/ranking-repository.ts';
import type { ShopItem, ShopItemsSince } from '../../../rankings/shop-item.ts';
import {
  beginWhenFree,
  type CatalogWrites,
  localWrites,
  type WriteTurn,
  writeInTurn,
} from '../catalog-writes.ts';
import { CATALOG_FILE, LISTS_FILE, migrate, openDatabase, rollBack } from '../database.ts';
import { BUSY_PAUSE_MS, fileFaultOf, isBusy } from '../file-faults.ts';
import { dealOf, rowsOf, SELECT_CATEGORIES, windowOf } from '../rows.ts';
import { visitItems } from '../visit-items.ts';
import { createLedgerReader } from './ledger-reader.ts';
import { createListWriter } from './list-writer.ts';
import { findEdition, inodeOf, isWhole, openLists, putAside, readCopies } from './lists-file.ts';
import { readExclusions } from './month-lines.ts';
import { recordFailure } from './ranking-history.ts';
import { eachSalePoint, readTallyProgress, recordPublication } from './tally-record.ts';

/** How long a run waits for an import to end before it gives up. */
const IMPORT_WAIT_MS = 600_000;

/** Where a run commits to: the files alone, or all instances. */
export interface RankingWrites {
  readonly catalog: CatalogWrites;
  readonly lists: CatalogWrites;
}

/** The rankings of a data folder: ledger and catalogue in one file, lists in another. */
export function createSqliteRankingRepository(
  dataDir: string,
  writes: RankingWrites = { catalog: localWrites, lists: localWrites },
): RankingRepository {
  return {
    async open(options) {
      const publication = await beginPublication(join(dataDir, LISTS_FILE), writes.lists, options);
      if (publication === null) return null;
      try {
        const db = openDatabase(join(dataDir, CATALOG_FILE), {
          busyTimeoutMs: IMPORT_WAIT_MS,
          mapFile: false,
        });
        migrate(db, 'catalog');
        db.exec(SMALL_CACHE);
        return openRankingSession(db, publication, writes.catalog);
      } catch (error) {
        await publication.end();
        throw error;
      }
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

/** The transaction of a run in the lists file, which keeps every other run out. */
interface OpenPublication {
  readonly lists: DatabaseSync;
  commit(): Promise<void>;
  /** Drops what wasn't committed. */
  end(): Promise<void>;
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

async function beginOn(
  path: string,
  writes: CatalogWrites,
  { waitMs, isChecked }: OpenOptions,
): Promise<OpenPublication> {
  // Synced, so that no power cut takes lists that the catalogue says are there.
  const lists = openLists(path, { mapFile: false, syncsCommits: true });
  let turn: WriteTurn | null = null;
  const end = async () => {
    rollBack(lists);
    await turn?.end();
    lists.close();
  };
  try {
    lists.exec(SMALL_CACHE);
    turn = await writes.take(lists, { waitMs });
    await beginWhenFree(turn, { waitMs });
    if (isChecked && !isWhole(lists)) throw new ListsDamaged();
    return { lists, commit: turn.commit, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** What a check found, as SQLite's own error. */
class ListsDamaged extends Error {
  override name = 'ListsDamaged';
  readonly errcode = 11;
}

function openRankingSession(
  db: DatabaseSync,
  { lists, commit, end }: OpenPublication,
  writes: CatalogWrites,
): RankingSession {
  return {
    ...createListWriter(lists),
    async read(work) {
      db.exec('BEGIN');
      try {
        return await work(readState(db));
      } finally {
        db.exec('COMMIT');
      }
    },
    findEdition: (kind, period) => findEdition(lists, kind, period),
    readCopies: (month) => readCopies(lists, month),
    async publish(publication) {
      // A run that dies in between is repeated: the catalogue says that nothing was counted.
      await commit();
      const record = () => recordPublication(db, publication);
      await writeInTurn(writes, db, record, { waitMs: IMPORT_WAIT_MS });
      for (const file of [lists, db]) await shrinkLog(file);
    },
    recordFailure: (record) => recordFailure(db, writes, record),
    async close() {
      db.close();
      await end();
    },
  };
}

function readState(db: DatabaseSync): RankingState {
  const { ledgerRevision, catalogRevision, tallied } = readTallyProgress(db);
  const catalog = readRankCatalog(db);
  const ledger = createLedgerReader(db, catalog);
  return {
    catalog,
    catalogRevision,
    ledgerRevision,
    talliedUntil: tallied?.untilDay ?? null,
    listMonths: ledger.listMonths,
    readLines: ledger.readLines,
    readExclusions: (month) => readExclusions(db, month),
    listShopItems: (since) => listShopItems(db, since),
    readSalePoints: () => readSalePoints(db, catalog),
  };
}

/** Reads the catalogue for the rankings. */
export function readRankCatalog(db: DatabaseSync): RankCatalog {
  const builder = new RankCatalogBuilder(rowsOf(db.prepare(SELECT_CATEGORIES)));
  // Many items share a list of categories; each list is parsed once.
  const sets = new Map<unknown, number>();
  const setOf = (json: unknown): number => {
    const known = sets.get(json);
    if (known !== undefined) return known;
    const set = builder.addCategories(JSON.parse(String(json)));
    sets.set(json, set);
    return set;
  };
  const columns = ['isbn13', 'publish_day', 'withheld', 'category_ids'];
  visitItems(
    db,
    { from: 'item INDEXED BY item_rank', columns },
    (itemId, isbn13, publishDay, withheld, categoryIds) => {
      const day = publishDay === null ? Number.NaN : Number(publishDay);
      builder.add(itemId, Number(isbn13), day, withheld === 1, setOf(categoryIds));
    },
  );
  return builder.build();
}

function listShopItems(db: DatabaseSync, since: ShopItemsSince): ShopItem[] {
  return db
    .prepare(`
      SELECT item_id, title, publish_day, registered_at_ms, shop_price, sale_price, deal_price, deal_from, deal_until,
        attention_from, attention_until, item_status
      FROM item
      WHERE item_id IN (
        SELECT item_id
        FROM item INDEXED BY item_rank
        WHERE withheld = 0 AND (registered_at_ms >= ?1 OR publish_day >= ?2
          OR (deal_until >= ?3 AND deal_from <= ?4) OR (attention_until >= ?3 AND attention_from <= ?4)))`)
    .all(kstDayStartMs(since.registeredDay), since.publishDay, since.windowFrom, since.windowUntil)
    .map((row) => ({
      itemId: Number(row.item_id),
      title: String(row.title),
      publishDay: row.publish_day === null ? null : Number(row.publish_day),
      registeredAtMs: Number(row.registered_at_ms),
      shopPrice: Number(row.shop_price),
      salePrice: Number(row.sale_price),
      deal: dealOf(row.deal_price, row.deal_from, row.deal_until),
      attention: windowOf(row.attention_from, row.attention_until),
      itemStatus: String(row.item_status),
    }));
}

function readSalePoints(db: DatabaseSync, catalog: RankCatalog): Float64Array {
  const salePoints = new Float64Array(catalog.itemIds.length);
  eachSalePoint(db, (itemId, salePoint) => {
    const item = catalog.findItem(itemId);
    if (item >= 0) salePoints[item] = salePoint;
  });
  return salePoints;
}
