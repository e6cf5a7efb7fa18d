import { docFigures } from '../../../src/search/engine/doc-figures.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { emptySegment, NextSegment } from '../../../src/search/engine/next-segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { searchDocument } from '../../../src/search/search-document.ts';
import { textsOf } from '../../../src/search/search-texts.ts';
import { request, searchItem } from '../search-item.ts';

/** Whether a query has hits. */
export interface HitIndex {
  hasHits(query: string): boolean;
}

/** The real engine over titles, without a thread and files. */
export function createHitIndex(titles: Iterable<string>): HitIndex {
  const next = new NextSegment(emptySegment());
  let itemId = 0;
  for (const title of titles) {
    const item = searchItem(++itemId, { title });
    const figures = docFigures({ ...item, salePoint: 0, publishDay: null });
    next.add({ itemId, document: searchDocument(textsOf(item)), figures });
  }
  const index = new ItemIndex({ arrays: next.finish(), position: 0 });
  return {
    hasHits(query) {
      const { text } = parseQuery(query);
      return text !== null && index.searchText(text, request(query, { limit: 1 }), 0).totalCount > 0;
    },
  };
}
