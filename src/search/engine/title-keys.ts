import { sharedArray } from '../../typed-arrays.ts';
import type { DocColumns } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS } from './hits.ts';

/** The keys of all titles, by document. */
export interface TitleArrays {
  /** UTF-8 of the key of document n, from titleStarts[n] to titleStarts[n + 1]. */
  readonly titleBytes: Uint8Array;
  readonly titleStarts: Uint32Array;
  /** The lower half of a key's first unit: it tells most titles apart, and a sweep over it stays in the cache. */
  readonly titleFirsts: Uint8Array;
}

/** Gives hits whose title is the key, or starts with it, the first three tiers. */
export function promoteTitles(
  { titleBytes, titleStarts, titleFirsts }: TitleArrays,
  columns: DocColumns,
  key: string,
  { packed, count }: Hits,
): void {
  const wanted = Buffer.from(key);
  const first = firstOf(key);
  for (let i = 0; i < count; i++) {
    const doc = (packed[i] ?? 0) >>> TIER_BITS;
    if (titleFirsts[doc] !== first) continue;
    const start = titleStarts[doc] ?? 0;
    const length = (titleStarts[doc + 1] ?? 0) - start;
    if (length < wanted.length || !startsWith(titleBytes, start, wanted)) continue;
    packed[i] = (doc << TIER_BITS) | (length === wanted.length ? TIER.exact : leadingTier(columns, doc, key));
  }
}

/** The tier of a title that goes on after the key. Volumes of a series stay together, in their order. */
function leadingTier({ headLengths, volumes }: DocColumns, doc: number, key: string): number {
  return headLengths[doc] === key.length && volumes[doc] === 0 ? TIER.heading : TIER.leading;
}

function startsWith(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}

function firstOf(key: string): number {
  return key.charCodeAt(0) & 0xff;
}

/** The arrays of keys, document by document. */
export function layOutTitles(keys: readonly string[]): TitleArrays {
  const writer = new TitleWriter(
    keys.length,
    keys.reduce((sum, key) => sum + Buffer.byteLength(key), 0),
  );
  for (const key of keys) writer.add(Buffer.from(key), firstOf(key));
  return writer.finish();
}

/** Takes keys in the order of their documents. They go to shared memory. */
export class TitleWriter {
  readonly #starts: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #firsts: Uint8Array;
  #count = 0;

  /** The most keys, and the most bytes of all. */
  constructor(docCountMax: number, byteCountMax: number) {
    this.#starts = sharedArray(Uint32Array, docCountMax + 1);
    this.#bytes = sharedArray(Uint8Array, byteCountMax);
    this.#firsts = sharedArray(Uint8Array, docCountMax);
  }

  add(key: Uint8Array, first: number): void {
    const start = this.#starts[this.#count] ?? 0;
    this.#bytes.set(key, start);
    this.#firsts[this.#count++] = first;
    this.#starts[this.#count] = start + key.length;
  }

  copy({ titleBytes, titleStarts, titleFirsts }: TitleArrays, doc: number): void {
    this.add(titleBytes.subarray(titleStarts[doc], titleStarts[doc + 1]), titleFirsts[doc] ?? 0);
  }

  finish(): TitleArrays {
    return {
      titleBytes: this.#bytes.subarray(0, this.#starts[this.#count]),
      titleStarts: this.#starts.subarray(0, this.#count + 1),
      titleFirsts: this.#firsts.subarray(0, this.#count),
    };
  }
}
