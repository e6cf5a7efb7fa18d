import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CategoryNode } from '../../src/catalog/category.ts';
import type { Item } from '../../src/catalog/item.ts';
import { createItemWriter } from '../../src/catalog/item-writer.ts';
import type { Clock, KstDay } from '../../src/clock.ts';
import { formatKstDay, parseKstMonth } from '../../src/clock.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import {
  createLedgerWriter,
  type LedgerWriter,
  type SaleOutcome,
} from '../../src/rankings/ledger/ledger-writer.ts';
import { createRankingStore, type RankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { type RankingReport, runRankings } from '../../src/rankings/run/ranking-run.ts';
import { type RankingSettings, sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import type { RunCause } from '../../src/rankings/schedule.ts';
import {
  CATALOG_FILE,
  LISTS_FILE,
  migrate,
  openDatabase,
  transaction,
} from '../../src/store/sqlite/database.ts';
import { catalogFile } from '../catalog/catalog-file.ts';
import { anItem } from '../contracts/catalog/catalog-records.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

/** What the rankings need to know of an item. */
export interface RankItem {
  readonly itemId: number;
  /** 13 digits or empty. */
  readonly isbn13: string;
  readonly publishDay: KstDay | null;
  readonly withheld: boolean;
  readonly categoryIds: readonly string[];
}

/** What a test says of an item; what it does not say is as plain as can be. */
export type WorldItem = RankItem &
  Partial<
    Pick<Item, 'title' | 'registeredAtMs' | 'shopPrice' | 'salePrice' | 'deal' | 'attention' | 'itemStatus'>
  >;

/** A ledger that also takes one line at a time. */
interface WorldLedger extends LedgerWriter {
  addSale(sale: SaleLine): SaleOutcome;
}

/** A catalogue and ledger of its own, for tests of the rankings. */
export interface RankingWorld {
  readonly dataDir: string;
  readonly db: DatabaseSync;
  readonly listsPath: string;
  readonly store: RankingStore;
  putCategories(categories: readonly CategoryNode[]): void;
  putItems(items: readonly WorldItem[]): void;
  /** Runs `work` with a ledger writer in one transaction. */
  write<T>(clock: Clock, work: (ledger: WorldLedger) => T): T;
  rank(
    clock: Clock,
    options?: {
      untilDay?: KstDay;
      kind?: 'tally' | 'refresh';
      cause?: RunCause;
      settings?: Partial<RankingSettings>;
    },
  ): Promise<RankingReport>;
  salePoints(): Map<number, number>;
  close(): void;
}

/** The secret of worlds. */
export const WORLD_PEPPER = 'a pepper of tests';
export const BUYER_KEY = buyerKeyOf(WORLD_PEPPER);

export const PLAIN_SETTINGS: RankingSettings = { copiesPerBuyer: 1, minSegmentCopies: 1, newDays: 90 };

/** A new empty world that is taken down when the test ends. */
export function rankingWorld(t: Cleanup): RankingWorld {
  const world = openRankingWorld(tempDir(t));
  t.after(() => world.close());
  return world;
}

/** Makes a file with every migration applied, from which worlds are copied quickly. */
export function catalogTemplate(directory: string): string {
  const path = join(directory, 'template.db');
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  migrate(db, 'catalog');
  // Everything in one file, so that copying that file copies the store.
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
  return path;
}

/** The world of a data folder, made when there is none. */
export function openRankingWorld(dataDir: string, template: string | null = null): RankingWorld {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, CATALOG_FILE);
  if (template !== null) copyFileSync(template, path);
  const db = openDatabase(path, { busyTimeoutMs: 10_000 });
  if (template === null) migrate(db, 'catalog');
  const listsPath = join(dataDir, LISTS_FILE);
  const readDb = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
  const store = createRankingStore({ path: listsPath, catalog: readDb });
  return {
    dataDir,
    db,
    listsPath,
    store,
    putCategories(categories) {
      const put = db.prepare('INSERT OR REPLACE INTO category VALUES (?, ?, ?)');
      transaction(db, () => {
        for (const one of categories) put.run(one.categoryId, one.categoryName, one.parentId);
      });
    },
    putItems: (items) => putItems(db, items),
    write: (clock, work) =>
      transaction(db, () => work(worldLedger(createLedgerWriter(db, clock, { buyerKey: BUYER_KEY })))),
    rank: (clock, { untilDay, kind = 'tally', cause = 'command', settings } = {}) =>
      runRankings({
        open: sessionsOf(dataDir),
        clock,
        kind,
        ...(untilDay === undefined ? {} : { untilDay }),
        cause,
        settings: { ...PLAIN_SETTINGS, ...settings },
      }),
    salePoints: () =>
      new Map(
        db
          .prepare('SELECT item_id, sale_point FROM item_sale_point')
          .all()
          .map((row) => [Number(row.item_id), Number(row.sale_point)]),
      ),
    close() {
      store.close();
      readDb.close();
      db.close();
    },
  };
}

function worldLedger(ledger: LedgerWriter): WorldLedger {
  return {
    ...ledger,
    addSale(sale) {
      const [outcome] = ledger.addSales([sale]);
      if (outcome === undefined) throw new Error('a line without an outcome');
      return outcome;
    },
  };
}

function putItems(db: DatabaseSync, items: readonly WorldItem[]): void {
  const writer = createItemWriter(db);
  transaction(db, () => {
    for (const { publishDay, registeredAtMs = 0, shopPrice = 0, salePrice = 0, ...item } of items) {
      const publishDate = publishDay === null ? '' : formatKstDay(publishDay);
      const prices = { shopPrice, salePrice };
      writer.put(
        anItem(item.itemId, { title: '', itemStatus: '', ...item, ...prices, publishDate, registeredAtMs }),
        false,
      );
    }
  });
}

/** An item with every field that a test does not care about. */
export function rankItem(fields: Partial<WorldItem> & Pick<RankItem, 'itemId'>): WorldItem {
  return { isbn13: '', publishDay: null, withheld: false, categoryIds: ['c'], ...fields };
}

/** A line sold to a person without reference, with every field that a test does not care about. */
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

/** A data folder whose catalogue is fed, with what counts and what reads its lists. */
export function rankingPlace(t: Cleanup) {
  const file = catalogFile(t);
  const { path, clock, connect } = file;
  const folder = dirname(path);
  const store = createRankingStore({ path: join(folder, LISTS_FILE), catalog: connect() });
  t.after(() => store.close());
  const feeds = createFeedStore({ path, clock, buyerKey: BUYER_KEY });
  return { ...file, folder, store, feeds, open: sessionsOf(folder) };
}

let orders = 0;

/** Orders of one copy each, every one by a buyer of its own. */
export function sell(
  world: RankingWorld,
  clock: Clock,
  soldAt: string,
  copies: Readonly<Record<number, number>>,
): string[] {
  return world.write(clock, (ledger) =>
    Object.entries(copies).flatMap(([itemId, count]) =>
      Array.from({ length: count }, () =>
        ledger.addSale(saleLine({ soldAt, itemId: Number(itemId), orderId: `order-${orders++}` })),
      ),
    ),
  );
}

/** The list of all buyers of category `c` in a month, with the facts of its edition; null without one. */
export async function listOf(world: RankingWorld, month: string) {
  const edition = await world.store.findEdition('monthly', parseKstMonth(month) ?? 0);
  if (edition === null) return null;
  const { itemIds, upDowns } = await world.store.readList(edition, { categoryId: 'c', sex: 'A', age: 255 });
  return { version: edition.version, untilDay: formatKstDay(edition.untilDay), itemIds, upDowns };
}
