import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '../../../demo/random.ts';
import { CATALOGS, type Catalog, IN_STOCK_STATUS, type Item } from '../../../src/catalog/item.ts';
import { formatKstDay, parseKstDay } from '../../../src/clock.ts';
import {
  ChangeBatch,
  emptySegment,
  type ItemChange,
  NextSegment,
} from '../../../src/search/engine/item-changes.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { Segment } from '../../../src/search/engine/segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { searchDocument, textsOf } from '../../../src/search/search-document.ts';
import {
  NO_FILTER,
  SEARCH_CATEGORIES,
  SEARCH_SORTS,
  SEARCH_TARGETS,
  type SearchRequest,
} from '../../../src/search/search-index.ts';
import { by, request, searchItem } from '../search-item.ts';
import { type OracleItem, searchByScan } from '../search-oracle.ts';

/** More than the best that a segment knows of each order. */
const ITEMS = 9_000;
const SEEDS = [1, 2];
const DAY = 20_000;

/** 가 begins three tokens; 의 stands in few titles and many names, of nearly nowhere but in publishers. */
const QUERIES = ['가', 'the', '의', 'of', 'all', 'rare', 'the 가나', 'all the sea', 'rare all'] as const;
const HEADS = ['the', 'the sea', 'the end', '가', '가나 다', 'sea', '나다', 'x', 'y', 'q'] as const;

function itemOf(itemId: number, { chance, pick, below }: Random): Item {
  const some = (...odds: readonly (readonly [string, number])[]) =>
    odds.filter(([, odd]) => chance(odd)).map(([text]) => text);
  const volume = chance(0.3) ? ` ${1 + below(3)}권` : '';
  const words = some(['가나', 0.1], ['가다', 0.1], ['의사', 0.005], ['of', 0.002], ['rare', 0.001]);
  const tail = chance(0.3) ? '' : `${chance(0.2) ? ': ' : ' '}${'z'.repeat(1 + below(40))}`;
  return searchItem(itemId, {
    ...figuresOf({ chance, pick, below }),
    title: [pick(HEADS), ...words].join(' ') + volume + tail,
    contributors: by(...some(['가나', 0.05], ['의사', 0.3], ['의', 0.01], ['the', 0.1])),
    publisher: some(['all', 0.9], ['of', 0.6], ['가다', 0.05]).join(' '),
    series: some(['all', 0.9], ['가다', 0.02], ['the', 0.08]).map((seriesName) => ({
      seriesId: 1,
      seriesName,
    })),
  });
}

function figuresOf({ chance, pick, below }: Pick<Random, 'chance' | 'pick' | 'below'>) {
  return {
    catalog: pick<Catalog>(CATALOGS),
    publishDate: chance(0.1) ? '' : formatKstDay(DAY - below(300)),
    registeredAtMs: below(3000),
    itemStatus: chance(0.7) ? IN_STOCK_STATUS : '품절',
    withheld: chance(0.05),
  };
}

/** A new or changed item, with or without new words. */
function changeOf({ item, salePoint }: OracleItem, hasWords: boolean): ItemChange {
  const figures = { ...item, salePoint, publishDay: parseKstDay(item.publishDate) };
  return { itemId: item.itemId, figures, document: hasWords ? searchDocument(textsOf(item)) : null };
}

function requestOf({ chance, pick, below }: Random): SearchRequest {
  return request(pick(QUERIES), {
    sort: pick(SEARCH_SORTS),
    target: chance(0.6) ? 'all' : pick(SEARCH_TARGETS),
    category: chance(0.5) ? 'ALL' : pick(SEARCH_CATEGORIES),
    filter: { ...NO_FILTER, inStock: chance(0.2) },
    offset: chance(0.5) ? 0 : below(chance(0.8) ? 500 : ITEMS),
    limit: 20,
  });
}

/** A catalogue, and an index whose segment has every other item at first. */
function openWorld(random: Random) {
  const items = new Map<number, OracleItem>();
  const first = new NextSegment(emptySegment());
  let changed = new Map<number, ItemChange>();
  const put = (item: Item, hasWords: boolean): ItemChange => {
    const one = { item, salePoint: random.chance(0.5) ? 0 : random.below(5000), withheld: item.withheld };
    items.set(item.itemId, one);
    return changeOf(one, hasWords || Boolean(changed.get(item.itemId)?.document));
  };
  for (let itemId = 1; itemId <= ITEMS; itemId += 2) first.add(put(itemOf(itemId, random), true));
  let index = new ItemIndex({ arrays: first.finish(), position: 0 });
  const publish = (changes: readonly ItemChange[]) => {
    const batch = new ChangeBatch();
    for (const change of changes) {
      batch.add(change);
      changed.set(change.itemId, change);
    }
    index.publish(batch, index.position + 1);
  };
  const addItems = (from: number, count: number) =>
    publish(Array.from({ length: count }, (_, at) => put(itemOf(from + 2 * at, random), true)));

  return {
    items,
    search: (...asked: Parameters<ItemIndex['searchText']>) => index.searchText(...asked),
    /** The other items, most of them at once. */
    addOthers() {
      addItems(2, ITEMS / 2 - 500);
      for (let from = ITEMS - 998; from <= ITEMS; from += 100) addItems(from, 50);
      assert.equal(items.size, ITEMS);
    },
    /** Changes some items in each of the ways that there are. */
    changeSome() {
      const some = [...items.values()].filter(() => random.chance(0.03));
      publish(
        some.map(({ item }) => {
          const { itemId } = item;
          if (random.chance(0.2)) {
            items.delete(itemId);
            return { itemId, figures: null, document: null };
          }
          const hasWords = random.chance(0.2);
          return put(hasWords ? itemOf(itemId, random) : { ...item, ...figuresOf(random) }, hasWords);
        }),
      );
    },
    /** Builds the next segment of what is there; its index catches up with what changes meanwhile. */
    build(whileBuilt: () => void) {
      const next = new NextSegment(new Segment(index.built.arrays));
      for (const change of [...changed.values()].sort((a, b) => a.itemId - b.itemId)) next.add(change);
      const { position } = index;
      changed = new Map();
      whileBuilt();
      index = new ItemIndex({ arrays: next.finish(), position });
      publish([...changed.values()]);
    },
  };
}

test('words that many items hold: answers are those of reading every item, while figures and items change', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed);
    const { items, search, addOthers, changeSome, build } = openWorld(random);
    const changeTwice = () => [changeSome(), changeSome()];
    const steps = [addOthers, changeSome, () => build(changeTwice), changeSome];
    for (const step of [() => {}, ...steps, () => build(() => {})]) {
      step();
      for (let asking = 0; asking < 20; asking++) {
        const asked = requestOf(random);
        const { text } = parseQuery(asked.query);
        assert.ok(text !== null);
        const { totalCount, itemIds, withheldCount } = search(text, asked, DAY);
        const expected = searchByScan([...items.values()], asked, DAY);
        assert.deepEqual(
          { ...expected, totalCount, itemIds, withheldCount },
          expected,
          `seed ${seed}: ${JSON.stringify(asked)}`,
        );
      }
    }
  }
});

test('a query of more than eight common words is bounded in what it reads, others match every word', () => {
  const words = Array.from({ length: 10 }, (_, at) => `word${at}`);
  const next = new NextSegment(emptySegment());
  const { figures, document } = changeOf({ item: searchItem(1, {}), salePoint: 0, withheld: false }, true);
  for (let n = 1; n <= 100_000; n++) {
    const title = words.filter((_, at) => n % 1_000 !== at);
    next.add({ itemId: n, figures, document: document && { ...document, title } });
  }
  const index = new ItemIndex({ arrays: next.finish(), position: 0 });
  const ask = (count: number) => {
    const query = words.slice(0, count).join(' ');
    const { text } = parseQuery(query);
    assert.ok(text !== null);
    return index.searchText(text, request(query), DAY).totalCount;
  };
  assert.equal(ask(8), 99_200);
  const before = index.work;
  ask(10);
  assert.ok(index.work - before <= 600_000, `${index.work - before} postings`);
});
