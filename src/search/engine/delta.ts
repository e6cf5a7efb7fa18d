import type { TextQuery } from '../query.ts';
import type { SearchDocument } from '../search-document.ts';
import type { DocFigures } from './doc-figures.ts';
import { type DocTable, emptyDocTable } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './hits.ts';
import { fieldFlags, NO_MATCH, type Tiers } from './match.ts';
import { namedDocs, promoteNames } from './name-lists.ts';
import type { IndexPart } from './segment.ts';
import type { TierMarks } from './tier-marks.ts';
import { leadingTier } from './title-order.ts';

const FLAG_BITS = 4;

/**
 * What changed since the segment was made: the same lists in growing arrays. Documents are numbered in order of
 * arrival. Small, until the next merge.
 */
export class Delta implements IndexPart {
  readonly docs: DocTable = emptyDocTable();
  readonly #titleKeys: string[] = [];
  readonly #byItem = new Map<number, number>();
  readonly #listOf = new Map<string, number>();
  /** Documents of each list, as `document << 4 | flags`. */
  readonly #lists: number[][] = [];
  /** Documents by the hashes of their names. */
  readonly #byName = new Map<number, number[]>();
  /** Tokens with their lists, by their first character. */
  readonly #byFirst = new Map<string, { readonly token: string; readonly list: number }[]>();

  get docCount(): number {
    return this.docs.count;
  }

  /** Adds an item, or replaces it if it is already here. */
  add(itemId: number, document: SearchDocument, figures: DocFigures): void {
    this.remove(itemId);
    const doc = this.docs.add(itemId, document, figures);
    this.#titleKeys.push(document.titleKey);
    this.#byItem.set(itemId, doc);
    for (const hash of new Set(document.names)) this.#docsNamed(hash).push(doc);
    for (const [token, flags] of fieldFlags(document)) this.#listFor(token).push((doc << FLAG_BITS) | flags);
  }

  remove(itemId: number): void {
    const doc = this.locate(itemId);
    if (doc >= 0) this.docs.kill(doc);
    this.#byItem.delete(itemId);
  }

  /** Takes over everything alive in another delta. Its items must be dead or unknown here. */
  absorb(other: Delta): void {
    const newDocs = new Int32Array(other.docCount).fill(-1);
    const { columns } = other.docs;
    for (let doc = 0; doc < other.docCount; doc++) {
      if (other.docs.isDead(doc)) continue;
      const itemId = columns.itemIds[doc] ?? 0;
      newDocs[doc] = this.docs.copy(other.docs, doc);
      this.#titleKeys.push(other.#titleKeys[doc] ?? '');
      this.#byItem.set(itemId, newDocs[doc] ?? 0);
    }
    for (const [hash, docs] of other.#byName) {
      const own = this.#docsNamed(hash);
      own.push(...docs.map((doc) => newDocs[doc] ?? -1).filter((doc) => doc >= 0));
    }
    for (const [token, list] of other.#listOf) {
      const target = this.#listFor(token);
      for (const posting of other.#lists[list] ?? []) {
        const doc = newDocs[posting >>> FLAG_BITS] ?? -1;
        if (doc >= 0) target.push((doc << FLAG_BITS) | (posting & 15));
      }
    }
  }

  locate(itemId: number): number {
    const doc = this.#byItem.get(itemId) ?? -1;
    return doc >= 0 && !this.docs.isDead(doc) ? doc : -1;
  }

  find(token: string): number {
    return this.#listOf.get(token) ?? -1;
  }

  markPrefix(prefix: string, tiers: Tiers, marks: TierMarks): number {
    let marked = 0;
    for (const { token, list } of this.#byFirst.get(firstOf(prefix)) ?? []) {
      if (!token.startsWith(prefix)) continue;
      for (const posting of this.#lists[list] ?? []) {
        const tier = tiers[posting & 15] ?? NO_MATCH;
        if (tier === NO_MATCH) continue;
        const doc = posting >>> FLAG_BITS;
        const at = marks.rowAt(tier) + (doc >>> 5);
        marks.bits[at] = (marks.bits[at] ?? 0) | (1 << doc);
        marked++;
      }
    }
    return marked;
  }

  countOf(list: number): number {
    return this.#lists[list]?.length ?? 0;
  }

  read(list: number, tiers: Tiers, packed: Uint32Array): number {
    let count = 0;
    for (const posting of this.#lists[list] ?? []) {
      const tier = tiers[posting & 15] ?? NO_MATCH;
      if (tier !== NO_MATCH) packed[count++] = ((posting >>> FLAG_BITS) << TIER_BITS) | tier;
    }
    return count;
  }

  intersect(list: number, tiers: Tiers, packed: Uint32Array, count: number): number {
    const postings = this.#lists[list] ?? [];
    let kept = 0;
    let hit = 0;
    for (const posting of postings) {
      const doc = posting >>> FLAG_BITS;
      while (hit < count && (packed[hit] ?? 0) >>> TIER_BITS < doc) hit++;
      if (hit === count) break;
      const one = packed[hit] ?? 0;
      const tier = tiers[posting & 15] ?? NO_MATCH;
      if (one >>> TIER_BITS !== doc || tier === NO_MATCH) continue;
      packed[kept++] = (doc << TIER_BITS) | Math.max(one & TIER_MASK, tier);
    }
    return kept;
  }

  promote({ key, names }: TextQuery, hits: Hits): void {
    const { packed, count } = hits;
    for (let i = 0; i < count; i++) {
      const doc = (packed[i] ?? 0) >>> TIER_BITS;
      const titleKey = this.#titleKeys[doc] ?? '';
      if (!titleKey.startsWith(key)) continue;
      const isExact = titleKey.length === key.length;
      packed[i] = (doc << TIER_BITS) | (isExact ? TIER.exact : leadingTier(this.docs.columns, doc, key));
    }
    const byName = namedDocs(names, (hash) => this.#byName.get(hash) ?? []);
    promoteNames(byName, hits);
  }

  #docsNamed(hash: number): number[] {
    const known = this.#byName.get(hash);
    if (known !== undefined) return known;
    const docs: number[] = [];
    this.#byName.set(hash, docs);
    return docs;
  }

  #listFor(token: string): number[] {
    const known = this.#listOf.get(token);
    if (known !== undefined) return this.#lists[known] ?? [];
    const postings: number[] = [];
    const list = this.#lists.push(postings) - 1;
    this.#listOf.set(token, list);
    const neighbours = this.#byFirst.get(firstOf(token));
    if (neighbours === undefined) this.#byFirst.set(firstOf(token), [{ token, list }]);
    else neighbours.push({ token, list });
    return postings;
  }
}

function firstOf(token: string): string {
  return String.fromCodePoint(token.codePointAt(0) ?? 0);
}
