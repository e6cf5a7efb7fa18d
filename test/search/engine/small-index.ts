import type { Item } from '../../../src/catalog/item.ts';
import { parseKstDay } from '../../../src/clock.ts';
import { type DocFigures, docFigures } from '../../../src/search/engine/doc-figures.ts';
import { ChangeBatch, IndexState } from '../../../src/search/engine/index-state.ts';
import { emptySegment, NextSegment } from '../../../src/search/engine/next-segment.ts';
import { Segment } from '../../../src/search/engine/segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { searchDocument } from '../../../src/search/search-document.ts';
import type { SearchRequest, SearchResult } from '../../../src/search/search-index.ts';
import { textsOf } from '../../../src/search/search-texts.ts';
import { ISBN_PAIR, type OracleItem } from '../search-oracle.ts';

/** The engine over a catalogue in memory, without files and threads. */
export class SmallIndex {
  #state = new IndexState(emptySegment());
  #batch = new ChangeBatch();
  readonly items = new Map<number, OracleItem>();
  readonly #salePoints = new Map<number, number>();
  /** Items changed since the segment was made, and whether their words did. */
  readonly #changed = new Map<number, boolean>();

  put(item: Item): void {
    const known = this.items.get(item.itemId)?.item;
    const figuresOnly = known !== undefined && isSameText(known, item);
    const salePoint = this.#salePoints.get(item.itemId) ?? 0;
    this.items.set(item.itemId, { item, salePoint, withheld: item.withheld });
    this.#change(item.itemId, !figuresOnly);
  }

  remove(itemId: number): void {
    if (this.items.delete(itemId)) this.#change(itemId, true);
  }

  setSalePoint(itemId: number, salePoint: number): void {
    this.#salePoints.set(itemId, salePoint);
    const known = this.items.get(itemId);
    if (known === undefined) return;
    this.items.set(itemId, { ...known, salePoint });
    this.#change(itemId, false);
  }

  /** What was changed since the last time becomes visible. */
  publish(): void {
    this.#state.publish(this.#batch);
    this.#batch = new ChangeBatch();
  }

  /** A new segment takes the place of the old one and of what changed since. */
  merge(partDocs: number): void {
    this.publish();
    const next = new NextSegment(this.#state.segment, partDocs);
    for (const itemId of [...this.#changed.keys()].sort((a, b) => a - b)) {
      next.add(this.#changeOf(itemId, this.#changed.get(itemId) === true));
    }
    this.#state = new IndexState(new Segment(next.finish()));
    this.#changed.clear();
  }

  get deltaCount(): number {
    return this.#state.deltaCount;
  }

  search(request: SearchRequest, today: number): SearchResult {
    const { named, text } = parseQuery(request.query);
    if (named !== null && request.target === 'all') {
      const itemIds = [...this.items.values()]
        .filter(({ item }) => item.itemId === named.itemId || hasIsbn(item, named.isbn13, named.isbn10))
        .map(({ item }) => item.itemId);
      const result = this.#state.searchItems(itemIds, request, today);
      if (result.totalCount + result.withheldCount > 0) return result;
    }
    if (text === null)
      return { totalCount: 0, itemIds: [], withheldCount: 0, correction: null, suggestion: null };
    return this.#state.searchText(text, request, today);
  }

  #change(itemId: number, isTextChanged: boolean): void {
    this.#changed.set(itemId, isTextChanged || this.#changed.get(itemId) === true);
    this.#batch.add(this.#changeOf(itemId, isTextChanged));
    // A batch holds each item once.
    this.publish();
  }

  #changeOf(itemId: number, isTextChanged: boolean) {
    const known = this.items.get(itemId);
    return {
      itemId,
      figures: known === undefined ? null : figuresOf(known),
      document: known === undefined || !isTextChanged ? null : searchDocument(textsOf(known.item)),
    };
  }
}

function figuresOf({ item, salePoint }: OracleItem): DocFigures {
  return docFigures({ ...item, salePoint, publishDay: parseKstDay(item.publishDate) });
}

function isSameText(a: Item, b: Item): boolean {
  return JSON.stringify(searchDocument(textsOf(a))) === JSON.stringify(searchDocument(textsOf(b)));
}

function hasIsbn(item: Item, isbn13: string, isbn10: string): boolean {
  const isPair = isbn13 === ISBN_PAIR.isbn13 || isbn10 === ISBN_PAIR.isbn10;
  return (
    isPair && (item.isbn13 === isbn13 || item.isbn10 === isbn10) && `${item.isbn13}${item.isbn10}` !== ''
  );
}
