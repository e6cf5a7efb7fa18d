import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '../../../demo/random.ts';
import { CATALOGS, type Catalog } from '../../../src/catalog/item.ts';
import { ChangeBatch } from '../../../src/search/engine/change-batch.ts';
import type { DocFigures } from '../../../src/search/engine/doc-figures.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { emptySegment, NextSegment } from '../../../src/search/engine/next-segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import type { SearchDocument } from '../../../src/search/search-document.ts';
import {
  NO_FILTER,
  SEARCH_CATEGORIES,
  SEARCH_SORTS,
  SEARCH_TARGETS,
  type SearchRequest,
  type SearchResult,
} from '../../../src/search/search-index.ts';
import { wholeNames } from '../../../src/search/whole-name.ts';
import { request } from '../../contracts/search/search-subject.ts';

/** More than the best that a segment knows of each order. */
const ITEMS = 9_000;
const SEEDS = [1, 2];

/** 가 begins three tokens; 의 stands in few titles and many names, of nearly nowhere but in publishers. */
const QUERIES = ['가', 'the', '의', 'of', 'all', 'rare'] as const;
const TITLE_KEYS = ['the', 'thesea', 'theend', '가', '가나다', '의사', 'sea', 'ofsea', '나다', 'x'] as const;

interface Known {
  readonly itemId: number;
  readonly document: SearchDocument;
  readonly figures: DocFigures;
}

function documentOf({ chance, pick, below }: Random): SearchDocument {
  const some = (...odds: readonly (readonly [string, number])[]) =>
    odds.filter(([, odd]) => chance(odd)).map(([token]) => token);
  const volume = below(3) * 10;
  const head = pick(TITLE_KEYS);
  const tail = chance(0.3) ? '' : 'z'.repeat(below(40));
  return {
    title: some(['가나', 0.1], ['가다', 0.1], ['가', 0.05], ['the', 0.3], ['의사', 0.005], ['rare', 0.001]),
    contributor: some(['가나', 0.05], ['의사', 0.3], ['the', 0.1]),
    publisher: some(['all', 0.9], ['of', 0.6], ['가다', 0.05]),
    series: some(['all', 0.9], ['가다', 0.02]),
    // Lengths differ, or the rest of the order by fit would be item numbers alone.
    titleKey: head + tail,
    headLength: tail !== '' && chance(0.2) ? head.length : 0,
    names: [
      ...(chance(0.01) ? [wholeNames('의').person] : []),
      ...(volume > 0 && chance(0.08) ? [wholeNames('the').series] : []),
    ],
    volume,
  };
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

/** What a request finds by looking at every item. */
function search(
  items: Iterable<Known>,
  given: SearchRequest,
): Omit<SearchResult, 'correction' | 'suggestion'> {
  const { query, target, category, filter, sort } = given;
  const holds = (tokens: readonly string[]) =>
    tokens.some((token) => (/^[a-z]/.test(query) ? token === query : token.startsWith(query)));
  const asked = wholeNames(query);
  const tierOf = ({
    title,
    contributor,
    publisher,
    series,
    titleKey,
    headLength,
    names,
    volume,
  }: SearchDocument) => {
    if (target === 'author') return holds(contributor) ? 0 : -1;
    if (target === 'publisher') return holds(publisher) ? 0 : -1;
    const fields = target === 'title' ? [title] : [title, contributor, [...publisher, ...series]];
    const tier = fields.findIndex(holds);
    if (tier < 0) return -1;
    if (titleKey === query || (target === 'all' && names.includes(asked.person))) return 0;
    const isVolume = target === 'all' && names.includes(asked.series);
    if (titleKey.startsWith(query) && headLength === query.length && volume === 0) return 1;
    return isVolume || titleKey.startsWith(query) ? 2 : 3 + tier;
  };
  const hits = [...items]
    .map(({ itemId, document, figures }) => ({ itemId, document, figures, tier: tierOf(document) }))
    .filter(
      ({ tier, figures }) =>
        tier >= 0 &&
        (category === 'ALL' || figures.catalog === category) &&
        (!filter.inStock || figures.inStock),
    );
  const shown = hits
    .filter(({ figures }) => !figures.withheld)
    .map(({ itemId, document, figures, tier }) => {
      const { length } = [...document.titleKey];
      const key = {
        DEFAULT: [tier, -figures.salePoint, length],
        RELATION: [tier, tier === 2 ? document.volume : 0, length],
        RECENT: [-(figures.publishDay ?? Number.NEGATIVE_INFINITY)],
        REG_DTS: [-figures.registeredAtMs],
      }[sort];
      return { itemId, key: [...key, itemId] };
    });
  shown.sort((a, b) => {
    const at = a.key.findIndex((part, i) => part !== b.key[i]);
    return (a.key[at] ?? 0) < (b.key[at] ?? 0) ? -1 : 1;
  });
  return {
    totalCount: shown.length,
    itemIds: shown.slice(given.offset, given.offset + given.limit).map(({ itemId }) => itemId),
    withheldCount: hits.length - shown.length,
  };
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

/** Changes some items in each of the ways that there are. */
function changeSome(items: Map<number, Known>, random: Random): ChangeBatch {
  const batch = new ChangeBatch();
  for (const known of [...items.values()]) {
    if (random.chance(0.97)) continue;
    const { itemId } = known;
    if (random.chance(0.2)) {
      batch.add({ itemId, figures: null, document: null });
      items.delete(itemId);
      continue;
    }
    const figures = figuresOf(random);
    const document = random.chance(0.2) ? documentOf(random) : null;
    batch.add({ itemId, figures, document });
    items.set(itemId, { itemId, figures, document: document ?? known.document });
  }
  return batch;
}

function segmentOf(items: ReadonlyMap<number, Known>) {
  const next = new NextSegment(emptySegment());
  for (const known of items.values()) next.add(known);
  return next.finish();
}

test('words that many items hold: answers are those of looking at every item, while figures and items change', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed);
    const items = new Map<number, Known>();
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
    for (const step of [() => {}, change, () => replace(1, 2), giveUp, () => replace(1, 0)]) {
      step();
      for (let asking = 0; asking < 40; asking++) {
        const asked = requestOf(random);
        const { text } = parseQuery(asked.query);
        assert.ok(text !== null);
        const { totalCount, itemIds, withheldCount } = index.searchText(text, asked, 0);
        assert.deepEqual(
          { totalCount, itemIds, withheldCount },
          search(items.values(), asked),
          `seed ${seed}: ${JSON.stringify(asked)}`,
        );
      }
    }
  }
});
