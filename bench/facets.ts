/**
 * What exact counts by category, publisher and format would cost beside the search itself: each kind of query with
 * three columns of numbers that are counted over all its hits.
 *
 * node bench/facets.ts [--items 1000000] [--each 20]
 */
import { parseArgs } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { TIER_BITS } from '../src/search/engine/hits.ts';
import { IndexState } from '../src/search/engine/index-state.ts';
import { matchWords, tiersOf } from '../src/search/engine/match.ts';
import { emptySegment, NextSegment } from '../src/search/engine/next-segment.ts';
import { Scratch } from '../src/search/engine/scratch.ts';
import { Segment } from '../src/search/engine/segment.ts';
import { parseQuery } from '../src/search/query.ts';
import { searchDocument } from '../src/search/search-document.ts';
import type { SearchTexts } from '../src/search/search-texts.ts';
import { benchItems, makeVocabulary } from './search/catalogue.ts';
import { makeQueries, SHAPES } from './search/queries.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '1000000' }, each: { type: 'string', default: '20' } },
});
const items = Number(values.items);
const now = systemClock.monotonicMs;
const vocabulary = makeVocabulary();
const samples: SearchTexts[] = [];
const next = new NextSegment(emptySegment());
/** Sizes as in a large shop: categories, publishers, formats. */
const SIZES = [3000, 12_000, 12];
const columns = SIZES.map((size) =>
  Uint16Array.from({ length: items }, (_, doc) => Math.imul(doc, 7919) % size),
);
for (const { itemId, texts, figures } of benchItems(items, vocabulary)) {
  next.add({ itemId, figures, document: searchDocument(texts) });
  if (itemId % Math.ceil(items / 20_000) === 0) samples.push(texts);
}
const state = new IndexState(new Segment(next.finish()));
const scratch = new Scratch();
const [{ shape } = { shape: undefined }] = SHAPES;
console.log('kind | hits, mean | search ms | counts ms | search with counts / search');
for (const { name, queries } of makeQueries(samples, vocabulary, Number(values.each))) {
  let [searchMs, countMs, hitCount] = [0, 0, 0];
  for (const query of queries) {
    const { text } = parseQuery(query);
    if (text === null || shape === undefined) continue;
    searchMs += bestOf(() => state.searchText(text, { ...shape, query }, 0));
    countMs += bestOf(() => {
      const { packed, count } = matchWords(state.segment, text.words, tiersOf('all'), scratch);
      hitCount += count / 3;
      for (const [at, column] of columns.entries()) countBy(column, packed, count, SIZES[at] ?? 0);
    });
  }
  const mean = (sum: number) => (sum / queries.length).toFixed(3);
  console.log(
    [
      name,
      (hitCount / queries.length).toFixed(0),
      mean(searchMs),
      mean(countMs),
      ((searchMs + countMs) / searchMs).toFixed(1),
    ].join(' | '),
  );
}

function countBy(column: Uint16Array, packed: Uint32Array, hitCount: number, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let i = 0; i < hitCount; i++) {
    const value = column[(packed[i] ?? 0) >>> TIER_BITS] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/** The least of three runs, in ms. */
function bestOf(run: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const startMs = now();
      run();
      return now() - startMs;
    }),
  );
}
