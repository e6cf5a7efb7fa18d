/**
 * The search engine on a generated catalogue: build, size, save, load, and 16 kinds of queries in 8 shapes, each
 * interleaved with the bare typed-array loop for the same query.
 *
 * node bench/search.ts [--items 1000000] [--each 60]
 */
import { systemClock } from '../src/clock.ts';
import { emptySegment, nextSegment } from '../src/search/engine/item-changes.ts';
import { ItemIndex } from '../src/search/engine/item-index.ts';
import { Segment, type SegmentArrays } from '../src/search/engine/segment.ts';
import { buildLexicon } from '../src/search/lexicon.ts';
import { parseQuery, type TextQuery } from '../src/search/query.ts';
import { readIndexFile, writeIndexFile } from '../src/search/runtime/built-index.ts';
import { type SearchTexts, searchDocument } from '../src/search/search-document.ts';
import { head, quantile, ratio, readOptions, row, Stopwatch, withFolder } from './figures.ts';
import { makeBare, searchBare } from './search/bare.ts';
import { benchItems, makeVocabulary } from './search/catalogue.ts';
import { makeQueries, SHAPES, type Shape } from './search/queries.ts';

const { items, each } = readOptions({ items: 1_000_000, each: 60 });
/** Texts of so many items are enough to make queries from. */
const SAMPLE_EVERY = Math.ceil(items / 20_000);
const now = systemClock.monotonicMs;
const vocabulary = makeVocabulary();

/** Total number of hits. */
type Engine = (text: TextQuery, shape: Shape, query: string) => number;

await withFolder(async (folder) => {
  const samples: SearchTexts[] = [];
  const state = loadAgain(await build(samples), folder);
  const bare = makeBare(new Segment(state.built.arrays));
  measure(samples, {
    'bare loop': (text, shape) => searchBare(bare, text, shape).total,
    Seoga: (text, shape, query) => state.searchText(text, { ...shape, query }, 0).totalCount,
  });
});

async function build(samples: SearchTexts[]): Promise<SegmentArrays> {
  // The generator's part is measured by running it alone.
  const generating = new Stopwatch();
  await generating.run(() => {
    for (const _item of benchItems(items, vocabulary));
  });
  const watch = new Stopwatch();
  const changes = benchItems(items, vocabulary).map(({ itemId, texts, figures }) => {
    if (itemId % SAMPLE_EVERY === 0) samples.push(texts);
    return { itemId, figures, document: searchDocument(texts) };
  });
  const arrays = await watch.run(() => nextSegment(emptySegment(), changes));
  const bytes = Object.values(arrays).reduce((sum, array) => sum + array.byteLength, 0);
  console.log(
    `${items} items, ${arrays.termStarts.length - 1} tokens, ${arrays.places.length} postings: ` +
      `built in ${((watch.cpuMs - generating.cpuMs) / 1000).toFixed(1)} s of CPU, ${(bytes / 1e6).toFixed(1)} MB, ` +
      `peak ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
  );
  return arrays;
}

function loadAgain(arrays: SegmentArrays, folder: string): ItemIndex {
  let startMs = now();
  writeIndexFile(folder, { ...arrays, ...buildLexicon([]) }, { catalogue: 'bench', position: 1 });
  console.log(`saved in ${(now() - startMs).toFixed(0)} ms`);
  const bytesBefore = process.memoryUsage().arrayBuffers;
  startMs = now();
  const state = new ItemIndex({ arrays: readIndexFile(folder).arrays, position: 1 });
  const bytes = process.memoryUsage().arrayBuffers - bytesBefore;
  console.log(`loaded in ${(now() - startMs).toFixed(0)} ms: ${(bytes / 1e6).toFixed(1)} MB`);
  return state;
}

function measure(samples: readonly SearchTexts[], engines: Readonly<Record<string, Engine>>): void {
  const runs = Object.values(engines);
  head('ms: p50 / p99 / mean', ...Object.keys(engines), 'Seoga / bare');
  const classes = makeQueries(samples, vocabulary, each);
  const sums = runs.map((): number[] => []);
  let differing = 0;
  // Each class twice: the first time the code is compiled and the memory touched; only the second counts.
  for (const [at, { name, queries }] of [...classes, ...classes].entries()) {
    const times = runs.map((): number[] => []);
    for (const query of queries) {
      const { text } = parseQuery(query);
      for (const shape of SHAPES) {
        const totals = new Set<number>();
        const best = runs.map(() => Number.POSITIVE_INFINITY);
        // The best of three in turn: other work on the machine interrupts now and then.
        for (let round = 0; round < 3; round++) {
          for (const [engine, run] of runs.entries()) {
            const startMs = now();
            totals.add(run(text, shape, query));
            best[engine] = Math.min(best[engine] ?? 0, now() - startMs);
          }
        }
        for (const [engine, ms] of best.entries()) times[engine]?.push(ms);
        if (totals.size > 1) differing++;
      }
    }
    if (at < classes.length) continue;
    report(name, times);
    for (const [engine, all] of times.entries()) sums[engine]?.push(...all);
  }
  report('all', sums);
  console.log(`${differing} requests with other totals`);
}

function report(name: string, times: readonly (readonly number[])[]): void {
  const [floor = 0, ours = 0] = times.map(mean);
  row(name, ...times.map(shown), ratio(ours, floor));
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const shares = [0.5, 0.99].map((share) => quantile(sorted, share).toFixed(3));
  return [...shares, mean(times).toFixed(4)].join(' / ');
}
