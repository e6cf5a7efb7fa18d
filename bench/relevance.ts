/**
 * How well the search finds, on real titles: items asked for in many ways, misspelt, and right titles that the shop doesn't
 * have. In per cent: found first, among three, among ten; without a result, corrected, and found by the offered query alone.
 *
 * node bench/relevance.ts [--only TEXT] [--show N]
 */
import { parseKstDay } from '../src/clock.ts';
import type { SearchResult } from '../src/search/search-index.ts';
import { textKey } from '../src/search/tokenise.ts';
import { searchItem } from '../test/search/search-item.ts';
import { openIndex } from '../test/search/small-index.ts';
import { head, readOptions, row } from './figures.ts';
import { type JudgedQuery, type JudgedSet, titleSets } from './relevance/sets.ts';
import { type JudgedItem, readCatalogue } from './relevance/titles.ts';

const options = readOptions({ only: '', show: 0 });

const catalogue = await readCatalogue();
const searchIn = openIndex(
  catalogue.held.map(({ year, salePoint, ...item }) => ({
    ...item,
    figures: {
      ...searchItem(item.itemId, {}),
      ...{ publishDay: year < 1000 ? null : parseKstDay(`${year}-01-01`), salePoint },
    },
  })),
);
const search = (query: string) => searchIn(query, { correct: true, limit: 10 });
const byId = new Map(catalogue.held.map((item) => [item.itemId, item]));
console.log(`${catalogue.held.length} items in the shop, ${catalogue.absent.length} held back`);
head('queries', 'count', 'first', 'of 3', 'of 10', 'none', 'corrected', 'offered', 'corrections');
for (const set of titleSets(catalogue)) if (set.name.includes(options.only)) await measure(set);

/** Where the wanted item stands, from 0; -1 when it isn't among the first ten. */
function placeOf({ wanted }: JudgedQuery, itemIds: readonly number[]): number {
  if (wanted === null) return -1;
  return itemIds.findIndex((itemId) => keyOf(byId.get(itemId)) === keyOf(wanted));
}

function keyOf(item: JudgedItem | undefined): string {
  return item === undefined ? '' : textKey(item.texts.title);
}

async function measure({ name, queries }: JudgedSet): Promise<void> {
  const [places, kinds]: [number[], string[]] = [[], []];
  let [none, offered] = [0, 0];
  let toShow = options.show;
  for (const asked of queries) {
    const result = await search(asked.query);
    const place = placeOf(asked, result.itemIds);
    places.push(place);
    if (result.correction !== null) kinds.push(result.correction.kind);
    if (result.itemIds.length === 0) none++;
    const { suggestion } = result;
    if (place < 0 && suggestion !== null && placeOf(asked, (await search(suggestion)).itemIds) >= 0)
      offered++;
    const isBad = asked.wanted === null ? result.correction !== null : place !== 0;
    if (isBad && toShow-- > 0) show(asked, result);
  }
  const share = (part: number) => Number(((100 * part) / queries.length).toFixed(1));
  const within = (count: number) => share(places.filter((place) => place >= 0 && place < count).length);
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${kind} ${all.length}`);
  const figures = [within(1), within(3), within(10), share(none), share(kinds.length), share(offered)];
  row(name, queries.length, ...figures, counts.join(', '));
}

function show({ query, wanted }: JudgedQuery, { correction, suggestion, itemIds }: SearchResult): void {
  const first = byId.get(itemIds[0] ?? 0)?.texts.title ?? '-';
  const used = correction === null ? '-' : `${correction.query} (${correction.kind})`;
  console.log(
    `    ${query} -> ${used}, offered ${suggestion ?? '-'}; first ${first}; wanted ${wanted?.texts.title ?? '-'}`,
  );
}
