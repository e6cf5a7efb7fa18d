/**
 * How soon the words of an import are corrected to and suggested. Fills a catalogue, starts a search on it, then changes
 * items in one commit and waits for a new word. CPU time and memory are those of the whole process, all threads.
 *
 * node bench/lexicon.ts [--items 1000000] [--changed 10000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { buildFirstIndex } from '../src/search/runtime/index-builds.ts';
import { createThreadedSearch, type ThreadedSearch } from '../src/search/runtime/threaded-search.ts';
import { NO_FILTER } from '../src/search/search-index.ts';
import { createItemWriter } from '../src/store/sqlite/catalog/item-writer.ts';
import { CATALOG_FILE, migrate, openDatabase, transaction } from '../src/store/sqlite/database.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';
import { createSearchWriter } from '../src/store/sqlite/search/search-writer.ts';
import { searchItem } from '../test/search/search-item.ts';
import { inventTitles } from './search/correction-catalogue.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    changed: { type: 'string', default: '10000' },
  },
});
const [itemCount, changedCount] = [Number(values.items), Number(values.changed)];
const BATCH = 1000;
const POLL_MS = 20;
const WAIT_MAX_MS = 900_000;
/** A word that no invented title has, and the same with a wrong key. */
const [NEW_WORD, MISTYPED] = ['zyxwvutsrq', 'zyxwvutarq'];

const dataDir = mkdtempSync(join(tmpdir(), 'seoga-lexicon-'));
const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 1000 });
migrate(db, 'catalog');
const items = createItemWriter(db);
const words = createSearchWriter(db);
try {
  put(inventTitles(itemCount, 1));
  await measured('whole index and lexicon', async () => {
    const problems = buildFirstIndex(dataDir, openSqliteChangeFeed);
    if (problems.length > 0) throw new Error(problems.join('; '));
  });
  const search = createThreadedSearch({
    entry: new URL('../bin/search-thread.ts', import.meta.url),
    dataDir,
    clock: systemClock,
    similarWords: async () => ({ revision: 1, groups: [] }),
    onProblem: (problem) => console.error(problem),
  });
  try {
    if (!(await search.whenReady(WAIT_MAX_MS))) throw new Error('the search was not ready in time');
    transaction(db, () => put(inventTitles(changedCount - 1, 2).concat(NEW_WORD)));
    await measured(`words of ${changedCount} changed items, from their commit on`, () => untilKnown(search));
  } finally {
    await search.close();
  }
} finally {
  db.close();
  rmSync(dataDir, { recursive: true });
}

function put(titles: readonly string[]): void {
  for (let from = 0; from < titles.length; from += BATCH) {
    const batch = titles
      .slice(from, from + BATCH)
      .map((title, at) => searchItem(from + at + 1, { title, contributors: [] }));
    const write = () => {
      for (const item of batch) items.put(item, false);
      words.putAll(batch);
    };
    if (db.isTransaction) write();
    else transaction(db, write);
  }
}

async function untilKnown(search: ThreadedSearch): Promise<void> {
  for (;;) {
    const { correction } = await search.search({
      query: MISTYPED,
      category: 'ALL',
      sort: 'DEFAULT',
      target: 'all',
      filter: NO_FILTER,
      correct: true,
      offset: 0,
      limit: 1,
    });
    const suggested = await search.suggest(NEW_WORD.slice(0, 4), 1);
    if (correction?.query === NEW_WORD && suggested.length === 1) return;
    await wait(POLL_MS);
  }
}

async function measured(what: string, run: () => Promise<void>): Promise<void> {
  const [startedAtMs, cpu] = [systemClock.monotonicMs(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(cpu);
  const wallS = (systemClock.monotonicMs() - startedAtMs) / 1000;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${what}: ${wallS.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU, peak so far ${peakMb.toFixed(0)} MB`,
  );
}
