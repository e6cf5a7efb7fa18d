import { join } from 'node:path';
import { readData, readDataText } from '../../real-data/data-folder.ts';
import { type FeedLine, feedInput, type ItemLine } from '../../real-data/feed-line.ts';
import { convertGoodbooks, GOODBOOKS_FILE } from '../../real-data/goodbooks.ts';
import { convertLcc, LCC_FILE, type LccNode, parseLcc } from '../../real-data/lcc.ts';
import { LOANS_2024_FILE, type LoanMatrix, parseLoans2024 } from '../../real-data/loan-matrix.ts';
import {
  convertNlkBooks,
  convertNlkConcepts,
  convertNlkPersons,
  NLK_BOOKS_FILE,
  NLK_CONCEPTS_FILE,
  NLK_PERSONS_FILE,
  parseLod,
} from '../../real-data/nlk.ts';
import { generateOrders } from '../../real-data/seoul-orders.ts';
import {
  convertSeoulTitles,
  parseSeoulTitles,
  SEOUL_TITLES_FILE,
  type SeoulTitle,
} from '../../real-data/seoul-titles.ts';
import { convertStandardEbooks, readStandardEbooks } from '../../real-data/standard-ebooks.ts';
import { type ImportReport, importFeed } from '../../src/ingest/import-feed.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Feeds made of real data. */
export interface RealFeeds {
  readonly seoulTitles: readonly SeoulTitle[];
  readonly lccNodes: readonly LccNode[];
  readonly matrix: LoanMatrix;
  /** Catalogue feeds by source. */
  readonly catalogue: Readonly<Record<CatalogueSource, readonly FeedLine[]>>;
  /** Every item of the catalogue feeds. */
  readonly items: readonly ItemLine[];
  /** The orders of 2024, made again at every call. */
  orders(): Iterable<Extract<FeedLine, { kind: 'sale' }>>;
}

type CatalogueSource = 'seoul' | 'goodbooks' | 'nlkBooks' | 'nlkPersons' | 'nlkConcepts' | 'ebooks' | 'lcc';

/** Reads and converts all data. */
function readRealFeeds(): RealFeeds {
  const seoulTitles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
  const lccNodes = parseLcc(readDataText(LCC_FILE));
  const catalogue = {
    seoul: convertSeoulTitles(seoulTitles),
    goodbooks: convertGoodbooks(readDataText(GOODBOOKS_FILE)),
    nlkBooks: convertNlkBooks(parseLod(readDataText(NLK_BOOKS_FILE))),
    nlkPersons: convertNlkPersons(parseLod(readDataText(NLK_PERSONS_FILE))),
    nlkConcepts: convertNlkConcepts(parseLod(readDataText(NLK_CONCEPTS_FILE))),
    ebooks: convertStandardEbooks(readStandardEbooks(readDataText)),
    lcc: convertLcc(lccNodes),
  };
  const items = Object.values<readonly FeedLine[]>(catalogue).flatMap((lines) =>
    lines.filter((line) => line.kind === 'item'),
  );
  const matrix = parseLoans2024(readDataText(LOANS_2024_FILE));
  const plainIsbn13s = new Set(
    [...itemsByIsbn13(items)].filter(([, itemIds]) => itemIds.length === 1).map(([isbn13]) => isbn13),
  );
  const orders = () => generateOrders(matrix, seoulTitles, plainIsbn13s);
  return { seoulTitles, lccNodes, matrix, catalogue, items, orders };
}

/** Item numbers by ISBN13, ascending: sources share some titles, and a library lists some twice. */
export function itemsByIsbn13(items: readonly ItemLine[]): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const { itemId, isbn13 = '' } of items) {
    if (isbn13 !== '')
      found.set(
        isbn13,
        [...(found.get(isbn13) ?? []), itemId].sort((a, b) => a - b),
      );
  }
  return found;
}

/** The service with all real data, tallied, on 15 January 2025. */
export interface RealShop {
  readonly app: TestApp;
  readonly feeds: RealFeeds;
  /** What became of each feed. */
  readonly reports: readonly ImportReport[];
  /** Imports one more feed. */
  feed(lines: Iterable<FeedLine>): Promise<ImportReport>;
}

/** Loads everything. The orders come first: the ledger keeps them until their titles arrive. */
export async function openRealShop(t: Cleanup): Promise<RealShop> {
  const feeds = readRealFeeds();
  const app = await createTestApp(t, {
    now: '2025-01-15T12:00:00+09:00',
    environment: { SEOGA_LOG_LEVEL: 'silent' },
  });
  const { clock, config } = app;
  const store = createSqliteFeedStore({ path: join(config.dataDir, CATALOG_FILE), clock });
  const feed = (lines: Iterable<FeedLine>) =>
    importFeed({ store, input: feedInput(lines), clock, strict: false, dryRun: false });
  const reports: ImportReport[] = [];
  for (const lines of [feeds.orders(), ...Object.values(feeds.catalogue)]) reports.push(await feed(lines));
  await app.rank();
  return { app, feeds, reports, feed };
}
