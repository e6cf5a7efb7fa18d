import type { Item } from '../../catalog/item.ts';
import type { KnownItem, WrittenItem } from '../../catalog/item-writer.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { BrakeKind, Share, Shares } from '../brakes.ts';
import { EXAMPLES_MAX } from '../feed-record.ts';
import type { Reason } from '../reason.ts';
import { isUnlikeTitle } from '../text/title-likeness.ts';

/** How much of the catalogue an import touches. */
export type CatalogEffect = Shares<
  'removed' | 'sourceRemoved' | 'repriced' | 'fileRepriced' | 'retitled' | 'restatused' | 'recategorised'
>;

/** Characters of a title in an example. */
const TITLE_SHOWN_MAX = 40;
/** Prices that are multiplied by a number between these are a sale, an inflation or another tax. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 2;

/** Counts what an import does to the items that were there before it. `items` is how many there were. */
export function createCatalogEffect(items: number) {
  const added = new Set<number>();
  /** Items that were there and that the file names. */
  const named = new Set<number>();
  /** Whether each removed item belonged to the feed's source. */
  const removed = new Map<number, boolean>();
  /** How many times its former price each has now; null where it had none. */
  const repriced = new Map<number, number | null>();
  const changed = {
    retitled: new Set<number>(),
    restatused: new Set<number>(),
    recategorised: new Set<number>(),
  };
  /** Items that the import had added before its first removal, when those of the source are counted. */
  let addedBefore: number | null = null;
  const examples = new Map<BrakeKind, Reason[]>();
  const give = (kind: BrakeKind, itemId: number, change: () => string) => {
    const given = examples.get(kind) ?? [];
    examples.set(kind, given);
    if (given.length >= EXAMPLES_MAX) return;
    const text = `${itemId} ${change()}`;
    given.push(inEveryLanguage(() => text));
  };
  return {
    /** Every item record and patch, whatever became of it. */
    recordPut({ outcome, item, before: known }: WrittenItem): void {
      if (items === 0) return;
      const { itemId, title } = item;
      if (outcome === 'added' && !removed.delete(itemId)) added.add(itemId);
      if (known === null || added.has(itemId)) return;
      const before = known.item;
      named.add(itemId);
      if (outcome === 'unchanged') return;
      if (before.shopPrice !== item.shopPrice || before.salePrice !== item.salePrice) {
        const factor = factorOf(before, item);
        const earlier = repriced.get(itemId);
        repriced.set(itemId, earlier && factor ? earlier * factor : factor);
        give('repriced', itemId, () => `${titleText(title)} ${priceText(before)} → ${priceText(item)}`);
      }
      if (before.title !== title && isUnlikeTitle(before.title, title)) {
        changed.retitled.add(itemId);
        give('retitled', itemId, () => `${titleText(before.title)} → ${titleText(title)}`);
      }
      for (const [kind, read] of CHANGES) {
        if (read(before) === read(item)) continue;
        changed[kind].add(itemId);
        give(kind, itemId, () => `${titleText(title)} ${read(before)} → ${read(item)}`);
      }
    },

    recordRemoval(itemId: number, before: KnownItem, isOfSource: boolean): void {
      addedBefore ??= added.size;
      if (items === 0 || added.delete(itemId)) return;
      removed.set(itemId, isOfSource);
      give('removed', itemId, () => titleText(before.item.title));
    },

    /** `sourceItems` = items of the feed's source, with those that it added; null where all items are its. */
    sum(sourceItems: number | null): CatalogEffect {
      const share = (kind: BrakeKind, count: number, of: number): Share => {
        return { count, of, examples: examples.get(kind) ?? [] };
      };
      const factors = [...repriced.values()].filter((factor) => factor !== null).sort((a, b) => a - b);
      const factor = factors[Math.floor(factors.length / 2)] ?? 1;
      const multiplied = factor < FACTOR_MIN || factor > FACTOR_MAX ? factors.length : 0;
      const ofSource = [...removed.values()].filter((isOfSource) => isOfSource).length;
      return {
        removed: share('removed', removed.size, items),
        sourceRemoved: share(
          'removed',
          ofSource,
          sourceItems === null ? items : sourceItems - (addedBefore ?? 0),
        ),
        repriced: share('repriced', repriced.size, items),
        fileRepriced: { ...share('repriced', multiplied, named.size), factor },
        retitled: share('retitled', changed.retitled.size, named.size),
        restatused: share('restatused', changed.restatused.size, items),
        recategorised: share('recategorised', changed.recategorised.size, named.size),
      };
    },
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
