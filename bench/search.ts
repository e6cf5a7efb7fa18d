/**
 * The search engine on a generated catalogue: build, size, save, load, and 16 kinds of queries in 8 shapes. What others take
 * for such queries is in bench/search-peers.ts.
 *
 * node bench/search.ts [--items 1000000] [--each 60]
 */
import { systemClock } from '../src/clock.ts';
import { ChangeBatch, emptySegment, nextSegment } from '../src/search/engine/item-changes.ts';
import { ItemIndex } from '../src/search/engine/item-index.ts';
import type { SegmentArrays } from '../src/search/engine/segment.ts';
import { parseQuery } from '../src/search/query.ts';
import { buildLexicon, readIndexFile, writeIndexFile } from '../src/search/runtime/built-index.ts';
import { type SearchTexts, searchDocument } from '../src/search/search-document.ts';
import { head, quantile, readOptions, row, Stopwatch, withFolder } from './figures.ts';
import { benchItems, makeVocabulary } from './search/catalogue.ts';
import { makeQueries, SHAPES } from './search/queries.ts';

const { items, each } = readOptions({ items: 1_000_000, each: 60 });
/** Texts of so many items are enough to make queries from. */
const SAMPLE_EVERY = Math.ceil(items / 20_000);
const now = systemClock.monotonicMs;
const vocabulary = makeVocabulary();

await withFolder(async (folder) => {
  const samples: SearchTexts[] = [];
  measure(samples, await loadAgain(await build(samples), folder));
});

async function build(samples: SearchTexts[]): Promise<SegmentArrays> {
  const generating = new Stopwatch();
  await generating.run(() => {
    for (const _item of benchItems(items, vocabulary));
  });
  const watch = new Stopwatch();
  const changes = benchItems(items, vocabulary).map(({ itemId, texts, figures }) => {
    if (itemId % SAMPLE_EVERY === 0) samples.push(texts);
    return { itemId, figures, document: searchDocument(texts) };
  });
  const arrays = await watch.run(() => nextSegment(emptySegment(), new ChangeBatch().addAll(changes)));
  const bytes = Object.values(arrays).reduce((sum, array) => sum + array.byteLength, 0);
  console.log(
    `${items} items, ${arrays.termStarts.length - 1} tokens, ${arrays.offsets.length} postings: ` +
      `built in ${((watch.cpuMs - generating.cpuMs) / 1000).toFixed(1)} s of CPU, ${(bytes / 1e6).toFixed(1)} MB, ` +
      `peak ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
  );
  return arrays;
}

async function loadAgain(arrays: SegmentArrays, folder: string): Promise<ItemIndex> {
  let startMs = now();
  const words = await buildLexicon([]);
  writeIndexFile(folder, { ...arrays, ...words }, { mark: 'bench', no: 1 });
  console.log(`saved in ${(now() - startMs).toFixed(0)} ms`);
  const bytesBefore = process.memoryUsage().arrayBuffers;
  startMs = now();
  const state = new ItemIndex(readIndexFile(folder)?.arrays ?? arrays);
  const bytes = process.memoryUsage().arrayBuffers - bytesBefore;
  console.log(`loaded in ${(now() - startMs).toFixed(0)} ms: ${(bytes / 1e6).toFixed(1)} MB`);
  return state;
}

function measure(samples: readonly SearchTexts[], index: ItemIndex): void {
  head('queries', 'p50 ms', 'p99', 'mean');
  const classes = makeQueries(samples, vocabulary, each);
  const all: number[] = [];
  // Each class twice: the first time the code is compiled and the memory touched; only the second counts.
  for (const [at, { name, queries }] of [...classes, ...classes].entries()) {
    const times = queries.flatMap((query) => SHAPES.map((shape) => timeOf(index, query, shape)));
    if (at < classes.length) continue;
    report(name, times);
    all.push(...times);
  }
  report('all', all);
}

/** The best of three: other work on the machine interrupts now and then. */
function timeOf(index: ItemIndex, query: string, shape: (typeof SHAPES)[number]): number {
  const text = parseQuery(query);
  const times = [1, 2, 3].map(() => {
    const startMs = now();
    index.search(text, { ...shape, query }, 0);
    return now() - startMs;
  });
  return Math.min(...times);
}

function report(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  row(name, quantile(sorted, 0.5).toFixed(3), quantile(sorted, 0.99).toFixed(3), mean.toFixed(4));
}
