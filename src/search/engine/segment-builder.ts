import { grown } from '../../typed-arrays.ts';
import type { SearchDocument } from '../search-document.ts';
import { type DocFigures, type DocTable, emptyDocTable } from './doc-table.ts';
import { fieldFlags } from './match.ts';
import { type PostingArrays, PostingWriter } from './postings.ts';
import { dealNumbers, type PartArrays } from './segment.ts';
import { TextWriter, TitleWriter } from './sorted-texts.ts';

const FLAG_BITS = 4;

/** Makes a segment from items in ascending order of their numbers. */
export class SegmentBuilder {
  readonly #docs: DocTable = emptyDocTable();
  readonly #titleKeys: string[] = [];
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

  finish(): PartArrays {
    const tokens = [...this.#terms.keys()].sort();
    const terms = new TextWriter();
    for (const token of tokens) terms.add(token);
    const { units: termUnits, starts: termStarts } = terms.finish();
    return {
      ...this.#docs.finish(),
      deals: dealNumbers(this.#docs.deals),
      ...{ termUnits, termStarts },
      ...this.#layOutPostings(tokens),
      ...this.#layOutTitles(),
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
    const starts = ends.slice();
    const sorted = new Uint32Array(this.#postingCount);
    for (let at = 0; at < this.#postingCount; at++) {
      const place = places[this.#postingTerms[at] ?? 0] ?? 0;
      const slot = starts[place] ?? 0;
      starts[place] = slot + 1;
      sorted[slot] = this.#postings[at] ?? 0;
    }
    const writer = new PostingWriter(tokens.length, this.#postingCount);
    let at = 0;
    for (let place = 0; place < tokens.length; place++) {
      for (; at < (ends[place + 1] ?? 0); at++) {
        const posting = sorted[at] ?? 0;
        writer.add(posting >>> FLAG_BITS, posting & 15);
      }
      writer.endList();
    }
    return writer.finish();
  }

  #layOutTitles() {
    const writer = new TitleWriter(this.#titleKeys.length);
    const entries = this.#titleKeys.map((key, doc) => ({ key, doc }));
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.doc - b.doc));
    for (const { key, doc } of entries) writer.add(key, doc);
    return writer.finish();
  }
}
