import { dealDoubt, type Item } from '../../catalog/item.ts';
import type { ItemNames } from '../../catalog/item-names.ts';
import type { KnownItem, WrittenItem } from '../../catalog/item-writer.ts';
import { message } from '../../messages/messages.ts';
import { findsRow, type Writer } from '../../sql-database.ts';
import { GrowingShare } from '../brakes.ts';
import type { FeedProblem } from '../feed-record.ts';
import { byKind } from '../record-fields.ts';
import { isUnlikeTitle } from '../text/title-likeness.ts';

/** A median price factor in this range may be a sale, inflation or another tax. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 2;

/** By brake, the value of an item that is compared before and after the import. */
const COMPARED = {
  repriced: ({ shopPrice, salePrice }) =>
    shopPrice === salePrice ? String(salePrice) : `${shopPrice}/${salePrice}`,
  retitled: ({ title }) => title,
  restatused: ({ itemStatus }) => itemStatus,
  recategorised: ({ categoryIds }) => String(categoryIds[0]),
} as const satisfies Readonly<Record<string, (item: Item) => string>>;
type Compared = keyof typeof COMPARED;
const COMPARED_KINDS = Object.keys(COMPARED) as readonly Compared[];

const CHANGES = ['removed', 'sourceRemoved', ...COMPARED_KINDS] as const;

export interface PutItem {
  readonly given: Item;
  readonly result: WrittenItem;
  readonly line: number;
  /** The fields of a patch; empty for a whole item. */
  readonly patched: string;
  readonly isUnpriced: boolean;
}

/**
 * How much an import changes: shares for brakes, and warnings about suspicious items. `itemCount` = items before the import;
 * `categoryName` names categories in examples.
 */
export function createItemEffects(
  itemCount: number,
  names: ItemNames,
  categoryName: (categoryId: string) => string,
) {
  const added = new Set<number>();
  /** Existing items that the file names. */
  const named = new Set<number>();
  const changed = byKind(CHANGES, () => ({ itemIds: new Set<number>(), share: new GrowingShare() }));
  /** By item, the ratio of the new price to the old one; null without an old price. */
  const factors = new Map<number, number | null>();
  const sharedKeys = new GrowingShare();
  const withoutPrice = new GrowingShare();
  /** `whole`: items with a whole record in the file. `patches`: by item, the fields of its last patch. */
  const whole = new Set<number>();
  const patches = new Map<number, string>();

  const note = (kind: (typeof CHANGES)[number], itemId: number, textOf: () => string) => {
    changed[kind].itemIds.add(itemId);
    changed[kind].share.add(() => `${itemId} ${textOf()}`);
  };

  function compare({ given: { itemId }, result: { outcome, item, before } }: PutItem): void {
    const isBack = changed.removed.itemIds.delete(itemId);
    changed.sourceRemoved.itemIds.delete(itemId);
    if (outcome === 'added' && !isBack) added.add(itemId);
    if (before === null || added.has(itemId)) return;
    named.add(itemId);
    if (outcome === 'unchanged') return;
    const was = before.item;
    for (const kind of COMPARED_KINDS) {
      const [from, to] = [COMPARED[kind](was), COMPARED[kind](item)];
      if (from === to || (kind === 'retitled' && !isUnlikeTitle(was.title, item.title))) continue;
      const title = kind === 'retitled' ? '' : `${titleText(item.title)} `;
      const shown = kind === 'recategorised' ? categoryName : kind === 'retitled' ? titleText : String;
      note(kind, itemId, () => `${title}${shown(from)} → ${shown(to)}`);
    }
    if (was.shopPrice === item.shopPrice && was.salePrice === item.salePrice) return;
    const [earlier, factor] = [factors.get(itemId), factorOf(was, item)];
    factors.set(itemId, earlier && factor ? earlier * factor : factor);
  }

  /** Warns about a record that contradicts an earlier record of the same item in the file. */
  function warnOfRepeat({ given, result: { outcome, before }, line, patched }: PutItem): FeedProblem[] {
    const { itemId, title } = given;
    const isAgain = patched === '' ? whole.has(itemId) : patches.get(itemId) === patched;
    if (patched === '') whole.add(itemId);
    else patches.set(itemId, patched);
    if (!isAgain || before === null || outcome !== 'changed') return NONE;
    const was = before.fed.title;
    const titles = { before: titleText(was), title: titleText(title) };
    if (isUnlikeTitle(was, title)) sharedKeys.add(() => `${line}: ${titles.before} → ${titles.title}`);
    const reason = was === title ? message('feeds.twiceInFile') : message('feeds.otherTitle', titles);
    return [{ line, field: 'itemId', reason }];
  }

  return {
    put(put: PutItem, warnings: FeedProblem[]): void {
      const { given, result, line, patched, isUnpriced } = put;
      if (itemCount > 0) compare(put);
      if (patched === '') sharedKeys.of++;
      if (result.outcome === 'added') {
        withoutPrice.of++;
        if (isUnpriced) withoutPrice.add(() => `${line}: ${titleText(given.title)}`, line);
      }
      warnings.push(...warnOfRepeat(put));
      if (result.outcome !== 'unchanged') warnings.push(...warnOfDeal(put), ...warnOfTwin(put, names));
    },

    remove(itemId: number, { item }: KnownItem, isOfSource: boolean): void {
      if (itemCount === 0 || added.delete(itemId)) return;
      note('removed', itemId, () => titleText(item.title));
      if (isOfSource) note('sourceRemoved', itemId, () => titleText(item.title));
    },

    /**
     * `countSourceItems` counts the source's items after the import, without those taken over from other sources; null if the source
     * owns all items. Unpriced items count only in a shop that has prices.
     */
    async shares(sql: Writer, countSourceItems: () => Promise<number | null>) {
      const totals = { removed: itemCount, repriced: itemCount, restatused: itemCount };
      const removed = changed.sourceRemoved.itemIds.size;
      // Counting scans all items, so only an import that removes items counts them.
      const sourceItems = removed === 0 ? null : await countSourceItems();
      const ofSource = sourceItems === null ? itemCount : sourceItems + removed - added.size;
      const all = { ...totals, sourceRemoved: ofSource, retitled: named.size, recategorised: named.size };
      const shares = byKind(CHANGES, (kind) => {
        const { itemIds, share } = changed[kind];
        return { count: itemIds.size, of: all[kind], examples: share.examples };
      });
      const isPriced = withoutPrice.count > 0 && (await findsRow(sql, PRICED, []));
      return {
        ...shares,
        fileRepriced: { ...shares.repriced, of: named.size, ...medianFactor([...factors.values()]) },
        sharedKeys,
        withoutPrice: isPriced ? withoutPrice : new GrowingShare(),
      };
    },
  };
}

const PRICED = 'SELECT item_id FROM item WHERE shop_price > 0 OR sale_price > 0 LIMIT 1';

/** The median price factor, and the number of repriced items; 0 if the median is plausible. */
function medianFactor(factors: readonly (number | null)[]) {
  const sorted = factors.filter((factor) => factor !== null).sort((a, b) => a - b);
  const factor = sorted[Math.floor(sorted.length / 2)] ?? 1;
  return { factor, count: factor < FACTOR_MIN || factor > FACTOR_MAX ? sorted.length : 0 };
}

type Prices = Pick<Item, 'shopPrice' | 'salePrice'>;

/** The factor of the price that changed more; null without earlier prices. */
function factorOf(before: Prices, after: Prices): number | null {
  const shop = before.shopPrice > 0 ? after.shopPrice / before.shopPrice : null;
  const sale = before.salePrice > 0 ? after.salePrice / before.salePrice : null;
  if (shop === null || sale === null) return shop ?? sale;
  return Math.abs(Math.log(sale)) > Math.abs(Math.log(shop)) ? sale : shop;
}

const TITLE_SHOWN_MAX = 40;
const titleText = (title: string) =>
  `“${title.length > TITLE_SHOWN_MAX ? `${title.slice(0, TITLE_SHOWN_MAX).toWellFormed()}…` : title}”`;

const NONE: FeedProblem[] = [];

function warnOfTwin({ result: { item, before }, line }: PutItem, { isbns }: ItemNames): FeedProblem[] {
  const { itemId, isbn13 } = item;
  const isNew = isbn13 !== '' && before?.item.isbn13 !== isbn13;
  const twin = isNew ? isbns.findTwin(isbn13, itemId) : null;
  if (twin === null) return NONE;
  return [{ line, field: 'isbn13', reason: message('feeds.sameIsbn', { isbn13, itemId: twin }) }];
}

/** A known item with the same deal at the same list price gets no second warning. */
function warnOfDeal({ given, result: { before }, line }: PutItem): FeedProblem[] {
  const { deal, shopPrice, fixedBookPriceYn } = given;
  if (deal === null) return NONE;
  const known = before?.fed;
  const { salePrice: dealPrice } = deal;
  const isKnown = known?.shopPrice === shopPrice && known.deal?.salePrice === dealPrice;
  const doubt = isKnown ? null : dealDoubt(dealPrice, { shopPrice, fixedBookPriceYn });
  if (doubt === null) return NONE;
  const percent = Math.round((dealPrice / shopPrice) * 100);
  const reason = message(`feeds.${DEAL_REASONS[doubt]}`, { dealPrice, shopPrice, percent });
  return [{ line, field: 'deal.salePrice', reason }];
}

const DEAL_REASONS = { aboveList: 'dealAboveList', fixedPrice: 'dealFixedPrice', low: 'dealLow' } as const;
