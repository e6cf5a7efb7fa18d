import { type Item, textsOf } from '../../src/catalog/item.ts';
import { parseKstDay } from '../../src/clock.ts';
import type { DocFigures } from '../../src/search/engine/doc-table.ts';
import { ChangeBatch, emptySegment, nextSegment } from '../../src/search/engine/item-changes.ts';
import { ItemIndex } from '../../src/search/engine/item-index.ts';
import { buildLexicon } from '../../src/search/runtime/built-index.ts';
import { Searcher } from '../../src/search/runtime/search-thread.ts';
import { type SearchTexts, searchDocument } from '../../src/search/search-document.ts';
import type { SearchRequest } from '../../src/search/search-index.ts';
import { request } from './search-item.ts';

interface IndexedItem {
  readonly itemId: number;
  readonly isbn13: string;
  readonly isbn10: string;
  readonly texts: SearchTexts;
  readonly figures: DocFigures;
}

/** The search of some items, with the sale points of those that have any. */
export function openItems(items: readonly Item[], salePoints: Readonly<Record<number, number>> = {}) {
  return openIndex(
    items.map((item) => {
      const salePoint = salePoints[item.itemId] ?? 0;
      return {
        ...item,
        texts: textsOf(item),
        figures: { ...item, publishDay: parseKstDay(item.publishDate), salePoint },
      };
    }),
  );
}

/** The search of some items, without its thread and database. */
export function openIndex(items: readonly IndexedItem[]) {
  const changes = items
    .map((item) => ({ ...item, document: searchDocument(item.texts) }))
    .sort((a, b) => a.itemId - b.itemId);
  const entries = items.map(({ texts, figures }) => ({ texts, ...figures, isSuggested: true }));
  const searcher = buildLexicon([entries]).then(
    (lexicon) =>
      new Searcher({
        index: new ItemIndex(nextSegment(emptySegment(), new ChangeBatch().addAll(changes))),
        lexicon,
        isLexiconCurrent: true,
        findNamed: async ({ itemId, isbn13, isbn10 }) =>
          items.flatMap((item) => {
            const isNamed =
              item.itemId === itemId ||
              (isbn13 !== '' && item.isbn13 === isbn13) ||
              (isbn10 !== '' && item.isbn10 === isbn10);
            return isNamed ? [item.itemId] : [];
          }),
      }),
  );
  return async (query: string, other: Partial<SearchRequest> = {}) =>
    (await searcher).search(request(query, other), 0);
}
