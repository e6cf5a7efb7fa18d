import { firstWithout, grown, lowerBound, sharedArray } from '../../typed-arrays.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './hits.ts';

/** Which documents hold a whole name: pairs of a name's hash and a document, by hash, then by document. */
export interface NameArrays {
  readonly nameHashes: Uint32Array;
  readonly nameDocs: Uint32Array;
}

/** The documents that hold the query's name as that of a person and as that of a series, ascending. */
export interface NamedDocs {
  readonly person: Uint32Array;
  readonly series: Uint32Array;
}

/** The documents that hold a name; none where the query can't be one (0). */
export function docsOfName({ nameHashes, nameDocs }: NameArrays, hash: number): Uint32Array {
  return nameDocs.subarray(lowerBound(nameHashes, hash), lowerBound(nameHashes, hash + 1));
}

/**
 * Gives items of a contributor whose whole name is the query the first tier, volumes of the series that it names the
 * tier of leading titles.
 */
export function promoteNames({ person, series }: NamedDocs, hits: Hits): void {
  promoteDocs(series, TIER.leading, hits);
  promoteDocs(person, TIER.exact, hits);
}

function promoteDocs(docs: Uint32Array, tier: number, { packed, count }: Hits): void {
  let from = 0;
  for (let at = 0; at < docs.length && from < count; at++) {
    const doc = docs[at] ?? 0;
    from = firstWithout(from, count, (place) => (packed[place] ?? 0) >>> TIER_BITS < doc);
    const hit = packed[from] ?? 0;
    if (from < count && hit >>> TIER_BITS === doc && tier < (hit & TIER_MASK))
      packed[from] = (doc << TIER_BITS) | tier;
  }
}

/** Takes pairs in any order. */
export class NameWriter {
  #hashes = new Uint32Array(1024);
  #docs = new Uint32Array(1024);
  #count = 0;

  add(hash: number, doc: number): void {
    if (this.#count === this.#hashes.length) {
      this.#hashes = grown(this.#hashes);
      this.#docs = grown(this.#docs);
    }
    this.#hashes[this.#count] = hash;
    this.#docs[this.#count++] = doc;
  }

  finish(): NameArrays {
    const count = this.#count;
    const pairs = new BigUint64Array(count);
    for (let at = 0; at < count; at++)
      pairs[at] = (BigInt(this.#hashes[at] ?? 0) << 32n) | BigInt(this.#docs[at] ?? 0);
    pairs.sort();
    const nameHashes = sharedArray(Uint32Array, count);
    const nameDocs = sharedArray(Uint32Array, count);
    for (const [at, pair] of pairs.entries()) {
      nameHashes[at] = Number(pair >> 32n);
      nameDocs[at] = Number(pair & 0xff_ff_ff_ffn);
    }
    return { nameHashes, nameDocs };
  }
}
