import { parseKstDay, systemClock } from '../../src/clock.ts';
import { emptySegment, nextSegment } from '../../src/search/engine/item-changes.ts';
import { ItemIndex } from '../../src/search/engine/item-index.ts';
import { buildLexicon } from '../../src/search/lexicon.ts';
import { Searcher } from '../../src/search/runtime/search-thread.ts';
import { searchDocument } from '../../src/search/search-document.ts';
import type { SearchResult } from '../../src/search/search-index.ts';
import { request } from '../../test/search/search-item.ts';
import type { JudgedItem } from './titles.ts';

/** Asks the search as the service does, without its thread and database. */
export function openShop(items: readonly JudgedItem[]): (query: string) => SearchResult {
  const changes = items.map(({ itemId, texts, salePoint, year }) => ({
    itemId,
    document: searchDocument(texts),
    figures: {
      catalog: 'BOOK',
      publishDay: year < 1000 ? null : parseKstDay(`${year}-01-01`),
      registeredAtMs: 0,
      salePoint,
      shopPrice: 1,
      salePrice: 1,
      deal: null,
      itemStatus: '판매중',
      withheld: false,
    } as const,
  }));
  const lexicon = buildLexicon(
    items.map(({ texts, salePoint }) => ({ texts, salePoint, isSuggested: true })),
  );
  const searcher = new Searcher({
    index: new ItemIndex({ arrays: nextSegment(emptySegment(), changes), position: 1 }),
    lexicon: () => lexicon,
    isLexiconCurrent: true,
    findNamed: (itemId, isbn13, isbn10) =>
      items.flatMap((item) => {
        const isNamed =
          item.itemId === itemId ||
          (isbn13 !== '' && item.isbn13 === isbn13) ||
          (isbn10 !== '' && item.isbn10 === isbn10);
        return isNamed ? [item.itemId] : [];
      }),
  });
  const today = Math.floor(systemClock.nowMs() / 86_400_000);
  return (query) => searcher.search(request(query, { correct: true, limit: 10 }), today);
}
