/**
 * How well the search finds, on real titles: known items asked for in many ways, misspelt, and right words that the
 * shop does not have. Success among the first 1, 3 and 10, queries without result, altered ones, and those where the
 * wanted item was only offered in Seoga-Suggestion.
 *
 * node bench/relevance.ts [--only TEXT] [--show N]
 */
import { parseArgs } from 'node:util';
import type { SearchResult } from '../src/search/search-index.ts';
import { textKey } from '../src/search/tokenise.ts';
import { nameSets } from './relevance/names.ts';
import { type JudgedQuery, type JudgedSet, titleSets } from './relevance/sets.ts';
import { type JudgedItem, openShop, readCatalogue } from './relevance/shop.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '0' },
  },
});

const SERIES_SHOWN = 20;

const catalogue = readCatalogue();
const shop = openShop(catalogue.held);
const byId = new Map(catalogue.held.map((item) => [item.itemId, item]));
const sets = [...titleSets(catalogue), ...nameSets(catalogue)].filter(
  ({ name, queries }) => name.includes(values.only) && queries.length > 0,
);
console.log(`${catalogue.held.length} items in the shop, ${catalogue.absent.length} held back`);
for (const set of sets) measure(set);

/** Where the wanted item stands, from 0; -1 when it isn't among the first ten. Volumes out of order are found, not first. */
function placeOf({ wanted, volumes }: JudgedQuery, itemIds: readonly number[]): number {
  if (wanted === null) return -1;
  if (volumes !== undefined) {
    const shown = itemIds.filter((itemId) => volumes.some((volume) => volume.itemId === itemId));
    if (shown.length < volumes.length) return -1;
    return shown.every((itemId, at) => itemId === volumes[at]?.itemId) ? 0 : 9;
  }
  const key = keyOf(wanted);
  return itemIds.slice(0, 10).findIndex((itemId) => keyOf(byId.get(itemId)) === key);
}

function keyOf(item: JudgedItem | undefined): string {
  return item === undefined ? '' : textKey(item.texts.title);
}

function measure(set: JudgedSet): void {
  const [places, kinds]: [number[], string[]] = [[], []];
  let [none, offered] = [0, 0];
  let toShow = Number(values.show);
  for (const asked of set.queries) {
    if (set.isTyped === true) {
      places.push(placeOfSuggestion(asked));
      continue;
    }
    const limit = asked.volumes === undefined ? 10 : Math.max(SERIES_SHOWN, asked.volumes.length);
    const result = shop.search(
      asked.query,
      set.sort ?? (asked.wanted === null ? 'DEFAULT' : 'RELATION'),
      limit,
    );
    const place = placeOf(asked, result.itemIds);
    places.push(place);
    if (result.correction !== null) kinds.push(result.correction.kind);
    if (result.itemIds.length === 0) none++;
    const { suggestion } = result;
    if (place < 0 && suggestion !== null && placeOf(asked, shop.search(suggestion).itemIds) >= 0) offered++;
    const isBad = asked.wanted === null ? result.correction !== null : place !== 0;
    if (isBad && toShow-- > 0) show(asked, result);
  }
  const share = (part: number) => Number(((100 * part) / set.queries.length).toFixed(1));
  const within = (count: number) => share(places.filter((place) => place >= 0 && place < count).length);
  const counts = Map.groupBy(kinds, (kind) => kind);
  const figures = [within(1), within(3), within(10), share(none), share(kinds.length), share(offered)];
  const shares = [...counts].map(([kind, all]) => `${kind} ${all.length}`).join(', ');
  console.log([set.name, set.queries.length, ...figures, shares].join(' | '));
}

function placeOfSuggestion({ query, wanted }: JudgedQuery): number {
  return shop.suggest(query).findIndex((text) => textKey(text) === keyOf(wanted ?? undefined));
}

function show({ query, wanted }: JudgedQuery, { correction, suggestion, itemIds }: SearchResult): void {
  const first = byId.get(itemIds[0] ?? 0)?.texts.title ?? '-';
  const used = correction === null ? '-' : `${correction.query} (${correction.kind})`;
  console.log(
    `    ${query} -> ${used}, offered ${suggestion ?? '-'}; first ${first}; wanted ${wanted?.texts.title ?? '-'}`,
  );
}
