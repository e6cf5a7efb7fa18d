import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { exportFeed, toFeedLine } from '../../src/ingest/feed-export.ts';
import { type ImportReport, type ImportRequest, importFeed } from '../../src/ingest/import-feed.ts';
import type { BuyerKey } from '../../src/rankings/ledger/buyer-reference.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { catalogFile } from '../catalog/catalog-file.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { jsonLines } from '../support/json-lines.ts';
import type { Cleanup } from '../support/temp-dir.ts';

/** A catalogue of its own in a temporary folder, and a way to feed it. */
export type FeedKit = ReturnType<typeof feedKit>;

type ImportOptions = Partial<Omit<ImportRequest, 'store' | 'input' | 'clock'>>;

/** `buyerKey`: the secret under which buyers are stored; one of the kit's own when left out. */
export function feedKit(t: Cleanup, buyerKey?: BuyerKey) {
  const file = catalogFile(t);
  const { path, clock } = file;
  const db = file.connect();
  const store = feedStoreOf(path, clock, buyerKey === undefined ? {} : { buyerKey });
  return {
    ...file,
    async import(feed: string | Buffer | Readable | readonly object[], options: ImportOptions = {}) {
      const input = feed instanceof Readable ? feed : Readable.from([bytesOf(feed)]);
      const report = await importFeed({ store, input, clock, strict: false, dryRun: false, ...options });
      const { lines, taken, problemCount, skipped } = report;
      const accounted = skipped.reduce((sum, { count }) => sum + count, taken + problemCount);
      assert.equal(accounted, lines, 'every line is taken, refused or skipped');
      return report;
    },
    /** The rows of a query. */
    rows: (sql: string) => db.prepare(sql).all(),
    /** Everything in every table, as text. */
    dump: () => dumpTables(path),
  };
}

/** The lines of an export, and what it counted. */
export async function exported(catalog: Parameters<typeof exportFeed>[0]) {
  const lines: string[] = [];
  const counts = await exportFeed(catalog, async (portions) => {
    for await (const records of portions) lines.push(...records.map(toFeedLine));
  });
  return { lines, counts };
}

/** Line and field of problems or warnings. */
export function placesOf(found: readonly { readonly line: number; readonly field: string }[]): string[] {
  return found.map(({ line, field }) => `${line} ${field}`);
}

/** The brakes that an import met, with how many of how many. */
export function metOf({ brakes }: ImportReport): string[] {
  return brakes.map(({ kind, count, of }) => `${kind} ${count} of ${of}`);
}

function bytesOf(feed: string | Buffer | readonly object[]): Buffer {
  if (Buffer.isBuffer(feed)) return feed;
  return Buffer.from(typeof feed === 'string' ? feed : jsonLines(feed));
}

/**
 * Every row of some tables, or of all, but for the name, the buyer key and the commits that every catalogue has for itself, and how and when it
 * came about.
 */
export function dumpTables(path: string, only?: readonly string[]): string {
  using db = openDatabase(path, { busyTimeoutMs: 1000 });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const names = only ?? tables.map(({ name }) => String(name)).filter((name) => !OF_ITS_OWN.includes(name));
  return names
    .map((name) => {
      const rows = db.prepare(`SELECT * FROM "${name}"`).all();
      return `${name}\n${rows.map((row) => JSON.stringify(Object.values(row).map(shown))).join('\n')}`;
    })
    .join('\n');
}

const OF_ITS_OWN = ['catalog_state', 'catalogue_audit', 'change_token', 'import_log', 'undo'];

function shown(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
