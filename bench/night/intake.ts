import { join } from 'node:path';
import { Readable } from 'node:stream';
import { systemClock } from '../../src/clock.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { Stopwatch } from '../figures.ts';
import {
  catalogFeed,
  feedLineOf,
  firstDayOf,
  generateDay,
  lastDay,
  type ShopSize,
  type Task,
} from './shop.ts';

const LINES_A_CHUNK = 2000;
const BUYER_KEY = buyerKeyOf('bench');

/** Brings categories and items in, without the search index. */
export async function loadCatalog({ size, folder, nowMs }: Task): Promise<object> {
  await importLines({ folder, nowMs }, chunks(catalogFeed(size)));
  return {};
}

/** Brings the order lines of all days but the last in. What making them costs is measured by itself and taken off. */
export async function loadSales({ size, folder, nowMs }: Task): Promise<object> {
  const watch = new Stopwatch();
  const feed = () => chunks(salesFeed(size, firstDayOf(size), lastDay - 1));
  const lines = await watch.run(() => importLines({ folder, nowMs }, feed()));
  const making = new Stopwatch();
  await making.run(() => {
    for (const _chunk of feed());
  });
  return { lines, wallMs: watch.wallMs - making.wallMs, cpuMs: watch.cpuMs - making.cpuMs };
}

export async function loadLastDay({ size, folder, nowMs }: Task): Promise<object> {
  return { lines: await importLines({ folder, nowMs }, chunks(salesFeed(size, lastDay, lastDay))) };
}

/** Returns how many order lines came in; throws when any line is refused. */
export async function importLines(
  { folder, nowMs }: Pick<Task, 'folder' | 'nowMs'>,
  input: Iterable<string>,
): Promise<number> {
  using catalog = openCatalogDatabase(join(folder, CATALOG_FILE));
  const clock = { nowMs: () => nowMs, monotonicMs: systemClock.monotonicMs };
  const { summary, problemCount } = await importFeed({
    store: createFeedStore({ catalog, clock, buyerKey: BUYER_KEY }),
    input: Readable.from(input, { objectMode: false }),
    clock,
    strict: true,
    dryRun: false,
  });
  if (problemCount > 0) throw new Error(`${problemCount} lines were refused`);
  return summary.sale.added;
}

function* salesFeed(size: ShopSize, from: number, until: number): Generator<string> {
  for (let day = from; day <= until; day++) {
    const lines = generateDay(size, day);
    for (let at = 0; at < lines.count; at++) yield feedLineOf(lines, at);
  }
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line);
    if (chunk.length < LINES_A_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}
