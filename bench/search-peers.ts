/**
 * Seoga's search beside what others would take instead: SQLite's FTS5 by words and by trigrams, PostgreSQL with tsvector and
 * pg_trgm, and MiniSearch. The items are the real titles of bench/relevance.ts, among generated ones; the queries are titles, titles with
 * their author, half-typed and misspelt ones. Each engine is a process of its own. A figure is CPU time of all its processes; the
 * first of the two rounds warms up.
 *
 * node bench/search-peers.ts [--items 100000] [--each 100] [--engine NAME]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { textKey } from '../src/search/tokenise.ts';
import { head, readOptions, row } from './figures.ts';
import { titleSets } from './relevance/sets.ts';
import { type JudgedItem, readCatalogue } from './relevance/titles.ts';
import { benchItems, makeVocabulary } from './search/catalogue.ts';
import { ENGINES, type PeerItem } from './search/engines.ts';

const options = readOptions({ items: 100_000, each: 100, engine: '' });
const SETS = {
  titles: ['full title', 'en: title author', 'ko: author title', 'ko: title publisher'],
  'words joined': ['2 words joined, en'],
  'half typed': ['last word half typed, en'],
  'one wrong key': ['one wrong key, ko', 'one wrong key, en'],
  'two wrong keys': ['two wrong keys, ko', 'two wrong keys, en'],
};
const PAGE = 20;

const catalogue = await readCatalogue();
if (options.engine !== '') await measure(options.engine);
else {
  const kinds = Object.keys(SETS).map((name) => `${name}: first / first page`);
  head('engine', ...kinds, 'CPU ms a query', 'index MB');
  for (const name of Object.keys(ENGINES)) {
    const words = ['--expose-gc', ...process.execArgv];
    const child = fork(import.meta.filename, [...process.argv.slice(2), '--engine', name], {
      execArgv: words,
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) throw new Error(`${name} failed`);
  }
}

/** The real items, and generated ones behind them. */
function* itemsOf(): Generator<PeerItem> {
  for (const { itemId, texts, salePoint, isbn13 } of catalogue.held)
    yield { itemId, texts, salePoint, isbn13 };
  const first = catalogue.held.length + catalogue.absent.length;
  const count = options.items - catalogue.held.length;
  for (const { itemId, texts, figures } of benchItems(count, makeVocabulary()))
    yield { itemId: first + itemId, texts, salePoint: figures.salePoint, isbn13: '' };
}

async function measure(name: string): Promise<void> {
  const open = ENGINES[name];
  if (open === undefined) throw new Error(`no engine ${name}`);
  const { search, cpuMs, megabytes } = await open(itemsOf);
  const byId = new Map(catalogue.held.map((item) => [item.itemId, item]));
  const keyOf = (item: JudgedItem | undefined | null) => (item ? textKey(item.texts.title) : '-');
  const sets = titleSets(catalogue);
  const shares: string[] = [];
  let [spentMs, asked] = [0, 0];
  for (const names of Object.values(SETS)) {
    const queries = sets
      .filter((set) => names.includes(set.name))
      .flatMap((set) => set.queries.slice(0, options.each));
    let places: number[] = [];
    for (const round of [1, 2]) {
      const before = cpuMs();
      places = [];
      for (const { query, wanted } of queries) {
        const itemIds = await search(query, PAGE);
        places.push(itemIds.findIndex((itemId) => keyOf(byId.get(itemId)) === keyOf(wanted)));
      }
      if (round === 2) [spentMs, asked] = [spentMs + cpuMs() - before, asked + queries.length];
    }
    const share = (from: number, to: number) =>
      Math.round((100 * places.filter((place) => place >= from && place < to).length) / places.length);
    shares.push(`${share(0, 1)} / ${share(0, PAGE)}`);
  }
  row(name, ...shares, (spentMs / asked).toFixed(2), megabytes.toFixed(0));
  process.exit(0);
}
