import type { Item } from '../../catalog/item.ts';
import type { KnownItem, WrittenItem } from '../../catalog/item-writer.ts';
import { isUnlikeTitle } from '../text/title-likeness.ts';

type EffectKind = 'removed' | 'repriced' | 'retitled' | 'restatused' | 'recategorised';

/** How much of the catalogue an import touches. Brakes are decided by these numbers. */
export interface CatalogEffect {
  /** Items before the import. */
  readonly items: number;
  /** Of those, how many are gone after it. */
  readonly removed: number;
  /** Of those, how many have another list price or selling price. */
  readonly repriced: number;
  /** The items of the feed's source before the import, and how many of them are gone. All items where there is one source. */
  readonly source: { readonly items: number; readonly removed: number };
  /** Of the items, how many the file names. */
  readonly named: number;
  /** How many times its former price each repriced item has now; items that had no price are left out. */
  readonly factors: Float64Array;
  /** Of those that the file names, how many have an unlike title now (title-likeness.ts). */
  readonly retitled: number;
  /** Of those, how many have another status, and how many another main category. */
  readonly restatused: number;
  readonly recategorised: number;
  /** The first items of each kind, as number, title and change. */
  readonly examples: Readonly<Record<EffectKind, readonly string[]>>;
}

/** Examples of each kind that are kept for the sentence of a brake. */
const EXAMPLES_MAX = 3;
/** Characters of a title in an example. */
const TITLE_SHOWN_MAX = 40;

/** Counts what an import does to the items that were there before it. `items` is how many there were. */
export function createCatalogEffect(items: number) {
  const added = new Set<number>();
  /** Whether each belonged to the feed's source. */
  const removed = new Map<number, boolean>();
  const named = new Set<number>();
  /** How many times its former price each has now; null where it had none. */
  const repriced = new Map<number, number | null>();
  /** Items with another title, status or main category. */
  const changed = {
    retitled: new Set<number>(),
    restatused: new Set<number>(),
    recategorised: new Set<number>(),
  };
  /** Items that the import had added before its first removal, when those of the source are counted. */
  let addedBefore: number | null = null;
  const examples = {
    ...{ removed: [], repriced: [], retitled: [], restatused: [], recategorised: [] },
  } satisfies Record<string, string[]>;
  const give = (list: string[], example: () => string) => {
    if (list.length < EXAMPLES_MAX) list.push(example());
  };
  return {
    /** Every item record and patch, whatever became of it. */
    recordPut({ outcome, item, before: known }: WrittenItem): void {
      if (items === 0) return;
      const { itemId } = item;
      if (outcome === 'added' && !removed.delete(itemId)) added.add(itemId);
      if (known === null || added.has(itemId)) return;
      const before = known.item;
      named.add(itemId);
      if (outcome === 'unchanged') return;
      if (before.shopPrice !== item.shopPrice || before.salePrice !== item.salePrice) {
        const factor = factorOf(before, item);
        const earlier = repriced.get(itemId);
        repriced.set(itemId, earlier && factor ? earlier * factor : factor);
        const change = () => `${priceText(before)} → ${priceText(item)}`;
        give(examples.repriced, () => `${itemId} ${titleText(item.title)} ${change()}`);
      }
      if (before.title !== item.title && isUnlikeTitle(before.title, item.title)) {
        changed.retitled.add(itemId);
        give(examples.retitled, () => `${itemId} ${titleText(before.title)} → ${titleText(item.title)}`);
      }
      for (const [kind, read] of CHANGES) {
        if (read(before) === read(item)) continue;
        changed[kind].add(itemId);
        give(examples[kind], () => `${itemId} ${titleText(item.title)} ${read(before)} → ${read(item)}`);
      }
    },

    recordRemoval(itemId: number, before: KnownItem, isOfSource: boolean): void {
      addedBefore ??= added.size;
      if (items === 0 || added.delete(itemId)) return;
      removed.set(itemId, isOfSource);
      give(examples.removed, () => `${itemId} ${titleText(before.item.title)}`);
    },

    /** `sourceItems` = items of the feed's source, with those that it added. */
    sum: (sourceItems: number | null): CatalogEffect => ({
      items,
      removed: removed.size,
      repriced: repriced.size,
      source: {
        items: sourceItems === null ? items : sourceItems - (addedBefore ?? 0),
        removed: [...removed.values()].filter((isOfSource) => isOfSource).length,
      },
      named: named.size,
      factors: Float64Array.from([...repriced.values()].filter((factor) => factor !== null)),
      retitled: changed.retitled.size,
      restatused: changed.restatused.size,
      recategorised: changed.recategorised.size,
      examples,
    }),
  };
}

const CHANGES = [
  ['restatused', ({ itemStatus }: Item) => itemStatus],
  ['recategorised', ({ categoryIds }: Item) => categoryIds[0]],
] as const;

type Prices = Pick<Item, 'shopPrice' | 'salePrice'>;

/** The larger change of the two prices; null for an item that had neither. */
function factorOf(before: Prices, after: Prices): number | null {
  const shop = before.shopPrice > 0 ? after.shopPrice / before.shopPrice : null;
  const sale = before.salePrice > 0 ? after.salePrice / before.salePrice : null;
  if (shop === null || sale === null) return shop ?? sale;
  return Math.abs(Math.log(sale)) > Math.abs(Math.log(shop)) ? sale : shop;
}

function priceText({ shopPrice, salePrice }: Prices): string {
  return shopPrice === salePrice ? String(salePrice) : `${shopPrice}/${salePrice}`;
}

function titleText(title: string): string {
  const shown = title.length > TITLE_SHOWN_MAX ? `${title.slice(0, TITLE_SHOWN_MAX).toWellFormed()}…` : title;
  return `“${shown}”`;
}
