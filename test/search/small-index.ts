import { textsOf } from '../../src/catalog/item-texts.ts';
import { parseKstDay } from '../../src/clock.ts';
import { emptySegment, nextSegment } from '../../src/search/engine/item-changes.ts';
import { ItemIndex } from '../../src/search/engine/item-index.ts';
import { buildLexicon } from '../../src/search/lexicon.ts';
import { Searcher } from '../../src/search/runtime/search-thread.ts';
import { searchDocument } from '../../src/search/search-document.ts';
import type { SearchRequest } from '../../src/search/search-index.ts';
import { request, type searchItem } from './search-item.ts';

/** The search of some items, without its thread and database. Those with even numbers sell better. */
export function openItems(items: readonly ReturnType<typeof searchItem>[]) {
  const entries = items.map((item) => ({
    itemId: item.itemId,
    texts: textsOf(item),
    figures: {
      ...item,
      publishDay: parseKstDay(item.publishDate),
      salePoint: item.itemId % 2 === 0 ? 900 : 1,
    },
  }));
  const changes = entries.map((entry) => ({ ...entry, document: searchDocument(entry.texts) }));
  const lexicon = buildLexicon(
    entries.map(({ texts, figures }) => ({ texts, salePoint: figures.salePoint, isSuggested: true })),
  );
  const searcher = new Searcher({
    index: new ItemIndex({ arrays: nextSegment(emptySegment(), changes), position: 0 }),
    lexicon: () => lexicon,
    isLexiconCurrent: true,
    findNamed: (itemId, isbn13) =>
      items
        .filter((item) => item.itemId === itemId || (isbn13 !== '' && item.isbn13 === isbn13))
        .map((item) => item.itemId),
  });
  return (query: string, other: Partial<SearchRequest> = {}) => searcher.search(request(query, other), 0);
}
