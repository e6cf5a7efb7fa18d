import { BUYER_TYPE_CODE, NO_BUYER, type SaleLines } from './sale.ts';

/** An organisation counts a fifth of the ordered copies, at most 20 a line (docs/lists.md#counted-copies). */
const ORGANISATION_SHARE = 5;
const ORGANISATION_COPIES_MAX = 20;

/** Reads the order ids that break ties between one buyer's lines of an item at one moment. */
export type ReadOrderIds = (orderNos: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** What operators excluded from a month. Items are indices of the RankCatalog. */
export interface LeftOut {
  readonly items: ReadonlySet<number>;
  readonly buyers: ReadonlySet<number>;
}

const NOTHING: LeftOut = { items: new Set(), buyers: new Set() };

/** How many copies each line of a month counts (docs/lists.md#counted-copies). `lines` has no cancelled or late lines. */
export async function countCopies(
  lines: SaleLines,
  copiesPerBuyer: number,
  readOrderIds: ReadOrderIds,
  { items, buyers } = NOTHING,
): Promise<Uint32Array> {
  const copies = new Uint32Array(lines.count);
  const next = new Int32Array(lines.count).fill(-1);
  const count = (chain: readonly number[]) => {
    let left = copiesPerBuyer;
    for (const line of chain) {
      const counted = Math.min(lines.quantity[line] ?? 0, left);
      copies[line] = counted;
      left -= counted;
    }
  };
  const tied: number[][] = [];
  for (const first of chainPersons(lines, copies, next, copiesPerBuyer)) {
    const chain: number[] = [];
    for (let line = first; line >= 0; line = next[line] ?? -1) chain.push(line);
    if (sortLines(lines, chain)) count(chain);
    else tied.push(chain);
  }
  const ids = await readOrderIds([...new Set(tied.flat().map((line) => lines.orderNo[line] ?? 0))]);
  for (const chain of tied) {
    sortLines(lines, chain, ids);
    count(chain);
  }
  if (items.size + buyers.size === 0) return copies;
  return copies.map((counted, line) =>
    items.has(lines.item[line] ?? -1) || buyers.has(lines.buyer[line] ?? NO_BUYER) ? 0 : counted,
  );
}

/**
 * Gives every line the copies that it would count if its buyer had no other line of the item. Lines of the same buyer and item
 * become a linked list in `next`. Returns the first line of every list with several lines.
 */
function chainPersons(
  lines: SaleLines,
  copies: Uint32Array,
  next: Int32Array,
  copiesPerBuyer: number,
): number[] {
  const { item, buyer, buyerType, quantity } = lines;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(lines.count, 1) * 2)) - 1;
  const heads = new Int32Array(mask + 1).fill(-1);
  const repeated: number[] = [];
  for (let line = 0; line < lines.count; line++) {
    const type = buyerType[line];
    const ordered = quantity[line] ?? 0;
    if (type === BUYER_TYPE_CODE.reseller) continue;
    if (type === BUYER_TYPE_CODE.organisation) {
      copies[line] = Math.min(Math.floor(ordered / ORGANISATION_SHARE), ORGANISATION_COPIES_MAX);
      continue;
    }
    if (type === BUYER_TYPE_CODE.aggregate) {
      copies[line] = ordered;
      continue;
    }
    copies[line] = Math.min(ordered, copiesPerBuyer);
    const who = buyer[line] ?? NO_BUYER;
    if (who === NO_BUYER) continue;
    const what = item[line] ?? 0;
    let slot = hash(who, what) & mask;
    let head = heads[slot] ?? -1;
    while (head >= 0 && (item[head] !== what || buyer[head] !== who)) {
      slot = (slot + 1) & mask;
      head = heads[slot] ?? -1;
    }
    if (head < 0) {
      heads[slot] = line;
      continue;
    }
    if (next[head] === -1) repeated.push(head);
    next[line] = next[head] ?? -1;
    next[head] = line;
  }
  return repeated;
}

/** Sorts lines by time, order id (bytes of UTF-8) and line number. False if order ids are needed and `ids` is missing. */
function sortLines(lines: SaleLines, some: number[], ids?: ReadonlyMap<number, string>): boolean {
  const bytesOf = (orderNo: number) => Buffer.from(ids?.get(orderNo) ?? '');
  let isSorted = true;
  some.sort((a, b) => {
    const time = (lines.soldAtMs[a] ?? 0) - (lines.soldAtMs[b] ?? 0);
    if (time !== 0) return time;
    const [orderA, orderB] = [lines.orderNo[a] ?? 0, lines.orderNo[b] ?? 0];
    if (orderA === orderB) return (lines.lineNo[a] ?? 0) - (lines.lineNo[b] ?? 0);
    if (ids === undefined) isSorted = false;
    return Buffer.compare(bytesOf(orderA), bytesOf(orderB));
  });
  return isSorted;
}

function hash(buyer: number, item: number): number {
  let mixed = Math.imul((buyer >>> 0) ^ Math.imul(item, 0x9e3779b1), 0x85ebca6b);
  mixed ^= Math.imul((buyer / 4_294_967_296) >>> 0, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}
