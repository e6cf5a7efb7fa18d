import { grown, sharedArray } from '../../typed-arrays.ts';
import type { SearchDocument } from '../search-document.ts';
import type { DocFigures } from './doc-figures.ts';
import { type DocTable, emptyDocTable } from './doc-table.ts';
import { fieldFlags } from './match.ts';
import { NameWriter } from './name-lists.ts';
import { FLAG_BITS, type PostingArrays } from './postings.ts';
import { dealArrays, type SegmentArrays } from './segment.ts';
import { TermWriter } from './term-table.ts';
import { layOutTitles } from './title-keys.ts';

/** Makes a segment from items in ascending order of their numbers. */
export class SegmentBuilder {
  readonly #docs: DocTable = emptyDocTable();
  readonly #titleKeys: string[] = [];
  readonly #names = new NameWriter();
  readonly #terms = new Map<string, number>();
  /** All postings in order of arrival: the term, and `document << 4 | flags`. */
  #postingTerms = new Uint32Array(1024);
  #postings = new Uint32Array(1024);
  #postingCount = 0;

  get docCount(): number {
    return this.#docs.count;
  }

  add(itemId: number, document: SearchDocument, figures: DocFigures): void {
    const doc = this.#docs.add(itemId, document, figures);
    this.#titleKeys.push(document.titleKey);
    for (const hash of new Set(document.names)) this.#names.add(hash, doc);
    for (const [token, flags] of fieldFlags(document)) {
      let term = this.#terms.get(token);
      if (term === undefined) {
        term = this.#terms.size;
        this.#terms.set(token, term);
      }
      if (this.#postingCount === this.#postings.length) {
        this.#postingTerms = grown(this.#postingTerms);
        this.#postings = grown(this.#postings);
      }
      this.#postingTerms[this.#postingCount] = term;
      this.#postings[this.#postingCount++] = (doc << FLAG_BITS) | flags;
    }
  }

  finish(): SegmentArrays {
    const tokens = [...this.#terms.keys()].sort();
    const terms = new TermWriter();
    for (const token of tokens) terms.add(token);
    return {
      ...this.#docs.finish(),
      ...dealArrays(this.#docs.deals),
      ...this.#names.finish(),
      ...terms.finish(),
      ...this.#layOutPostings(tokens),
      ...layOutTitles(this.#titleKeys),
    };
  }

  /** A counting sort by token. It keeps the order of documents within each. */
  #layOutPostings(tokens: readonly string[]): PostingArrays {
    const places = new Uint32Array(tokens.length);
    for (const [place, token] of tokens.entries()) places[this.#terms.get(token) ?? 0] = place;
    const ends = new Uint32Array(tokens.length + 1);
    for (let at = 0; at < this.#postingCount; at++) {
      const place = places[this.#postingTerms[at] ?? 0] ?? 0;
      ends[place + 1] = (ends[place + 1] ?? 0) + 1;
    }
    for (let place = 0; place < tokens.length; place++)
      ends[place + 1] = (ends[place + 1] ?? 0) + (ends[place] ?? 0);
    const next = ends.slice();
    const postings = sharedArray(Uint32Array, this.#postingCount);
    for (let at = 0; at < this.#postingCount; at++) {
      const place = places[this.#postingTerms[at] ?? 0] ?? 0;
      const slot = next[place] ?? 0;
      next[place] = slot + 1;
      postings[slot] = this.#postings[at] ?? 0;
    }
    return { postings, listStarts: ends };
  }
}
