import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { kstDayStartMs } from '../../../clock.ts';
import { type RankCatalog, RankCatalogBuilder } from '../../../rankings/rank-catalog.ts';
import type {
  RankingRepository,
  RankingSession,
  RankingState,
} from '../../../rankings/ranking-repository.ts';
import type { ShopItem, ShopItemsSince } from '../../../rankings/shop-item.ts';
import {
  EDITIONS_FOLDER,
  findEditionFile,
  isSameContent,
  writeEditionFile,
} from '../../files/edition-files.ts';
import { type CatalogWrites, localWrites, writeInTurn } from '../catalog-writes.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../database.ts';
import { dealOf, rowsOf, SELECT_CATEGORIES, windowOf } from '../rows.ts';
import { visitItems } from '../visit-items.ts';
import {
  deleteOldEditions,
  eachSalePoint,
  findCountedEdition,
  lockRankings,
  nextEditionVersion,
  publish,
  readTallyProgress,
} from './edition-publisher.ts';
import { createLedgerReader } from './ledger-reader.ts';
import { readExclusions } from './month-lines.ts';
import { recordFailure } from './ranking-history.ts';

/** How long a run waits for an import to end before it gives up. */
const IMPORT_WAIT_MS = 600_000;

/**
 * The rankings of a data folder: ledger and catalogue in the catalogue file, editions in files of their own. Keeps the
 * catalogue that it read last, so that the next run of the same repository reads it again only when it has changed.
 */
export function createSqliteRankingRepository(
  dataDir: string,
  writes: CatalogWrites = localWrites,
): RankingRepository {
  const directory = join(dataDir, EDITIONS_FOLDER);
  const kept: KeptCatalog = { revision: -1, catalog: null };
  return {
    async lock(waitMs) {
      const lock = lockRankings(directory, waitMs);
      return lock && (async () => lock.release());
    },
    async open() {
      const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: IMPORT_WAIT_MS, mapFile: false });
      try {
        migrate(db, 'catalog');
        // A run is as fast with a quarter of the cache, and the thread's memory stays the server's.
        db.exec('PRAGMA cache_size = -16384');
        return openRankingSession(db, writes, directory, kept);
      } catch (error) {
        db.close();
        throw error;
      }
    },
  };
}

interface KeptCatalog {
  /** Of the catalogue in the database. */
  revision: number;
  catalog: RankCatalog | null;
}

function openRankingSession(
  db: DatabaseSync,
  writes: CatalogWrites,
  directory: string,
  kept: KeptCatalog,
): RankingSession {
  return {
    async read(work) {
      db.exec('BEGIN');
      try {
        return await work(readState(db, kept));
      } finally {
        db.exec('COMMIT');
      }
    },
    findEdition: (kind, period) => findCountedEdition(db, kind, period),
    nextVersion: (kind, period) => nextEditionVersion(db, kind, period),
    openEdition: (edition) => findEditionFile(directory, edition),
    isSame: (edition, content) => isSameContent(directory, edition, content),
    writeEdition: (content) => writeEditionFile(directory, content),
    async publish(publication) {
      const revision = await writeInTurn(writes, db, () => publish(db, publication), {
        waitMs: IMPORT_WAIT_MS,
      });
      // A tally changes the sales indices that readers see, but nothing that was read here.
      if (kept.revision === publication.catalogRevision) kept.revision = revision;
    },
    recordFailure: (record) => recordFailure(db, writes, record),
    deleteOldEditions: () => deleteOldEditions(db, directory),
    close: () => db.close(),
  };
}

function readState(db: DatabaseSync, kept: KeptCatalog): RankingState {
  const { ledgerRevision, catalogRevision, tallied } = readTallyProgress(db);
  if (kept.revision !== catalogRevision) kept.catalog = null;
  const catalog = kept.catalog ?? readRankCatalog(db);
  kept.revision = catalogRevision;
  kept.catalog = catalog;
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
