import type { Item } from '../../src/catalog/item.ts';
import { parseKstDay } from '../../src/clock.ts';
import {
  type Correction,
  type SearchFilter,
  type SearchIndex,
  type SearchRequest,
  type SearchTarget,
  SearchUnavailableError,
} from '../../src/search/search-index.ts';
import { normaliseText } from '../../src/search/tokenise.ts';
import { type OracleItem, searchByScan } from '../search/search-oracle.ts';

/** An index that reads every item, and mends what it is told to mend. */
export interface ScanSearchIndex extends SearchIndex {
  setAvailable(isAvailable: boolean): void;
  /** The request asked last. */
  lastRequest(): SearchRequest | null;
}

/** `corrections` by the query that has no hit. A correction without a hit is not used. */
export function createScanSearchIndex(
  items: readonly OracleItem[],
  corrections: Readonly<Record<string, Correction>> = {},
): ScanSearchIndex {
  let isAvailable = true;
  let last: SearchRequest | null = null;
  const scan = (request: SearchRequest) => {
    const passing = items.filter(({ item }) => passes(item, request.filter));
    return searchByScan(
      passing.map((one) => ({ ...one, item: onlyTarget(one.item, request.target) })),
      request,
    );
  };
  const check = () => {
    if (!isAvailable) throw new SearchUnavailableError('switched off');
  };
  return {
    async search(request) {
      check();
      last = request;
      const asked = scan(request);
      const correction = corrections[request.query];
      const isHit = asked.totalCount + asked.withheldCount > 0;
      if (isHit || !request.correct || correction === undefined) return asked;
      const mended = scan({ ...request, query: correction.query });
      return mended.totalCount + mended.withheldCount === 0 ? asked : { ...mended, correction };
    },
    async suggest(query, limit) {
      check();
      const texts = items
        .filter(({ withheld }) => !withheld)
        .toSorted((a, b) => b.salePoint - a.salePoint)
        .flatMap(({ item }) => [item.title, ...item.contributors.map(({ author }) => author)]);
      const matching = texts.filter((text) => normaliseText(text).startsWith(normaliseText(query)));
      return [...new Set(matching)].slice(0, limit);
    },
    setAvailable: (value) => {
      isAvailable = value;
    },
    lastRequest: () => last,
  };
}

function passes(item: Item, filter: SearchFilter): boolean {
  const day = parseKstDay(item.publishDate);
  const isIn = (value: number | null, from: number | null, to: number | null) =>
    (from === null && to === null) ||
    (value !== null &&
      value >= (from ?? Number.NEGATIVE_INFINITY) &&
      value <= (to ?? Number.POSITIVE_INFINITY));
  return (
    (!filter.inStock || item.itemStatus === '판매중') &&
    isIn(day, filter.publishedFrom, filter.publishedTo) &&
    isIn(item.salePrice, filter.priceFrom, filter.priceTo)
  );
}

/** The item with nothing to be found outside of a target. */
function onlyTarget(item: Item, target: SearchTarget): Item {
  if (target === 'all') return item;
  return {
    ...item,
    ...(target === 'title' ? {} : { title: '', subTitle: '', originalTitle: null }),
    ...(target === 'author' ? {} : { contributors: [] }),
    ...(target === 'publisher' ? {} : { publisher: '' }),
    series: [],
  };
}
