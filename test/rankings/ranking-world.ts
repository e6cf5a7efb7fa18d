import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CategoryNode } from '../../src/catalog/category.ts';
import type { Item } from '../../src/catalog/item.ts';
import type { Clock, KstDay } from '../../src/clock.ts';
import { formatKstDay, parseKstMonth } from '../../src/clock.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { createLedgerWriter } from '../../src/rankings/ledger/ledger-writer.ts';
import { type Restatement, restateMonth } from '../../src/rankings/ledger/restatement.ts';
import { createRankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { type RankingRunOptions, runRankings } from '../../src/rankings/run/ranking-run.ts';
import type { RankingSettings } from '../../src/rankings/run/ranking-session.ts';
import type { Cancellation, LedgerRecord, SaleLine } from '../../src/rankings/sale.ts';
import type { Writer } from '../../src/sql-database.ts';
import {
  CATALOG_FILE,
  LISTS_FILE,
  migrate,
  openDatabase,
  transaction,
} from '../../src/store/sqlite/database.ts';
import { createCatalogDatabase, openListsDatabase } from '../../src/store/sqlite/databases.ts';
import { createFileRevision, createTickReader } from '../../src/store/sqlite/tick-reader.ts';
import { catalogFile } from '../catalog/catalog-file.ts';
import { storeItems } from '../catalog/stored-items.ts';
import { anItem } from '../contracts/catalog/catalog-records.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { sessionsAt } from '../support/sessions-at.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

/** What a test doesn't say of an item is as plain as can be. */
export type WorldItem = Pick<Item, 'itemId' | 'isbn13' | 'withheld' | 'categoryIds'> & {
  readonly publishDay: KstDay | null;
} & Partial<
    Pick<Item, 'title' | 'registeredAtMs' | 'shopPrice' | 'salePrice' | 'deal' | 'attention' | 'itemStatus'>
  >;

export type RankingWorld = ReturnType<typeof openRankingWorld>;

export const WORLD_PEPPER = 'a pepper of tests';
export const BUYER_KEY = buyerKeyOf(WORLD_PEPPER);

export const PLAIN_SETTINGS: RankingSettings = { copiesPerBuyer: 1, minSegmentCopies: 1, newDays: 90 };

export function rankingWorld(t: Cleanup): RankingWorld {
  const world = openRankingWorld(tempDir(t));
  t.after(() => world.close());
  return world;
}

export function catalogTemplate(directory: string): string {
  const path = join(directory, 'template.db');
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  // Everything in one file, so that copying that file copies the store.
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
  return path;
}

/** The lists of a file; `db` = a connection to the catalogue with which nobody writes. */
export function openRankings(path: string, db: DatabaseSync) {
  const catalog = createTickReader(db);
  const lists = openListsDatabase(path);
  const revision = createFileRevision(db, catalog, lists.publications);
  return { lists, store: createRankingStore({ lists, catalog, revision }) };
}

export function openRankingWorld(dataDir: string, template: string | null = null) {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, CATALOG_FILE);
  if (template !== null) copyFileSync(template, path);
  const db = openDatabase(path, { busyTimeoutMs: 10_000 });
  if (template === null) migrate(db, 'catalog');
  const listsPath = join(dataDir, LISTS_FILE);
  const readDb = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
  const catalog = createCatalogDatabase(readDb);
  const { store, lists } = openRankings(listsPath, readDb);
  /** Returns what became of the records. */
  const take = (clock: Clock, records: readonly LedgerRecord[], restate = false): Promise<string[]> =>
    catalog.transaction((sql) => addToLedger(sql, clock, records, restate));
  return {
    dataDir,
    db,
    catalog,
    listsPath,
    lists,
    store,
    putCategories(categories: readonly CategoryNode[]): void {
      const put = db.prepare('INSERT OR REPLACE INTO category VALUES (?, ?, ?)');
      transaction(db, () => {
        for (const one of categories) put.run(one.categoryId, one.categoryName, one.parentId);
      });
    },
    putItems: (items: readonly WorldItem[]) => putItems(db, items),
    take,
    add(clock: Clock, ...lines: readonly SaleLine[]) {
      const records = lines.map((sale) => ({ kind: 'sale', sale }) as const);
      return take(clock, records);
    },
    /** Takes back a whole line, by default the first, or some of its copies. */
    async cancel(clock: Clock, orderId: string, more: Partial<Cancellation> = {}) {
      const cancellation = { orderId, lineNo: 1, cancelledAtMs: clock.nowMs(), ...more };
      return (await take(clock, [{ kind: 'cancel', cancellation }]))[0];
    },
    rank: (clock: Clock, options: Partial<RankingRunOptions> = {}) =>
      runRankings({ open: sessionsAt(dataDir), clock, settings: PLAIN_SETTINGS, ...options }),
    /** Opens a published month for one more count, with what came late and without what is given. False where that can't be. */
    restate: (month: string, ...leftOut: readonly Partial<Restatement['leftOut'][number]>[]) =>
      catalog.transaction((sql) =>
        restateMonth(sql, {
          month: parseKstMonth(month) ?? 0,
          leftOut: leftOut.map((one) => ({ itemId: null, mark: null, ...one })),
          reason: 'because',
          restatedAtMs: 0,
          withoutLate: false,
          by: 'account:1',
        }),
      ),
    salePoints() {
      const rows = db.prepare('SELECT item_id, sale_point FROM item_sale_point').all();
      return new Map(rows.map((row) => [Number(row.item_id), Number(row.sale_point)]));
    },
    close(): void {
      lists[Symbol.dispose]();
      readDb.close();
      db.close();
    },
  };
}

async function addToLedger(
  sql: Writer,
  clock: Clock,
  records: readonly LedgerRecord[],
  restate: boolean,
): Promise<string[]> {
  const ledger = await createLedgerWriter(sql, clock, { buyerKey: BUYER_KEY, restate });
  await ledger.load(records);
  const outcomes = records.map((record) =>
    record.kind === 'sale' ? ledger.addSale(record) : ledger.addCancellation(record),
  );
  await ledger.write();
  return outcomes;
}

function putItems(db: DatabaseSync, items: readonly WorldItem[]): void {
  const plain = { title: '', itemStatus: '', registeredAtMs: 0, shopPrice: 0, salePrice: 0 };
  const stored = items.map(({ publishDay, ...item }) => {
    const publishDate = publishDay === null ? '' : formatKstDay(publishDay);
    return anItem(item.itemId, { ...plain, ...item, publishDate });
  });
  transaction(db, () => storeItems(db, stored));
}

export function rankItem(fields: Partial<WorldItem> & Pick<WorldItem, 'itemId'>): WorldItem {
  return { isbn13: '', publishDay: null, withheld: false, categoryIds: ['c'], ...fields };
}

export function saleLine(fields: Partial<SaleLine> & { readonly soldAt: string }): SaleLine {
  const { soldAt, ...rest } = fields;
  return {
    orderId: 'order',
    lineNo: 1,
    itemId: 1,
    isbn13: null,
    quantity: 1,
    unitPrice: null,
    soldAtMs: Date.parse(soldAt),
    sex: null,
    age: null,
    buyer: null,
    buyerType: 'person',
    ...rest,
  };
}

export function rankingPlace(t: Cleanup) {
  const file = catalogFile(t);
  const { path, clock, connect } = file;
  const folder = dirname(path);
  const { store, lists } = openRankings(join(folder, LISTS_FILE), connect());
  t.after(() => lists[Symbol.dispose]());
  const feeds = feedStoreOf(path, clock, { buyerKey: BUYER_KEY });
  return { ...file, folder, store, lists, feeds, open: sessionsAt(folder) };
}

let orders = 0;

/** Orders of one copy each, every one by a buyer of its own. */
export function sell(
  world: RankingWorld,
  clock: Clock,
  soldAt: string,
  copies: Readonly<Record<number, number>>,
): Promise<string[]> {
  const lineOf = (itemId: string) =>
    saleLine({ soldAt, itemId: Number(itemId), orderId: `order-${orders++}` });
  const lines = Object.entries(copies).flatMap(([itemId, count]) =>
    Array.from({ length: count }, () => lineOf(itemId)),
  );
  return world.add(clock, ...lines);
}

/** The list of all buyers of category `c` in a month, with the facts of its edition; null without one. */
export async function listOf(world: RankingWorld, month: string) {
  const edition = await world.store.findEdition('monthly', parseKstMonth(month) ?? 0);
  if (edition === null) return null;
  const { itemIds, upDowns } = await world.store.readList(edition, { categoryId: 'c', sex: 'A', age: 255 });
  return { version: edition.version, untilDay: formatKstDay(edition.untilDay), itemIds, upDowns };
}
