/**
 * How well the search finds, on real titles: known items asked for in many ways, misspelt, and right words that the
 * shop does not have. Prints success among the first 1 and 10, queries without result, and altered ones.
 *
 * node bench/relevance.ts [--only TEXT] [--show N] [--check]
 */
import { parseArgs } from 'node:util';
import { textKey } from '../src/search/tokenise.ts';
import { type JudgedSet, judgedSets } from './relevance-sets.ts';
import { type JudgedItem, type JudgedShop, openShop, readCatalogue } from './relevance-shop.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '0' },
    check: { type: 'boolean', default: false },
  },
});

const catalogue = readCatalogue();
const shop = openShop(catalogue.held);
const byId = new Map(catalogue.held.map((item) => [item.itemId, item]));
const keyOf = (item: JudgedItem | undefined) => (item === undefined ? '' : textKey(item.texts.title));

interface Outcome {
  readonly count: number;
  readonly first: number;
  readonly ten: number;
  readonly none: number;
  readonly altered: number;
  readonly byKind: Readonly<Record<string, number>>;
}

function measure({ queries, name }: JudgedSet, { search }: JudgedShop): Outcome {
  let [first, ten, none, altered] = [0, 0, 0, 0];
  const byKind: Record<string, number> = {};
  let toShow = Number(values.show);
  for (const { query, wanted } of queries) {
    const { itemIds, correction } = search(query, wanted === null ? 'RELATION' : 'DEFAULT');
    if (correction !== null) {
      altered++;
      byKind[correction.kind] = (byKind[correction.kind] ?? 0) + 1;
    }
    if (itemIds.length === 0) none++;
    const keys = itemIds.map((itemId) => keyOf(byId.get(itemId)));
    const place = wanted === null ? -1 : keys.indexOf(keyOf(wanted));
    if (place === 0) first++;
    if (place >= 0) ten++;
    const isBad = wanted === null ? correction !== null : place < 0;
    if (isBad && toShow-- > 0)
      console.log(
        `    ${name}: ${query} -> ${correction?.query ?? '-'} (${correction?.kind ?? '-'}) ${itemIds.length}` +
          (wanted === null ? '' : ` wanted ${wanted.texts.title}`),
      );
  }
  return { count: queries.length, first, ten, none, altered, byKind };
}

console.log(`${catalogue.held.length} items in the shop, ${catalogue.absent.length} held back`);
console.log('set | n | @1 % | @10 % | none % | altered %');
for (const set of judgedSets(catalogue)) {
  if (!set.name.includes(values.only)) continue;
  const { count, first, ten, none, altered, byKind } = measure(set, shop);
  const share = (part: number) => (count === 0 ? '-' : ((100 * part) / count).toFixed(1));
  console.log(
    `${set.name} | ${count} | ${share(first)} | ${share(ten)} | ${share(none)} | ${share(altered)} ${JSON.stringify(byKind)}`,
  );
}
