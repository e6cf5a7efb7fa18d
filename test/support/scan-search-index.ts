import {
  type Correction,
  type SearchIndex,
  type SearchRequest,
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
  const scan = (request: SearchRequest) => searchByScan(items, request, TODAY);
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

/** No item of these tests has a deal, whose price would depend on the day. */
const TODAY = 0;
