import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '../../../demo/random.ts';
import { CATALOGS, type Catalog, IN_STOCK_STATUS, type Item, textsOf } from '../../../src/catalog/item.ts';
import { formatKstDay, parseKstDay } from '../../../src/clock.ts';
import {
  ChangeBatch,
  emptySegment,
  type ItemChange,
  nextSegment,
} from '../../../src/search/engine/item-changes.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { Segment } from '../../../src/search/engine/segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { searchDocument } from '../../../src/search/search-document.ts';
import {
  NO_FILTER,
  SEARCH_CATEGORIES,
  SEARCH_SORTS,
  SEARCH_TARGETS,
  type SearchRequest,
} from '../../../src/search/search-index.ts';
import { fc } from '../../support/properties.ts';
import { anyTexts } from '../finds.ts';
import { by, request, searchItem } from '../search-item.ts';
import { type OracleItem, searchByScan } from '../search-oracle.ts';

/** Catalogues of one kind, which random items and queries make up. */
interface Stock {
  readonly what: string;
  readonly items: number;
  readonly seeds: number;
  /** The share of items that each change concerns. */
  readonly changed: number;
  textsOf(random: Random): Partial<Item>;
  queryOf(random: Random): string;
}

const DAY = 20_000;
/** No query is the number of an item. */
const FIRST_ID = 50_001;

const seriesOf = (names: readonly string[]) => names.map((seriesName) => ({ seriesId: 1, seriesName }));

/** More than the best that a segment knows of each order. 가 begins three tokens; 의 stands in few titles and many names. */
const MANY: Stock = {
  what: 'words that many items hold',
  items: 9_000,
  seeds: 2,
  changed: 0.03,
  queryOf: ({ pick }) =>
    pick(['가', 'the', '의', 'of', 'all', 'rare', 'the 가나', 'all the sea', 'rare all']),
  textsOf({ chance, pick, below }) {
    const some = (...odds: readonly (readonly [string, number])[]) =>
      odds.filter(([, odd]) => chance(odd)).map(([text]) => text);
    const head = pick(['the', 'the sea', 'the end', '가', '가나 다', 'sea', '나다', 'x', 'y', 'q']);
    const volume = chance(0.3) ? ` ${1 + below(3)}권` : '';
    const words = some(['가나', 0.1], ['가다', 0.1], ['의사', 0.005], ['of', 0.002], ['rare', 0.001]);
    const tail = chance(0.3) ? '' : `${chance(0.2) ? ': ' : ' '}${'z'.repeat(1 + below(40))}`;
    return {
      title: [head, ...words].join(' ') + volume + tail,
      contributors: by(...some(['가나', 0.05], ['의사', 0.3], ['의', 0.01], ['the', 0.1])),
      publisher: some(['all', 0.9], ['of', 0.6], ['가다', 0.05]).join(' '),
      series: seriesOf(some(['all', 0.9], ['가다', 0.02], ['the', 0.08])),
    };
  },
};

/** They make different words when they touch, stand apart, or have a sign between them. */
const PIECES = [
  '해리',
  ...'포터 리포 해 터 나 의 집 나의집 3 권 1-2 12 ３권 Harry POTTER e-book ebook Ｂook A 팀'.split(' '),
] as const;

function phrase({ pick, below }: Random, piecesMax: number): string {
  const piece = () => pick(PIECES) + pick(['', '', ' ', ' ', ' ', ', ', '-']);
  return Array.from({ length: 1 + below(piecesMax) }, piece).join('');
}

const FEW: Stock = {
  what: 'words joined and split',
  items: 14,
  seeds: 40,
  changed: 0.3,
  queryOf: (random) => phrase(random, 3),
  textsOf(random) {
    const { chance, below } = random;
    const some = (countMax: number) => Array.from({ length: below(countMax + 1) }, () => phrase(random, 2));
    const isSplit = chance(0.25);
    return {
      title: isSplit ? `${phrase(random, 2)} : ${phrase(random, 2)}` : phrase(random, 4),
      subTitle: some(1).join(''),
      originalTitle: some(1)[0] ?? null,
      contributors: by(...some(2)),
      publisher: some(1).join(''),
      series: seriesOf(some(2)),
    };
  },
};

function figuresOf({ chance, pick, below }: Random) {
  const until = DAY - below(2);
  return {
    catalog: pick<Catalog>(CATALOGS),
    publishDate: chance(0.1) ? '' : formatKstDay(DAY - below(pick([3, 300]))),
    registeredAtMs: below(3000),
    itemStatus: chance(0.7) ? IN_STOCK_STATUS : '품절',
    withheld: chance(0.05),
    shopPrice: pick([0, 900]),
    salePrice: pick([0, 500, 500.5, 501]),
    deal: chance(0.2) ? { salePrice: 499, from: DAY - 2, until } : null,
  };
}

/** A new or changed item, with or without new words. */
function changeOf({ item, salePoint }: OracleItem, hasWords: boolean): ItemChange {
  const figures = { ...item, salePoint, publishDay: parseKstDay(item.publishDate) };
  return { itemId: item.itemId, figures, document: hasWords ? searchDocument(textsOf(item)) : null };
}

function requestOf(query: string, items: number, { chance, pick, below }: Random): SearchRequest {
  const day = () => (chance(0.5) ? null : DAY - below(3));
  const price = () => pick([null, 0, 499, 500, 501, 502]);
  const ranges = { publishedFrom: day(), publishedTo: day(), priceFrom: price(), priceTo: price() };
  return request(query, {
    sort: pick(SEARCH_SORTS),
    target: chance(0.6) ? 'all' : pick(SEARCH_TARGETS),
    category: chance(0.5) ? 'ALL' : pick(SEARCH_CATEGORIES),
    filter: { ...NO_FILTER, ...(chance(0.2) ? ranges : {}), inStock: chance(0.2) },
    offset: chance(0.5) ? 0 : below(chance(0.8) ? items / 18 : items),
    limit: 20,
  });
}

/** A catalogue, and an index whose segment has every other item at first. */
function openWorld(stock: Stock, random: Random) {
  const items = new Map<number, OracleItem>();
  let changed = new Map<number, ItemChange>();
  const put = (item: Item, hasWords: boolean): ItemChange => {
    const one = { item, salePoint: random.chance(0.5) ? 0 : random.below(5000), withheld: item.withheld };
    items.set(item.itemId, one);
    return changeOf(one, hasWords || Boolean(changed.get(item.itemId)?.document));
  };
  const itemOf = (itemId: number) => searchItem(itemId, { ...figuresOf(random), ...stock.textsOf(random) });
  const ids = Array.from({ length: stock.items }, (_, at) => FIRST_ID + at);
  const first = ids.filter((id) => id % 2 === 1).map((id) => put(itemOf(id), true));
  let arrays = nextSegment(emptySegment(), new ChangeBatch().addAll(first));
  let index = new ItemIndex(arrays);
  const publish = (changes: readonly ItemChange[]) => {
    const batch = new ChangeBatch(100);
    for (const change of changes.toSorted((a, b) => a.itemId - b.itemId)) {
      batch.add(change);
      changed.set(change.itemId, change);
    }
    index.publish(batch, index.position + 1);
  };

  return {
    items,
    search: (...asked: Parameters<ItemIndex['search']>) => index.search(...asked),
    /** The other items, most of them at once. */
    addOthers() {
      const others = ids.filter((id) => id % 2 === 0).map((id) => put(itemOf(id), true));
      publish(others.slice(0, -500));
      for (let from = 500; from > 0; from -= 50) publish(others.slice(-from, -from + 50 || undefined));
      assert.equal(items.size, stock.items);
    },
    /** Changes some items in each of the ways that there are. */
    changeSome() {
      const some = [...items.values()].filter(() => random.chance(stock.changed));
      publish(
        some.map(({ item }) => {
          const { itemId } = item;
          if (random.chance(0.2)) {
            items.delete(itemId);
            return { itemId, figures: null, document: null };
          }
          const hasWords = random.chance(0.2);
          return put(hasWords ? itemOf(itemId) : { ...item, ...figuresOf(random) }, hasWords);
        }),
      );
    },
    /** Builds the next segment of what is there; its index catches up with what changes meanwhile. */
    build(whileBuilt: () => void) {
      const changes = [...changed.values()].sort((a, b) => a.itemId - b.itemId);
      arrays = nextSegment(new Segment(arrays), new ChangeBatch().addAll(changes));
      const { position } = index;
      changed = new Map();
      whileBuilt();
      index = new ItemIndex(arrays, position);
      publish([...changed.values()]);
    },
  };
}

for (const stock of [MANY, FEW])
  test(`${stock.what}: answers are those of reading every item, while figures and items change`, () => {
    for (let seed = 1; seed <= stock.seeds; seed++) {
      const random = createRandom(seed);
      const { items, search, addOthers, changeSome, build } = openWorld(stock, random);
      const changeTwice = () => [changeSome(), changeSome()];
      const steps = [addOthers, changeSome, () => build(changeTwice), changeSome];
      for (const step of [() => {}, ...steps, () => build(() => {})]) {
        step();
        for (let asking = 0; asking < 20; asking++) {
          const asked = requestOf(stock.queryOf(random), stock.items, random);
          // Titles beside other words are for whole-titles.test.ts.
          const text = { ...parseQuery(asked.query), asked: [] };
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
  const { figures, document } = changeOf({ item: searchItem(1, {}), salePoint: 0, withheld: false }, true);
  const changes = Array.from({ length: 100_000 }, (_, n) => {
    const tokens = new Map(words.filter((_word, at) => (n + 1) % 1_000 !== at).map((word) => [word, 1]));
    return { itemId: n + 1, figures, document: document && { ...document, tokens } };
  });
  const index = new ItemIndex(nextSegment(emptySegment(), new ChangeBatch().addAll(changes)));
  const ask = (count: number) => {
    const query = words.slice(0, count).join(' ');
    return index.search(parseQuery(query), request(query), DAY).totalCount;
  };
  assert.equal(ask(8), 99_200);
  const before = index.work;
  ask(10);
  assert.ok(index.work - before <= 600_000, `${index.work - before} postings`);
});

test('no query breaks it, whatever a client sends', () => {
  const hostile = fc.oneof(
    ...anyTexts,
    fc.array(fc.constantFrom(...'"\'*()^:{}+- \0해a', 'AND', 'NOT', 'NEAR')).map((parts) => parts.join('')),
  );
  const item = searchItem(1, { title: '해리 AND a' });
  const changes = [changeOf({ item, salePoint: 0, withheld: false }, true)];
  const index = new ItemIndex(nextSegment(emptySegment(), new ChangeBatch().addAll(changes)));
  fc.assert(
    fc.property(hostile, fc.constantFrom(...SEARCH_SORTS), (query, sort) => {
      assert.ok(index.search(parseQuery(query), request(query, { sort }), DAY).totalCount <= 1);
    }),
    { numRuns: 1000 },
  );
});
