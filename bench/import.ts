/**
 * Import of plain items: items a second of the whole way (file, lines, JSON, validation, cleaning, document, rows of the
 * item and of the search, commit), against bare inserts of the same finished items with one prepared statement. Both
 * in this process and run, in turn; the best of the rounds counts, the machine being shared. An import that changes every item is
 * measured with what it takes to undo it and without, on copies of the same catalogue.
 *
 * node bench/import.ts [--items 200000] [--rounds 3]
 */
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { demoIsbn13 } from '../demo/items.ts';
import { systemClock } from '../src/clock.ts';
import { createFeedStore } from '../src/ingest/feed-store.ts';
import { importFeed } from '../src/ingest/import-feed.ts';
import { buyerKeyOf } from '../src/rankings/ledger/buyer-reference.ts';
import { CATALOG_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../src/store/sqlite/databases.ts';
import { inTurn, type Measured, ratio, readOptions, Stopwatch, withFolder } from './figures.ts';

const BUYER_KEY = buyerKeyOf('bench');
const { items, rounds } = readOptions({ items: 200_000, rounds: 3 });

await withFolder(async (folder) => {
  let count = 0;
  const empty = () => join(folder, String(count++), CATALOG_FILE);
  const [feed, changed] = [join(folder, 'items.jsonl'), join(folder, 'changed.jsonl')];
  await pipeline(plainItems(items), createWriteStream(feed));
  await pipeline(plainItems(items, 500), createWriteStream(changed));
  const full = empty();
  await importItems(feed, full);
  const rows = finishedRows(full);
  // Importing the same file again compares everything and writes nothing.
  report('import again', [await measure(() => importItems(feed, full))]);
  await compare({
    'import changed': () => importChanged(changed, full, empty()),
    'without undo': () => importChanged(changed, full, empty(), false),
  });
  await compare({
    import: () => measure(() => importItems(feed, empty())),
    'bare inserts': () => measure(() => insertRows(rows, empty())),
  });
});

async function measure(work: () => Promise<void>): Promise<Measured> {
  const watch = new Stopwatch();
  await watch.run(work);
  return watch;
}

async function compare(subjects: Readonly<Record<string, () => Promise<Measured>>>): Promise<void> {
  const measured = await inTurn(subjects, rounds, (run) => run());
  const [ours, floor] = [...measured].map(([name, all]) => report(name, all));
  if (ours === undefined || floor === undefined) return;
  console.log(`ratio  ${ratio(ours.cpuMs, floor.cpuMs)} by CPU, ${ratio(ours.wallMs, floor.wallMs)} by wall`);
}

function report(name: string, measured: readonly Measured[]): Measured {
  const best = measured.reduce((first, one) => (one.cpuMs < first.cpuMs ? one : first));
  const rate = (ms: number) => Math.round((items / ms) * 1000).toLocaleString('en-US');
  console.log(`${name.padEnd(14)} ${rate(best.wallMs)} items/s by wall, ${rate(best.cpuMs)} items/s by CPU`);
  return best;
}

async function importChanged(feed: string, full: string, copy: string, withSource = true): Promise<Measured> {
  mkdirSync(dirname(copy));
  const db = openDatabase(full, { busyTimeoutMs: 0 });
  db.exec(`VACUUM INTO '${copy}'`);
  db.close();
  return measure(() => importItems(feed, copy, withSource));
}

/** Without a source an import leaves no entry in the log, and nothing to undo. */
async function importItems(feed: string, path: string, withSource = true): Promise<void> {
  using catalog = openCatalogDatabase(path);
  const { problemCount } = await importFeed({
    store: createFeedStore({ catalog, clock: systemClock, buyerKey: BUYER_KEY }),
    input: createReadStream(feed, { highWaterMark: 1024 * 1024 }),
    clock: systemClock,
    ...(withSource ? { source: { name: 'bench', actor: 'bench', bytes: null } } : {}),
    strict: true,
    force: true,
    dryRun: false,
  });
  if (problemCount > 0) throw new Error(`${problemCount} lines were refused`);
}

type Row = (string | number | null | Uint8Array)[];

function finishedRows(path: string): Row[] {
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  const rows = db.prepare('SELECT * FROM item ORDER BY item_id');
  rows.setReturnArrays(true);
  const finished: unknown = rows.all();
  db.close();
  return finished as Row[];
}

async function insertRows(rows: readonly Row[], path: string): Promise<void> {
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  const insert = db.prepare(`INSERT INTO item VALUES (${(rows[0] ?? []).map(() => '?').join(', ')})`);
  db.exec('BEGIN');
  for (const row of rows) insert.run(...row);
  db.exec('COMMIT');
  db.close();
}

/** Items as a shop's nightly dump has them: names, prices, dates, sizes, no long texts. */
function* plainItems(count: number, rise = 0): Generator<string> {
  for (let i = 1; i <= count; i++) {
    const day = `${2000 + (i % 26)}-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`;
    const price = 8000 + (i % 40) * 500 + rise;
    yield `${JSON.stringify({
      kind: 'item',
      itemId: 1_000_000 + i,
      isbn13: demoIsbn13(1_000_000 + i),
      title: `바람이 지나간 자리 ${i}권`,
      subTitle: i % 3 === 0 ? '오래된 도시의 기억' : '',
      authors: [{ authorId: (i % 5000) + 1, author: `김서가${i % 5000}`, authorType: '지음' }],
      publisher: `서가출판사 ${i % 300}`,
      publishDate: day,
      catalog: 'BOOK',
      categoryIds: [`001001${String((i % 40) + 1).padStart(3, '0')}`],
      shopPrice: price,
      salePrice: price * 0.9,
      pages: 100 + (i % 500),
      weight: 300 + (i % 300),
      width: 130,
      length: 190,
      height: 20,
      servicePoint: price * 0.05,
      starScore: (i % 50) / 5,
      cover: `https://img.example.com/${i}.jpg`,
      registeredAt: `${day}T10:00:00+09:00`,
    })}\n`;
  }
}
