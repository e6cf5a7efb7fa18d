import type { Item } from '../../catalog/item.ts';
import type { WrittenItem } from '../../catalog/item-writer.ts';
import { inEveryLanguage, message } from '../../messages/messages.ts';
import type { SaleLine } from '../../rankings/sale.ts';
import { findsRow, type Writer } from '../../sql-database.ts';
import { joinReasons, type Share } from '../brakes.ts';
import { EXAMPLES_MAX, type FeedProblem } from '../feed-record.ts';
import { titleText } from '../import-shares.ts';
import type { Reason } from '../reason.ts';
import { isUnlikeTitle } from '../text/title-likeness.ts';

const counted = () => ({ count: 0, of: 0, examples: [] as Reason[] });

function count(share: ReturnType<typeof counted>, textOf: () => string): void {
  share.count++;
  if (share.examples.length >= EXAMPLES_MAX) return;
  const text = textOf();
  share.examples.push(inEveryLanguage(() => text));
}

const figures = ({ count, of, examples }: Share) => ({
  count: count.toLocaleString('en-US'),
  all: of.toLocaleString('en-US'),
  examples: joinReasons(examples),
});

/**
 * Finds items of a file that look wrong in comparison: an item named twice, different titles with one name, an item without a
 * price.
 */
export function createItemOddities(sql: Writer) {
  /** Items with a whole record in the file; for patched items, the fields. */
  const named = new Set<number>();
  const patches = new Map<number, string>();
  const sharedKeys = counted();
  const withoutPrice = counted();
  let firstUnpriced: number | null = null;
  return {
    /** Notes an item of the file. `patched` = the fields of a patch. */
    add(
      given: Item,
      { outcome, before }: WrittenItem,
      { patched = '', isUnpriced = false }: { readonly patched?: string; readonly isUnpriced?: boolean },
      line: number,
      warnings: FeedProblem[],
    ): void {
      const { itemId, title } = given;
      if (patched === '') sharedKeys.of++;
      if (outcome === 'added') withoutPrice.of++;
      if (outcome === 'added' && isUnpriced) {
        firstUnpriced ??= line;
        count(withoutPrice, () => `${line}: ${titleText(title)}`);
      }
      const isAgain = patched === '' ? named.has(itemId) : patches.get(itemId) === patched;
      if (patched === '') named.add(itemId);
      else patches.set(itemId, patched);
      if (!isAgain || before === null || outcome !== 'changed') return;
      const was = before.fed.title;
      const titles = { before: titleText(was), title: titleText(title) };
      if (isUnlikeTitle(was, title)) count(sharedKeys, () => `${line}: ${titles.before} → ${titles.title}`);
      const reason = was === title ? message('feeds.twiceInFile') : message('feeds.otherTitle', titles);
      warnings.push({ line, field: 'itemId', reason });
    },
    /** Call it once, after the last item. Shops without any prices get no warning about them. */
    async end(): Promise<{
      readonly warnings: FeedProblem[];
      readonly shares: Readonly<Record<'sharedKeys' | 'withoutPrice', Share>>;
    }> {
      const isBothered =
        withoutPrice.count > 0 &&
        (await findsRow(sql, 'SELECT item_id FROM item WHERE shop_price > 0 OR sale_price > 0 LIMIT 1', []));
      const shares = { sharedKeys, withoutPrice: isBothered ? withoutPrice : counted() };
      if (!isBothered) return { warnings: [], shares };
      const reason = message('feeds.someUnpriced', figures(withoutPrice));
      return { warnings: [{ line: firstUnpriced ?? 0, field: 'shopPrice', reason }], shares };
    },
  };
}

/** Maximum number of distinct items of order lines that are remembered; more than any catalogue has. */
const GOODS_MAX = 1_000_000;

/** Finds order lines whose items aren't in the catalogue. */
export function createOrderOddities(sql: Writer) {
  const goods = new Map<string | number, { lines: number; readonly line: number; readonly name: string }>();
  let lines = 0;
  return {
    /** Notes a new line, and the file's name of its item. */
    add({ itemId, isbn13 }: SaleLine, line: number, name: string): void {
      lines++;
      const known = goods.get(itemId ?? isbn13 ?? '');
      if (known === undefined && goods.size >= GOODS_MAX) return;
      if (known === undefined) goods.set(itemId ?? isbn13 ?? '', { lines: 1, line, name });
      else known.lines++;
    },
    /** To be called once, after the last item. */
    async end(): Promise<{ readonly warnings: FeedProblem[]; readonly share: Share }> {
      const share = { ...counted(), of: lines };
      let first: number | null = null;
      const known = await findKnown(sql, [...goods.keys()]);
      for (const [key, { lines, line, name }] of goods) {
        if (known.has(key)) continue;
        first ??= line;
        count(share, () => `${line}: ${JSON.stringify(name)}`);
        share.count += lines - 1;
      }
      if (share.count === 0) return { warnings: [], share };
      const reason = message('feeds.someUnknownGoods', figures(share));
      return { warnings: [{ line: first ?? 0, field: 'itemId', reason }], share };
    },
  };
}

/** Parameters of one statement. */
const KEYS_A_STATEMENT = 5_000;

/** Those of the given item numbers and ISBNs that items have. */
async function findKnown(
  sql: Writer,
  keys: readonly (number | string)[],
): Promise<ReadonlySet<number | string>> {
  const known = new Set<number | string>();
  for (let at = 0; at < keys.length; at += KEYS_A_STATEMENT) {
    const some = keys.slice(at, at + KEYS_A_STATEMENT);
    const ofIds = await sql.query<{ item_id: number }>('SELECT item_id FROM item WHERE item_id = ANY ($1)', [
      some.filter((key) => typeof key === 'number'),
    ]);
    const ofIsbns = await sql.query<{ isbn13: string }>(
      `SELECT DISTINCT isbn13 FROM item WHERE isbn13 = ANY ($1) AND isbn13 <> ''`,
      [some.filter((key) => typeof key === 'string')],
    );
    for (const { item_id } of ofIds) known.add(item_id);
    for (const { isbn13 } of ofIsbns) known.add(isbn13);
  }
  return known;
}
