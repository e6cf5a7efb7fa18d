import { CATALOGS, type Catalog } from '../../src/catalog/item.ts';
import { systemClock } from '../../src/clock.ts';
import { docFigures } from '../../src/search/engine/doc-figures.ts';
import { ItemIndex } from '../../src/search/engine/item-index.ts';
import { emptySegment, NextSegment } from '../../src/search/engine/next-segment.ts';
import { buildLexicon } from '../../src/search/lexicon.ts';
import { Searcher } from '../../src/search/runtime/searcher.ts';
import { searchDocument } from '../../src/search/search-document.ts';
import { NO_FILTER, type SearchResult, type SearchSort } from '../../src/search/search-index.ts';
import type { SearchTexts } from '../../src/search/search-texts.ts';
import { readData, readDataText } from '../real-data/data-folder.ts';
import type { ItemLine } from '../real-data/feed-line.ts';
import { convertGoodbooks, GOODBOOKS_FILE } from '../real-data/goodbooks.ts';
import { convertNlkBooks, NLK_BOOKS_FILE, parseLod } from '../real-data/nlk.ts';
import { convertSeoulTitles, parseSeoulTitles, SEOUL_TITLES_FILE } from '../real-data/seoul-titles.ts';
import { convertToulouse, parseToulouse, TOULOUSE_PRINT_FILE } from '../real-data/toulouse.ts';

export type Language = 'ko' | 'han' | 'en' | 'fr';

/** An item of the judged catalogue; those of a source are in the order of its own popularity. */
export interface JudgedItem {
  readonly itemId: number;
  readonly language: Language;
  readonly texts: SearchTexts;
  readonly isbn13: string;
  readonly isbn10: string;
  readonly catalog: Catalog;
  readonly salePoint: number;
}

/** A quarter of all items is held back: what is right and not in the shop. */
export interface JudgedCatalogue {
  readonly held: readonly JudgedItem[];
  readonly absent: readonly JudgedItem[];
}

export function readCatalogue(): JudgedCatalogue {
  const items = [
    ...judged('ko', convertSeoulTitles(parseSeoulTitles(readData(SEOUL_TITLES_FILE)))),
    ...judged('en', convertGoodbooks(readDataText(GOODBOOKS_FILE))),
    ...judged('han', convertNlkBooks(parseLod(readDataText(NLK_BOOKS_FILE)))),
    ...judged('fr', convertToulouse(parseToulouse('print', readDataText(TOULOUSE_PRINT_FILE)))),
  ];
  const isAbsent = (_: JudgedItem, at: number) => at % 4 === 3;
  return { held: items.filter((item, at) => !isAbsent(item, at)), absent: items.filter(isAbsent) };
}

let lastItemId = 0;

function judged(language: Language, lines: readonly ({ readonly kind: string } | ItemLine)[]): JudgedItem[] {
  const items = lines.filter((line): line is ItemLine => line.kind === 'item');
  return items.map((line, at) => ({
    itemId: ++lastItemId,
    language: /\p{Script=Han}{2}/u.test(line.title) ? 'han' : language,
    texts: {
      title: line.title,
      subTitle: line.subTitle ?? '',
      originalTitle: line.originalTitle ?? '',
      contributors: line.authors.map(({ author }) => author),
      publisher: line.publisher ?? '',
      series: (line.series ?? []).map(({ seriesName }) => seriesName),
    },
    isbn13: line.isbn13 ?? '',
    isbn10: line.isbn10 ?? '',
    catalog: CATALOGS.find((catalog) => catalog === line.catalog) ?? 'BOOK',
    salePoint: items.length - at,
  }));
}

/** Asks the search as the service does, without its thread and database. */
export interface JudgedShop {
  search(query: string, sort?: SearchSort, limit?: number): SearchResult;
  suggest(query: string): readonly string[];
}

export function openShop(items: readonly JudgedItem[]): JudgedShop {
  const next = new NextSegment(emptySegment());
  for (const { itemId, texts, catalog, salePoint } of items) {
    const figures = docFigures({
      catalog,
      publishDay: null,
      registeredAtMs: 0,
      salePoint,
      shopPrice: 1,
      salePrice: 1,
      deal: null,
      itemStatus: '판매중',
      withheld: false,
    });
    next.add({ itemId, document: searchDocument(texts), figures });
  }
  const lexicon = buildLexicon(
    items.map(({ texts, salePoint }) => ({ texts, salePoint, isSuggested: true })),
  );
  const searcher = new Searcher({
    index: new ItemIndex({ arrays: next.finish(), position: 1 }),
    lexicon: () => lexicon,
    isLexiconCurrent: true,
    findNamed: (itemId, isbn13, isbn10) =>
      items
        .filter(
          (item) =>
            item.itemId === itemId ||
            (isbn13 !== '' && item.isbn13 === isbn13) ||
            (isbn10 !== '' && item.isbn10 === isbn10),
        )
        .map((item) => item.itemId),
  });
  const today = Math.floor(systemClock.nowMs() / 86_400_000);
  return {
    search: (query, sort = 'RELATION', limit = 10) =>
      searcher.search(
        { query, category: 'ALL', sort, target: 'all', filter: NO_FILTER, correct: true, offset: 0, limit },
        today,
      ),
    suggest: (query) => searcher.suggest(query, 10, today),
  };
}
