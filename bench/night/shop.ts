import { createRandom, mix } from '../../demo/random.ts';
import type { CategoryNode } from '../../src/catalog/category.ts';
import {
  formatKstDay,
  formatKstInstant,
  type KstDay,
  kstDayStartMs,
  kstMonthFirstDay,
  kstMonthOfDay,
  parseKstDay,
} from '../../src/clock.ts';
import { segmentOf } from '../../src/rankings/edition.ts';
import { BUYER_TYPES } from '../../src/rankings/sale.ts';

export interface ShopSize {
  readonly items: number;
  readonly categories: number;
  /** Order lines of all months, without the last day. */
  readonly lines: number;
  readonly months: number;
  /** Lines of the last day, which is counted by itself. */
  readonly nightly: number;
}

export interface Task {
  readonly size: ShopSize;
  readonly folder: string;
  readonly nowMs: number;
}

export interface ShopCategory extends CategoryNode {
  readonly parent: number;
}

const LAST_DAY = parseKstDay('2026-06-30') ?? 0;
const FIRST_ITEM_ID = 1_000_000;
const LINES_A_BUYER = 25;

/** The full run leaves the last day to the nightly one. */
export const FULL_RUN_MS = kstDayStartMs(LAST_DAY) + 30 * 60_000;
export const NIGHTLY_RUN_MS = kstDayStartMs(LAST_DAY + 1) + 30 * 60_000;
export const REFRESH_MS = NIGHTLY_RUN_MS + 10 * 60_000;
export const lastDay = LAST_DAY;
export const lastMonth = kstMonthOfDay(LAST_DAY);

export function firstDayOf(size: ShopSize): KstDay {
  return kstMonthFirstDay(lastMonth - size.months + 1);
}

/** A tree of four levels, the lower ones several times as large as those above. */
export function shopCategories({ categories }: ShopSize): ShopCategory[] {
  const upper = [0.004, 0.03, 0.2].map((share) => Math.max(2, Math.round(categories * share)));
  const widths = [...upper, categories - upper.reduce((sum, one) => sum + one, 0)];
  const tree: ShopCategory[] = [];
  let above = 0;
  for (const [level, width] of widths.entries()) {
    const first = tree.length;
    const aboveWidth = widths[level - 1] ?? 1;
    for (let at = 0; at < width; at++) {
      const parent = level === 0 ? -1 : above + Math.floor((at * aboveWidth) / width);
      const parentId = tree[parent]?.categoryId ?? null;
      const categoryId = `${parentId ?? ''}${String(at % 1000).padStart(3, '0')}`;
      tree.push({ categoryId, categoryName: `분야 ${categoryId}`, parentId, parent });
    }
    above = first;
  }
  return tree;
}

export function itemIdOf(item: number): number {
  return FIRST_ITEM_ID + item;
}

/** The leaves of an item: one, or two for every third. */
export function itemLeaves(item: number, categoryCount: number): number[] {
  const leaves = Math.ceil(categoryCount * 0.75);
  const one = categoryCount - 1 - (mix(item, 0) % leaves);
  const other = categoryCount - 1 - (mix(item + 0x5bd1, 0) % leaves);
  return item % 3 === 0 && one !== other ? [one, other] : [one];
}

export function publishDayOf(item: number): KstDay {
  return LAST_DAY - (mix(item ^ 0x2a2a, 0) % 9000);
}

/** Feed lines of the catalogue: categories, then items. */
export function* catalogFeed(size: ShopSize): Generator<string> {
  const tree = shopCategories(size);
  for (const { categoryId, categoryName, parentId } of tree) {
    const parent = parentId === null ? {} : { parentId };
    yield `${JSON.stringify({ kind: 'category', categoryId, categoryName, ...parent })}\n`;
  }
  for (let item = 0; item < size.items; item++) {
    const publishDate = formatKstDay(publishDayOf(item));
    const price = 8000 + (item % 40) * 500;
    const window = { from: '2026-06-20', until: '2026-07-10' };
    yield `${JSON.stringify({
      kind: 'item',
      itemId: itemIdOf(item),
      title: `바람이 지나간 자리 ${item}권`,
      authors: [{ author: `김서가${item % 5000}`, authorType: '지음' }],
      publisher: `서가출판사 ${item % 300}`,
      publishDate,
      catalog: 'BOOK',
      categoryIds: itemLeaves(item, tree.length).map((leaf) => tree[leaf]?.categoryId),
      shopPrice: price,
      salePrice: price * 0.9,
      ...(item % 100 === 0 ? { deal: { salePrice: price * 0.7, ...window } } : {}),
      ...(item % 1000 === 0 ? { attention: window } : {}),
      registeredAt: `${publishDate}T10:00:00+09:00`,
    })}\n`;
  }
}

function linesOfDay(size: ShopSize, day: KstDay): number {
  if (day === LAST_DAY) return size.nightly;
  const first = firstDayOf(size);
  const upTo = (count: number) => Math.round((size.lines * count) / (LAST_DAY - first));
  return upTo(day - first + 1) - upTo(day - first);
}

export type DayLines = ReturnType<typeof generateDay>;

/**
 * The lines of a day as numbers, in the order of time: few items sell often and most seldom, and one line in twenty has a buyer who
 * isn't a person.
 */
export function generateDay(size: ShopSize, day: KstDay) {
  const count = linesOfDay(size, day);
  const random = createRandom(day).next;
  const buyers = Math.max(1, Math.floor(size.lines / LINES_A_BUYER));
  const lines = {
    day,
    count,
    item: new Int32Array(count),
    buyer: new Int32Array(count),
    buyerType: new Uint8Array(count),
    quantity: new Uint8Array(count),
    /** Lines of one order follow each other. */
    order: new Int32Array(count),
    lineNo: new Uint8Array(count),
  };
  let order = -1;
  let lineNo = 0;
  let who = 0;
  let type = 0;
  for (let at = 0; at < count; at++) {
    if (lineNo === 0 || lineNo === 9 || random() < 0.53) {
      order++;
      lineNo = 0;
      const draw = random();
      type = draw < 0.95 ? 0 : draw < 0.98 ? 1 : 2;
      who = random() < 0.05 ? -1 : Math.floor(random() * buyers);
    }
    const rank = Math.floor(size.items * random() ** 3);
    lines.item[at] = (rank * 7_368_787 + 11) % size.items;
    lines.buyer[at] = who;
    lines.buyerType[at] = type;
    lines.quantity[at] = type === 0 ? 1 + (random() < 0.04 ? 1 : 0) : 1 + Math.floor(random() * 120);
    lines.order[at] = order;
    lines.lineNo[at] = ++lineNo;
  }
  return lines;
}

/** 0 unknown, 1 M, 2 F, and the age, both by the number of the buyer. */
function personOf(buyer: number): { readonly sex: number; readonly age: number | null } {
  if (buyer < 0) return { sex: 0, age: null };
  const draw = mix(buyer, 0);
  const sexDraw = draw % 10;
  const ageDraw = (draw >>> 8) % 64;
  return { sex: sexDraw === 0 ? 0 : sexDraw < 5 ? 1 : 2, age: ageDraw < 6 ? null : 9 + ageDraw };
}

export function segmentOfBuyer(buyer: number): number {
  const { sex, age } = personOf(buyer);
  return segmentOf(sex, age);
}

export function feedLineOf(lines: DayLines, at: number): string {
  const buyer = lines.buyer[at] ?? -1;
  const { sex, age } = personOf(buyer);
  const order = lines.order[at] ?? 0;
  const soldAtMs = kstDayStartMs(lines.day) + Math.floor((order * 86_399_000) / Math.max(1, lines.count));
  return `${JSON.stringify({
    kind: 'sale',
    orderId: `${formatKstDay(lines.day)}-${order}`,
    lineNo: lines.lineNo[at],
    itemId: itemIdOf(lines.item[at] ?? 0),
    quantity: lines.quantity[at],
    unitPrice: 9000 + ((lines.item[at] ?? 0) % 40) * 450,
    buyerType: BUYER_TYPES[lines.buyerType[at] ?? 0],
    soldAt: formatKstInstant(soldAtMs),
    sex: [undefined, 'M', 'F'][sex],
    age: age ?? undefined,
    buyer: buyer < 0 ? undefined : `buyer-${buyer}`,
  })}\n`;
}
