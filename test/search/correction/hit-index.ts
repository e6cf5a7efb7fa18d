import { indexTokens, queryTerms } from '../../../src/search/tokenise.ts';

/** Just enough of a search index to ask whether a query has hits. */
export interface HitIndex {
  hasHits(query: string): boolean;
}

/** Indexes texts, each the whole of one item, by the tokens of the real index. */
export function createHitIndex(texts: Iterable<string>): HitIndex {
  const tokenIds = new Map<string, number>();
  /** Tokens by their first syllable, for queries of one syllable. */
  const startingWith = new Map<string, number[]>();
  const pairs = new PairList();
  let doc = 0;
  for (const text of texts) {
    for (const token of indexTokens(text)) {
      let id = tokenIds.get(token);
      if (id === undefined) {
        id = tokenIds.size;
        tokenIds.set(token, id);
        const first = String.fromCodePoint(token.codePointAt(0) ?? 0);
        const others = startingWith.get(first);
        if (others === undefined) startingWith.set(first, [id]);
        else others.push(id);
      }
      pairs.add(id, doc);
    }
    doc++;
  }
  const postings = pairs.toLists(tokenIds.size);
  const idsOf = ({ token, isPrefix }: { token: string; isPrefix: boolean }): number[] => {
    if (isPrefix) return startingWith.get(token) ?? [];
    const id = tokenIds.get(token);
    return id === undefined ? [] : [id];
  };
  return {
    hasHits(query) {
      const words = queryTerms(query).map((alternatives) => alternatives.map((terms) => terms.map(idsOf)));
      return words.length > 0 && postings.haveCommon(words);
    },
  };
}

type TermLists = readonly (readonly number[])[];

/** Every word, by one of its alternatives, of which every term, by one of its lists. */
type Wanted = readonly (readonly TermLists[])[];

class PairList {
  #ids = new Uint32Array(1024);
  #docs = new Uint32Array(1024);
  #length = 0;

  add(id: number, doc: number): void {
    if (this.#length === this.#ids.length) {
      this.#ids = grown(this.#ids);
      this.#docs = grown(this.#docs);
    }
    this.#ids[this.#length] = id;
    this.#docs[this.#length++] = doc;
  }

  toLists(idCount: number): Postings {
    const starts = new Uint32Array(idCount + 1);
    for (let i = 0; i < this.#length; i++) increment(starts, (this.#ids[i] ?? 0) + 1);
    for (let id = 1; id <= idCount; id++) starts[id] = (starts[id] ?? 0) + (starts[id - 1] ?? 0);
    const next = starts.slice();
    const docs = new Uint32Array(this.#length);
    for (let i = 0; i < this.#length; i++) {
      const id = this.#ids[i] ?? 0;
      docs[next[id] ?? 0] = this.#docs[i] ?? 0;
      increment(next, id);
    }
    return new Postings(starts, docs);
  }
}

class Postings {
  readonly #starts: Uint32Array;
  readonly #docs: Uint32Array;

  constructor(starts: Uint32Array, docs: Uint32Array) {
    this.#starts = starts;
    this.#docs = docs;
  }

  haveCommon(words: Wanted): boolean {
    const terms = words.flatMap((alternatives) => (alternatives.length === 1 ? (alternatives[0] ?? []) : []));
    if (terms.some((ids) => ids.length === 0)) return false;
    // Compound words have two readings; without any plain word the first one of its first reading leads.
    const lead = terms.toSorted((a, b) => this.#size(a) - this.#size(b))[0];
    const leads = lead === undefined ? (words[0] ?? []).map((terms) => terms[0] ?? []) : [lead];
    return leads.some((ids) =>
      ids.some((id) => {
        for (let at = this.#starts[id] ?? 0; at < (this.#starts[id + 1] ?? 0); at++) {
          const doc = this.#docs[at] ?? 0;
          const isHit = words.every((alternatives) =>
            alternatives.some((needed) =>
              needed.every((lists) => lists.some((list) => this.#has(list, doc))),
            ),
          );
          if (isHit) return true;
        }
        return false;
      }),
    );
  }

  #size(ids: readonly number[]): number {
    return ids.reduce((sum, id) => sum + (this.#starts[id + 1] ?? 0) - (this.#starts[id] ?? 0), 0);
  }

  #has(id: number, doc: number): boolean {
    let low = this.#starts[id] ?? 0;
    let high = this.#starts[id + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#docs[middle] ?? 0) < doc) low = middle + 1;
      else high = middle;
    }
    return low < (this.#starts[id + 1] ?? 0) && this.#docs[low] === doc;
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function increment(array: Uint32Array, at: number): void {
  array[at] = (array[at] ?? 0) + 1;
}
