import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '../../../demo/random.ts';
import { CATALOGS, type Catalog } from '../../../src/catalog/item.ts';
import { ChangeBatch, type ItemChange } from '../../../src/search/engine/change-batch.ts';
import type { DocFigures } from '../../../src/search/engine/doc-figures.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { emptySegment, NextSegment } from '../../../src/search/engine/next-segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { searchDocument } from '../../../src/search/search-document.ts';
import { SEARCH_SORTS } from '../../../src/search/search-index.ts';
import { textsOf } from '../../../src/search/search-texts.ts';
import { by, request } from '../../contracts/search/search-subject.ts';
import { searchItem } from '../search-item.ts';

const ITEMS = 1_000;
const WORDS = ['하늘', '구름', 'sea', '바람 3'] as const;

function documentOf({ pick, chance }: Random) {
  const title = chance(0.5) ? pick(WORDS) : `${pick(WORDS)} ${pick(WORDS)}`;
  return searchDocument(textsOf(searchItem(1, { title, contributors: chance(0.1) ? by('하늘') : [] })));
}

function figuresOf({ chance, pick, below }: Random): DocFigures {
  return {
    catalog: pick<Catalog>(CATALOGS),
    publishDay: chance(0.1) ? null : below(300),
    registeredAtMs: below(3000),
    salePoint: chance(0.5) ? 0 : below(5000),
    price: 1,
    deal: null,
    inStock: chance(0.7),
    withheld: chance(0.05),
  };
}

function segmentOf(items: ReadonlyMap<number, ItemChange>) {
  const next = new NextSegment(emptySegment());
  for (const item of items.values()) next.add(item);
  return next.finish();
}

/** Changes some items in each of the ways that there are. */
function changeSome(items: Map<number, ItemChange>, random: Random): ChangeBatch {
  const batch = new ChangeBatch();
  for (const { itemId, document } of [...items.values()]) {
    if (random.chance(0.9)) continue;
    if (random.chance(0.2)) {
      batch.add({ itemId, figures: null, document: null });
      items.delete(itemId);
      continue;
    }
    const figures = figuresOf(random);
    const changed = random.chance(0.3) ? documentOf(random) : null;
    batch.add({ itemId, figures, document: changed });
    items.set(itemId, { itemId, figures, document: changed ?? document });
  }
  return batch;
}

function askAll(index: ItemIndex) {
  return WORDS.flatMap((query) =>
    SEARCH_SORTS.map((sort) => {
      const { text } = parseQuery(query);
      assert.ok(text !== null);
      return index.searchText(text, request(query, { sort, limit: 100 }), 0);
    }),
  );
}

test('answers are those of an index made anew, while items change and segments are built and replaced', () => {
  const random = createRandom(7);
  const items = new Map<number, ItemChange>();
  for (let itemId = 1; itemId <= ITEMS; itemId++)
    items.set(itemId, { itemId, document: documentOf(random), figures: figuresOf(random) });
  const index = new ItemIndex({ arrays: segmentOf(items), position: 0 });
  const change = () => index.publish(changeSome(items, random), index.position + 1);
  /** The next segment is built of the catalogue as it is after some changes, and taken after some more. */
  const replace = (before: number, after: number) => {
    index.beginBuild();
    for (let at = 0; at < before; at++) change();
    const built = { arrays: segmentOf(items), position: index.position };
    for (let at = 0; at < after; at++) change();
    index.replaceSegment(built);
  };
  const giveUp = () => {
    index.beginBuild();
    change();
    index.abandonBuild();
  };
  for (const step of [
    change,
    () => replace(1, 2),
    giveUp,
    () => replace(0, 1),
    change,
    () => replace(1, 0),
  ]) {
    step();
    assert.deepEqual(askAll(index), askAll(new ItemIndex({ arrays: segmentOf(items), position: 0 })));
  }
});
