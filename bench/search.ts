/**
 * The search engine on a generated catalogue: build, size, save, load, and 16 kinds of queries in 8 shapes, each
 * interleaved with the bare typed-array loop for the same query.
 *
 * node bench/search.ts [--items 1000000] [--each 60]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { ItemIndex } from '../src/search/engine/item-index.ts';
import { emptySegment, NextSegment } from '../src/search/engine/next-segment.ts';
import type { SegmentArrays } from '../src/search/engine/segment.ts';
import { buildLexicon } from '../src/search/lexicon.ts';
import { parseQuery, type TextQuery } from '../src/search/query.ts';
import { readIndexFile, writeIndexFile } from '../src/search/runtime/index-file.ts';
import { searchDocument } from '../src/search/search-document.ts';
import type { SearchTexts } from '../src/search/search-texts.ts';
import { makeBare, searchBare } from './search/bare.ts';
import { benchItems, makeVocabulary } from './search/catalogue.ts';
import { makeQueries, SHAPES, type Shape } from './search/queries.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    each: { type: 'string', default: '60' },
  },
});
const items = Number(values.items);
/** Texts of so many items are enough to make queries from. */
const SAMPLE_EVERY = Math.ceil(items / 20_000);
const now = systemClock.monotonicMs;
const folder = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
const vocabulary = makeVocabulary();

/** Names of arrays that belong together, for the table of sizes. */
const PARTS = [
  ['places', 'flags', 'chunks', 'listChunks', 'listEntries'],
  ['termUnits', 'termStarts'],
  ['titleBytes', 'titleBlocks', 'titleRanks'],
  ['bestDocs'],
  ['nameHashes', 'nameDocs'],
  ['itemIds', 'publishDays', 'registeredAtMs', 'salePoints', 'titleLengths', 'volumes', 'prices', 'bits'],
];

interface Engine {
  readonly name: string;
  /** Total number of hits. */
  run(text: TextQuery, shape: Shape, query: string): number;
  readonly times: Map<string, number[]>;
}

try {
  const samples: SearchTexts[] = [];
  const state = loadAgain(build(samples));
  const { segment } = state;
  const bare = makeBare(segment);
  const engines: Engine[] = [
    engine('bare loop', (text, shape) => searchBare(bare, text, shape).total),
    engine('Seoga', (text, shape, query) => state.searchText(text, { ...shape, query }, 0).totalCount),
  ];
  measure(engines, samples);
} finally {
  rmSync(folder, { recursive: true });
}

function engine(name: string, run: Engine['run']): Engine {
  return { name, run, times: new Map() };
}

function build(samples: SearchTexts[]): SegmentArrays {
  const next = new NextSegment(emptySegment());
  // The generator's part is measured by running it alone.
  let startedUs = cpuUs();
  for (const _item of benchItems(items, vocabulary));
  const generatingUs = cpuUs() - startedUs;
  startedUs = cpuUs();
  for (const { itemId, texts, figures } of benchItems(items, vocabulary)) {
    next.add({ itemId, figures, document: searchDocument(texts) });
    if (itemId % SAMPLE_EVERY === 0) samples.push(texts);
  }
  const arrays = next.finish();
  const seconds = (cpuUs() - startedUs - generatingUs) / 1e6;
  const bytes = Object.values(arrays).reduce((sum, array) => sum + array.byteLength, 0);
  console.log(
    `${items} items, ${arrays.termStarts.length - 1} tokens, ${arrays.places.length} postings: ` +
      `built in ${seconds.toFixed(1)} s of CPU, ${(bytes / 1e6).toFixed(1)} MB, ` +
      `peak ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
  );
  for (const part of PARTS) {
    const size = part.reduce((sum, name) => sum + arrays[name as keyof SegmentArrays].byteLength, 0);
    console.log(`  ${part.join(' ')}: ${(size / 1e6).toFixed(1)} MB`);
  }
  return arrays;
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function loadAgain(arrays: SegmentArrays): ItemIndex {
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

function measure(engines: readonly Engine[], samples: readonly SearchTexts[]): void {
  const classes = makeQueries(samples, vocabulary, Number(values.each));
  let differing = 0;
  // Each class twice: the first time the code is compiled and the memory touched; only the second counts.
  for (const { name, queries } of [...classes, ...classes]) {
    for (const one of engines) one.times.set(name, []);
    for (const query of queries) {
      const { text } = parseQuery(query);
      if (text === null) continue;
      for (const { shape } of SHAPES) {
        const totals = new Set<number>();
        const best = engines.map(() => Number.POSITIVE_INFINITY);
        // The best of three in turn: other work on the machine interrupts now and then.
        for (let round = 0; round < 3; round++) {
          for (const [at, one] of engines.entries()) {
            const startMs = now();
            const total = one.run(text, shape, query);
            totals.add(total);
            best[at] = Math.min(best[at] ?? 0, now() - startMs);
          }
        }
        for (const [at, one] of engines.entries()) one.times.get(name)?.push(best[at] ?? 0);
        if (totals.size > 1) differing++;
      }
    }
  }
  report(engines);
  console.log(`${differing} requests with other totals`);
}

function report(engines: readonly Engine[]): void {
  const [, ours] = engines;
  if (ours === undefined) return;
  const figures = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    return { mean, text: `${at(sorted, 0.5)} / ${at(sorted, 0.99)} / ${mean.toFixed(4)}` };
  };
  const at = (sorted: readonly number[], share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  console.log(`\n| ms: p50 / p99 / mean | ${engines.map(({ name }) => name).join(' | ')} | Seoga / bare |`);
  console.log(`|---|${engines.map(() => '---|').join('')}---|`);
  for (const name of [...ours.times.keys(), 'all']) {
    const cells = engines.map(({ times }) =>
      figures(name === 'all' ? [...times.values()].flat() : (times.get(name) ?? [])),
    );
    const ratio = (cells[1]?.mean ?? 0) / (cells[0]?.mean ?? 1);
    console.log(`| ${name} | ${cells.map(({ text }) => text).join(' | ')} | ${ratio.toFixed(2)} |`);
  }
}
