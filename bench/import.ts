/**
 * Import of plain items: items a second of the whole way (file, lines, JSON, validation, cleaning, document, rows of the
 * item and of the search, commit), against bare inserts of the same finished items with one prepared statement. Both
 * in this process and run, in turn; the best of the rounds counts, the machine being shared.
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
import { type Measured, ratio, readOptions, Stopwatch, withFolder } from './figures.ts';

const BUYER_KEY = buyerKeyOf('bench');
const { items, rounds } = readOptions({ items: 200_000, rounds: 3 });

await withFolder(async (folder) => {
  const feed = join(folder, 'items.jsonl');
  await pipeline(plainItems(items), createWriteStream(feed));
  const ours: Measured[] = [];
  const bare: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const path = join(folder, `import-${round}`, CATALOG_FILE);
    ours.push(await measure(() => importItems(feed, path)));
    const rows = finishedRows(path);
    bare.push(await measure(() => insertRows(rows, join(folder, `bare-${round}`, CATALOG_FILE))));
    if (round > 0) continue;
    // The second import of the same file compares everything and writes nothing.
    report('import again', await measure(() => importItems(feed, path)));
    await reportChanged(folder, path);
  }
  compare(['import', ours], ['bare inserts', bare]);
});

async function measure(work: () => Promise<void>): Promise<Measured> {
  const watch = new Stopwatch();
  await watch.run(work);
  return watch;
}

type Named = readonly [name: string, measured: readonly Measured[]];

function compare([name, ours]: Named, [otherName, others]: Named): void {
  const [best, floor] = [fastest(ours), fastest(others)];
  report(name, best);
  report(otherName, floor);
  console.log(`ratio  ${ratio(best.cpuMs, floor.cpuMs)} by CPU, ${ratio(best.wallMs, floor.wallMs)} by wall`);
}

function fastest(measured: readonly Measured[]): Measured {
  return measured.reduce((best, one) => (one.cpuMs < best.cpuMs ? one : best));
}

function report(name: string, { wallMs, cpuMs }: Measured): void {
  const rate = (ms: number) => Math.round((items / ms) * 1000).toLocaleString('en-US');
  console.log(`${name.padEnd(14)} ${rate(wallMs)} items/s by wall, ${rate(cpuMs)} items/s by CPU`);
}

/** An import that changes every item, with what it takes to undo it and without. Both on copies of the same catalogue. */
async function reportChanged(folder: string, path: string): Promise<void> {
  const feed = join(folder, 'changed.jsonl');
  await pipeline(plainItems(items, 500), createWriteStream(feed));
  const measured: Record<'kept' | 'bare', Measured[]> = { kept: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['kept', 'bare'] as const) {
      const copy = join(folder, `changed-${kind}-${round}`, CATALOG_FILE);
      mkdirSync(dirname(copy));
      const db = openDatabase(path, { busyTimeoutMs: 0 });
      db.exec(`VACUUM INTO '${copy}'`);
      db.close();
      measured[kind].push(await measure(() => importItems(feed, copy, kind === 'kept')));
    }
  }
  compare(['import changed', measured.kept], ['without undo', measured.bare]);
}

/** Without a source an import leaves no entry in the log, and nothing to undo. */
async function importItems(feed: string, path: string, withSource = true): Promise<void> {
  const { problemCount } = await importFeed({
    store: createFeedStore({ path, clock: systemClock, buyerKey: BUYER_KEY }),
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
