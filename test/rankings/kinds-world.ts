import type { CategoryNode } from '../../src/catalog/category.ts';
import { parseKstDay } from '../../src/clock.ts';
import { BUYER_TYPES, QUANTITY_MAX, type SaleLine } from '../../src/rankings/sale.ts';
import { fc } from '../support/properties.ts';

const TREE_IDS = ['root', 'left', 'right', 'leaf', 'other'] as const;
/** `lost` is in no tree. */
export const CATEGORY_IDS = [...TREE_IDS, 'lost'];
const treeOf = (parents: readonly (string | null)[]): readonly CategoryNode[] =>
  TREE_IDS.map((categoryId, at) => ({ categoryId, categoryName: '', parentId: parents[at] ?? null }));
/** Parents may be missing, the node itself, or further down: every broken tree is among them. */
const categories = fc.oneof(
  fc.constant(treeOf([null, 'root', 'root', 'left', null])),
  fc.tuple(...TREE_IDS.map(() => fc.constantFrom(null, 'nowhere', ...TREE_IDS))).map(treeOf),
);
const ITEM_IDS = [1, 2, 3, 4, 5, 2 ** 40 + 5];
const ISBNS = ['9788936434595', '0000000000017'];

export const day = (text: string) => parseKstDay(text) ?? 0;
/** Instants in Korea, given without the year. */
function timesOf(texts: string): string[] {
  return texts
    .trim()
    .split(/\s+/)
    .map((text) => `2024-${text}+09:00`);
}

/** Around the leap day, midnight, the nightly tally and the end of an open month. */
export const NOWS = timesOf(`
  02-29T23:59:59.999 03-01T00:00:00.000 03-01T00:30:00.000 03-01T12:04:00.000 03-01T12:09:59.999
  03-01T12:10:00.000 03-02T00:10:00.000 03-02T00:30:00.000 03-02T12:05:00.000 03-05T03:59:59.999
  03-05T04:00:00.000 03-31T00:30:00.000`);
const TODAY = day('2024-03-01');
/** Moments on both sides of what cuts days, weeks, buckets and months. */
const SOLD_AT = timesOf(`
  02-01T00:00:00.000 02-02T23:59:59.999 02-15T23:59:59.999 02-22T00:00:00.000 02-22T23:59:59.999
  02-28T11:59:59.999 02-28T12:10:00.000 02-29T00:00:00.000 02-29T11:59:59.999 02-29T12:10:00.000
  02-29T23:59:59.999 03-01T00:00:00.000 03-01T12:00:00.000 03-01T12:09:59.999 03-01T23:59:59.999`).map(
  (iso) => Date.parse(iso),
);

const near = (center: number, ...distances: number[]) =>
  fc.constantFrom(...distances.map((one) => center + one));
const window = fc.record({ from: near(TODAY, -9, -1, 0, 1), until: near(TODAY, -1, 0, 1, 9) });
const item = fc.record({
  itemId: fc.constantFrom(...ITEM_IDS),
  isbn13: fc.constantFrom('', '', '', ...ISBNS),
  publishDay: fc.oneof(fc.constant(null), near(TODAY, -366, -365, -364, -363, -61, -60, -59, 0, 30), {
    weight: 3,
    arbitrary: fc.constantFrom(0, 18_000, 18_000, 19_000),
  }),
  withheld: fc.constantFrom(false, false, false, false, true),
  categoryIds: fc.uniqueArray(fc.constantFrom(...CATEGORY_IDS), { minLength: 1, maxLength: 3 }),
  title: fc.constantFrom('가나', '가 나', '나라', '하늘', 'apple', 'Zebra', '1984', '서가 2', '서가 10'),
  registeredAtMs: fc
    .tuple(near(TODAY, -92, -91, -90, -89, -3, -2, 0, 1, 2), fc.constantFrom(0, 86_399_999))
    .map(([registeredDay, ms]) => registeredDay * 86_400_000 - 9 * 3_600_000 + ms),
  shopPrice: fc.constantFrom(0, 10_000, 15_000),
  salePrice: fc.constantFrom(0, 9_000, 13_500),
  deal: fc.option(
    window.chain((days) =>
      fc.constantFrom(5_000, 9_999, 10_000).map((salePrice) => ({ ...days, salePrice })),
    ),
  ),
  attention: fc.option(window),
  itemStatus: fc.constantFrom('판매중', '예약판매', '절판', '품절'),
});
const saleFields = {
  /** Most orders are of one line; those of the ids given meet each other. */
  orderId: fc.option(fc.constantFrom('A-1', 'A-10', 'A-2', 'a', 'é', '😀', '\uffee'), { freq: 2 }),
  lineNo: fc.integer({ min: 1, max: 2 }),
  goods: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ITEM_IDS) }, fc.constantFrom(...ISBNS)),
  quantity: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(1, 1, 3, 4, 5, 10, 60, 99, 100, 105, 500) },
    fc.integer({ min: 1, max: QUANTITY_MAX }),
    fc.constant(QUANTITY_MAX),
  ),
  soldAtMs: fc.oneof(
    fc.constantFrom(...SOLD_AT),
    fc.integer({ min: SOLD_AT[0] ?? 0, max: SOLD_AT.at(-1) ?? 0 }),
  ),
  sex: fc.constantFrom('M', 'F', null),
  age: fc.constantFrom(null, 0, 19, 20, 34, 59, 60, 99),
  buyer: fc.constantFrom(null, null, 'x', 'y'),
  buyerType: fc.oneof({ weight: 5, arbitrary: fc.constant('person') }, fc.constantFrom(...BUYER_TYPES)),
} as const;
/** Weekly sales of one item over more than a year, with weeks left out: what makes a steady seller. */
const habit = fc.record({
  itemId: fc.constantFrom(...ITEM_IDS),
  lastDay: near(TODAY, -8, -7, -3, -2, -1, 0),
  weeks: fc.array(fc.constantFrom(0, 1, 1, 2, 2, 3), { minLength: 44, maxLength: 54 }),
});
export const kindsWorld = fc.record({
  categories,
  items: fc.uniqueArray(item, { selector: (one) => one.itemId, minLength: 3, maxLength: 6 }),
  habits: fc.array(habit, { minLength: 2, maxLength: 5 }),
  rounds: fc.array(
    fc.record({
      now: fc.nat(NOWS.length - 1),
      kind: fc.constantFrom('tally', 'tally', 'refresh'),
      sales: fc.array(fc.record(saleFields), { maxLength: 12 }),
      /** Positions in the orders received so far, and how many copies; null = the whole line. */
      cancels: fc.array(fc.tuple(fc.nat(30), fc.constantFrom(null, null, 1, 3)), { maxLength: 4 }),
      changed: fc.array(item, { maxLength: 2 }),
      restated: fc.option(
        fc.record({
          month: fc.constantFrom('2024-02', '2023-11'),
          itemIds: fc.subarray(ITEM_IDS, { maxLength: 1 }),
        }),
        { freq: 4 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  settings: fc.record({
    copiesPerBuyer: fc.constantFrom(1, 1, 2, 4),
    minSegmentCopies: fc.constantFrom(1, 1, 2, 5),
    newDays: fc.constantFrom(90, 90, 1),
  }),
});

let orders = 0;

type Drawn = Pick<SaleLine, 'lineNo' | 'quantity' | 'soldAtMs' | 'sex' | 'age' | 'buyer' | 'buyerType'>;

/** A line without an order id is an order of its own. */
export function lineOf(drawn: Drawn & { orderId: string | null; goods: number | string }): SaleLine {
  const { goods, orderId, ...fields } = drawn;
  const named = typeof goods === 'number' ? { itemId: goods, isbn13: null } : { itemId: null, isbn13: goods };
  return { orderId: orderId ?? `o${orders++}`, unitPrice: null, ...named, ...fields };
}

interface Habit {
  readonly itemId: number;
  readonly lastDay: number;
  readonly weeks: readonly number[];
}

export function linesOfHabit({ itemId, lastDay, weeks }: Habit): SaleLine[] {
  const nobody = { sex: null, age: null, buyer: null, buyerType: 'person' } as const;
  return weeks.flatMap((copies, week) =>
    Array.from({ length: copies }, () => {
      const soldAtMs = (lastDay - 7 * week) * 86_400_000;
      return lineOf({ orderId: null, lineNo: 1, goods: itemId, quantity: 1, soldAtMs, ...nobody });
    }),
  );
}
