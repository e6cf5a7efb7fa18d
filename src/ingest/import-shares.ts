import type { Item } from '../catalog/item.ts';
import type { KnownItem, WrittenItem } from '../catalog/item-writer.ts';
import { inEveryLanguage, message } from '../messages/messages.ts';
import type { Share } from './brakes.ts';
import { EXAMPLES_MAX, type Fault, type FeedProblem } from './feed-record.ts';
import type { Reason } from './reason.ts';
import { byKind, isObject } from './record-fields.ts';
import { isUnlikeTitle } from './text/title-likeness.ts';

/** Maximum length of a title in an example. */
const TITLE_SHOWN_MAX = 40;
/** If all prices are multiplied by a factor in this range, it is a sale, inflation or another tax. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 2;

/** The fields that brakes compare, and how examples show them. */
const COMPARED = [
  ['repriced', priceText],
  ['retitled', ({ title }: Item) => titleText(title)],
  ['restatused', ({ itemStatus }: Item) => itemStatus],
  ['recategorised', ({ categoryIds }: Item) => String(categoryIds[0])],
] as const;

const CHANGES = ['removed', 'sourceRemoved', ...COMPARED.map(([kind]) => kind)] as const;
type Change = (typeof CHANGES)[number];

/** A category's name for examples. */
type CategoryName = (categoryId: string) => string;

/** Counts an import's effects on existing items. `items` is how many there were. */
export function createCatalogEffect(items: number, categoryName: CategoryName = (id) => id) {
  const added = new Set<number>();
  /** Existing items that the file names. */
  const named = new Set<number>();
  const changed = byKind(CHANGES, () => ({ itemIds: new Set<number>(), examples: [] as Reason[] }));
  /** By item, the ratio of the new price to the old one; null without an old price. */
  const factors = new Map<number, number | null>();
  /** Items added before the first removal, when the source's items are counted. */
  let addedBefore: number | null = null;
  const note = (kind: Change, itemId: number, textOf: () => string) => {
    const { itemIds, examples } = changed[kind];
    itemIds.add(itemId);
    if (examples.length >= EXAMPLES_MAX) return;
    const text = `${itemId} ${textOf()}`;
    examples.push(inEveryLanguage(() => text));
  };
  return {
    /** Notes every item record and patch, whatever its outcome. */
    recordPut({ outcome, item, before: known }: WrittenItem): void {
      if (items === 0) return;
      const { itemId, title } = item;
      const isBack = changed.removed.itemIds.delete(itemId);
      changed.sourceRemoved.itemIds.delete(itemId);
      if (outcome === 'added' && !isBack) added.add(itemId);
      if (known === null || added.has(itemId)) return;
      const before = known.item;
      named.add(itemId);
      if (outcome === 'unchanged') return;
      for (const [kind, read] of COMPARED) {
        const [was, is] = [read(before), read(item)];
        const isTitle = kind === 'retitled';
        if (isTitle ? before.title === title || !isUnlikeTitle(before.title, title) : was === is) continue;
        const shown = kind === 'recategorised' ? categoryName : (text: string) => text;
        note(kind, itemId, () => `${isTitle ? '' : `${titleText(title)} `}${shown(was)} → ${shown(is)}`);
        if (kind !== 'repriced') continue;
        const [earlier, factor] = [factors.get(itemId), factorOf(before, item)];
        factors.set(itemId, earlier && factor ? earlier * factor : factor);
      }
    },

    recordRemoval(itemId: number, before: KnownItem, isOfSource: boolean): void {
      addedBefore ??= added.size;
      if (items === 0 || added.delete(itemId)) return;
      note('removed', itemId, () => titleText(before.item.title));
      if (isOfSource) note('sourceRemoved', itemId, () => titleText(before.item.title));
    },

    /** `sourceItems` = number of the source's items, including added ones; null if it owns all items. */
    sum(sourceItems: number | null) {
      const share = (kind: Change, of: number): Share => {
        const { itemIds, examples } = changed[kind];
        return { count: itemIds.size, of, examples };
      };
      const sorted = [...factors.values()].filter((factor) => factor !== null).sort((a, b) => a - b);
      const factor = sorted[Math.floor(sorted.length / 2)] ?? 1;
      const count = factor < FACTOR_MIN || factor > FACTOR_MAX ? sorted.length : 0;
      const ofSource = sourceItems === null ? items : sourceItems - (addedBefore ?? 0);
      return {
        removed: share('removed', items),
        sourceRemoved: share('sourceRemoved', ofSource),
        repriced: share('repriced', items),
        fileRepriced: { ...share('repriced', named.size), count, factor },
        retitled: share('retitled', named.size),
        restatused: share('restatused', items),
        recategorised: share('recategorised', named.size),
      };
    },
  };
}

type Prices = Pick<Item, 'shopPrice' | 'salePrice'>;

/** The greater of the two prices' changes; null without prices. */
function factorOf(before: Prices, after: Prices): number | null {
  const shop = before.shopPrice > 0 ? after.shopPrice / before.shopPrice : null;
  const sale = before.salePrice > 0 ? after.salePrice / before.salePrice : null;
  if (shop === null || sale === null) return shop ?? sale;
  return Math.abs(Math.log(sale)) > Math.abs(Math.log(shop)) ? sale : shop;
}

function priceText({ shopPrice, salePrice }: Prices): string {
  return shopPrice === salePrice ? String(salePrice) : `${shopPrice}/${salePrice}`;
}

export const titleText = (title: string) =>
  `“${title.length > TITLE_SHOWN_MAX ? `${title.slice(0, TITLE_SHOWN_MAX).toWellFormed()}…` : title}”`;

/** By brake, the fields whose unreadable values it counts; the field with the largest share decides. */
const READ = {
  unreadPrices: ['shopPrice', 'salePrice', 'unitPrice', 'deal.salePrice'],
  unreadIsbns: ['isbn13', 'isbn10'],
  unreadCategories: ['categoryIds'],
  unreadDates: ['publishDate', 'registeredAt'],
} as const;

export type ReadCounter = ReturnType<typeof createReadCounter>;

/** Counts the values of an import that could and couldn't be read. */
export function createReadCounter() {
  const counts = Object.values(READ)
    .flat()
    .map((field) => ({ field, top: field.replace(/\..*$/, ''), lastLine: 0, ...none() }));
  const swapped = none();
  const prices = { count: 0, values: new Set<number>() };
  const worstOf = (kind: keyof typeof READ): Share =>
    counts
      .filter(({ field }) => READ[kind].some((one) => one === field))
      .map(({ count, of, examples }): Share => ({ count, of, examples }))
      .reduce((worst, other) => (other.count * worst.of > worst.count * other.of ? other : worst), NONE);
  return {
    /** Counts the values of one record. `fault` is the reason to refuse it, or null. */
    add(value: unknown, line: number, warnings: readonly Fault[], fault: Fault | null): void {
      if (!isObject(value)) return;
      const record = value as Readonly<Record<string, unknown>>;
      for (const share of counts) if (isGiven(record[share.top])) share.of++;
      for (const one of fault === null ? warnings : [...warnings, fault]) {
        const isLost = one.isLeftOut === true || (one === fault && isGiven(record[one.field]));
        const path = one.field.replace(/\[.*$/, '');
        const share = isLost ? counts.find(({ field }) => field === path) : undefined;
        // A line with several bad codes counts once.
        if (share === undefined || share.lastLine === line) continue;
        share.lastLine = line;
        add(share, { line, ...one });
      }
      const { shopPrice, salePrice } = record;
      const price = shopPrice ?? salePrice;
      if (typeof price === 'number') {
        prices.count++;
        if (prices.values.size < 2) prices.values.add(price);
      }
      if (typeof shopPrice !== 'number' || typeof salePrice !== 'number' || shopPrice === salePrice) return;
      swapped.of++;
      if (shopPrice === 0 || salePrice < shopPrice) return;
      const reason = message('feeds.aboveListPrice', { salePrice, shopPrice });
      add(swapped, { line, field: 'salePrice', reason });
    },
    /** The price of all items, if there are many: a column filled with a default value. */
    onlyPrice(): { readonly price: number; readonly count: number } | null {
      const [price, other] = prices.values;
      if (price === undefined || other !== undefined) return null;
      return prices.count >= (price === 0 ? FREE_MIN : ONE_PRICE_MIN) ? { price, count: prices.count } : null;
    },
    shares: () => ({
      ...byKind(Object.keys(READ) as (keyof typeof READ)[], worstOf),
      swappedPrices: swapped,
    }),
  };
}

/** With fewer items, equal prices or none may be intended. */
const FREE_MIN = 20;
const ONE_PRICE_MIN = 100;

const none = () => ({ count: 0, of: 0, examples: [] as Reason[] });
const NONE: Share = { ...none(), of: 1 };

function add(share: ReturnType<typeof none>, problem: FeedProblem): void {
  share.count++;
  if (share.examples.length < EXAMPLES_MAX) share.examples.push(exampleOf(problem));
}

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A finding as a brake's example: a report's text in one piece. */
export function exampleOf({ line, field, reason }: FeedProblem): Reason {
  return inEveryLanguage((language) => `${line}: ${field === '' ? '' : `${field}: `}${reason[language]}`);
}
