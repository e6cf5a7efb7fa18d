import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CategoryNode } from '../../src/catalog/category.ts';
import { formatKstDay, formatKstMonth, parseKstDay, parseKstMonth } from '../../src/clock.ts';
import { AGES, SEXES } from '../../src/rankings/ranking-store.ts';
import { BUYER_TYPES, type Cancellation, type SaleLine } from '../../src/rankings/sale.ts';
import {
  catalogTemplate,
  openRankingWorld,
  type RankItem,
  type RankingWorld,
} from '../rankings/ranking-world.ts';
import { createReference, type Reference } from '../rankings/reference.ts';
import { listKey } from '../rankings/reference-rules.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

const CATEGORY_IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const NOT_IN_TREE = 'lost';
const LARGE_ITEM_ID = 2 ** 40 + 5;
const ITEM_IDS = [1, 2, 3, 4, 5, 6, 7, LARGE_ITEM_ID];
const ISBNS = ['9788936434595', '0000000000017'];
const MONTHS = ['2023-12', '2024-01', '2024-02', '2024-03', '2024-04'];

/** Moments on both sides of everything that cuts time, among them the leap day. */
const SOLD_AT = [
  '2023-12-31T23:59:59.999+09:00',
  '2024-01-01T00:00:00.000+09:00',
  '2024-01-31T23:59:59.999+09:00',
  '2024-02-01T00:00:00.000+09:00',
  '2024-02-03T12:00:00.000+09:00',
  '2024-02-03T12:00:00.001+09:00',
  '2024-02-29T00:00:00.000+09:00',
  '2024-02-29T23:59:59.999+09:00',
  '2024-03-01T00:00:00.000+09:00',
  '2024-03-04T23:59:59.999+09:00',
].map((iso) => Date.parse(iso));
const NOWS = [
  '2024-02-05T03:59:59.999+09:00',
  '2024-02-05T04:00:00.000+09:00',
  '2024-03-01T00:30:00.000+09:00',
  '2024-03-05T03:59:59.999+09:00',
  '2024-03-05T04:00:00.000+09:00',
  '2024-03-20T00:30:00.000+09:00',
  '2024-09-01T00:30:00.000+09:00',
];
const UNTILS = [null, null, null, '2024-02-29', '2024-03-02'];

/** Each run of the suite draws worlds that no other has drawn. */
const RUNS = 200;

type OrderStep =
  | { readonly kind: 'sale'; readonly sale: SaleLine }
  | { readonly kind: 'cancel'; readonly cancellation: Cancellation };
type Step = OrderStep | { readonly kind: 'item'; readonly item: RankItem };

const orderId = fc.constantFrom('A-1', 'A-10', 'A-2', 'a', 'é', '😀', '\uffee');
const lineNo = fc.integer({ min: 1, max: 2 });
const sale: fc.Arbitrary<SaleLine> = fc
  .record({
    orderId,
    lineNo,
    goods: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ITEM_IDS) },
      { weight: 1, arbitrary: fc.constantFrom(...ISBNS) },
    ),
    quantity: fc.constantFrom(1, 1, 2, 3, 4, 5, 9, 10, 99, 100, 105, 500),
    unitPrice: fc.constantFrom(null, 9900),
    soldAtMs: fc.oneof(
      fc.constantFrom(...SOLD_AT),
      fc.integer({ min: SOLD_AT[0] ?? 0, max: SOLD_AT.at(-1) ?? 0 }),
    ),
    sex: fc.constantFrom('M', 'F', null),
    age: fc.constantFrom(null, 0, 19, 20, 34, 59, 60, 99),
    buyer: fc.constantFrom(null, 'x', 'y'),
    buyerType: fc.oneof({ weight: 4, arbitrary: fc.constant('person') }, fc.constantFrom(...BUYER_TYPES)),
  })
  .map(({ goods, ...rest }) =>
    typeof goods === 'number'
      ? { ...rest, itemId: goods, isbn13: null }
      : { ...rest, itemId: null, isbn13: goods },
  );
const item: fc.Arbitrary<RankItem> = fc.record({
  itemId: fc.constantFrom(...ITEM_IDS),
  isbn13: fc.constantFrom('', ...ISBNS),
  publishDay: fc.constantFrom(null, 0, 19_000, 19_001),
  withheld: fc.constantFrom(false, false, false, true),
  categoryIds: fc.uniqueArray(fc.constantFrom(...CATEGORY_IDS, NOT_IN_TREE), { minLength: 1, maxLength: 3 }),
});
/** Parents may be missing, the node itself, or further down: every broken tree is among them. */
const categories: fc.Arbitrary<CategoryNode[]> = fc
  .tuple(...CATEGORY_IDS.map(() => fc.constantFrom(null, 'nowhere', ...CATEGORY_IDS)))
  .map((parents) =>
    CATEGORY_IDS.map((categoryId, at) => ({ categoryId, categoryName: '', parentId: parents[at] ?? null })),
  );
const feed: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: sale.map((one): Step => ({ kind: 'sale', sale: one })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ orderId, lineNo, cancelledAtMs: fc.constantFrom(...SOLD_AT) })
      .map((cancellation): Step => ({ kind: 'cancel', cancellation })),
  },
  { weight: 1, arbitrary: item.map((one): Step => ({ kind: 'item', item: one })) },
);
const world = fc.record({
  categories,
  items: fc.uniqueArray(item, { selector: (one) => one.itemId, minLength: 2, maxLength: 8 }),
  rounds: fc.array(
    fc.record({
      steps: fc.array(feed, { minLength: 1, maxLength: 25 }),
      now: fc.nat(NOWS.length - 1),
      until: fc.constantFrom(...UNTILS),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  settings: fc.record({
    copiesPerBuyer: fc.constantFrom(1, 1, 2, 4),
    minSegmentCopies: fc.constantFrom(1, 1, 2, 5),
    newDays: fc.constant(90),
  }),
});

test('any world of catalogue, orders, corrections and runs is ranked as the plain rules say, to the last entry', async (t) => {
  const folder = tempDir(t);
  const template = catalogTemplate(folder);
  const seen = { lists: 0, changes: 0, late: 0, conflict: 0 };
  await fc.assert(
    fc.asyncProperty(world, async ({ categories: tree, items, rounds, settings }) => {
      const dataDir = join(folder, 'world');
      const engine = openRankingWorld(dataDir, template);
      const reference = createReference();
      const catalog = new Map(items.map((one) => [one.itemId, one]));
      engine.putCategories(tree);
      engine.putItems(items);
      try {
        for (const { steps, now, until } of rounds.toSorted((a, b) => a.now - b.now)) {
          const clock = fixedClock(NOWS[now] ?? '');
          const nowMs = clock.nowMs();
          // Items and orders reach the store in turns, as in a feed.
          for (const { item: changed, orders } of turnsOf(steps)) {
            engine.write(clock, (ledger) => {
              for (const step of orders) {
                const actual =
                  step.kind === 'sale'
                    ? ledger.addSale(step.sale)
                    : ledger.addCancellation(step.cancellation);
                assert.equal(actual, apply(reference, step, nowMs));
                if (actual === 'late' || actual === 'conflict') seen[actual]++;
              }
            });
            if (changed === null) continue;
            catalog.set(changed.itemId, changed);
            engine.putItems([changed]);
          }
          const untilDay = until ?? formatKstDay((parseKstDay((NOWS[now] ?? '').slice(0, 10)) ?? 0) - 1);
          reference.run({ categories: tree, items: [...catalog.values()] }, nowMs, untilDay, settings);
          await engine.rank(clock, { untilDay: parseKstDay(untilDay) ?? 0, settings });
          await compare(engine, reference, seen);
        }
      } finally {
        engine.close();
        rmSync(dataDir, { recursive: true });
      }
    }),
    { numRuns: RUNS },
  );
  // The worlds must have met what they are for.
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 50, `${what}: ${count}`);
});

interface Turn {
  readonly orders: OrderStep[];
  /** What follows the orders; null at the end. */
  readonly item: RankItem | null;
}

function turnsOf(steps: readonly Step[]): Turn[] {
  const turns: Turn[] = [];
  let orders: OrderStep[] = [];
  for (const step of steps) {
    if (step.kind !== 'item') {
      orders.push(step);
      continue;
    }
    turns.push({ orders, item: step.item });
    orders = [];
  }
  return [...turns, { orders, item: null }];
}

function apply(reference: Reference, step: OrderStep, nowMs: number): string {
  if (step.kind === 'sale') return reference.addSale(step.sale, nowMs);
  return reference.addCancellation(step.cancellation, nowMs);
}

async function compare(
  engine: RankingWorld,
  reference: Reference,
  seen: { lists: number; changes: number },
): Promise<void> {
  for (const month of MONTHS) {
    const expected = reference.published.get(month);
    const edition = await engine.store.findEdition('monthly', parseKstMonth(month) ?? 0);
    const facts = edition && {
      month: formatKstMonth(edition.period),
      version: edition.version,
      untilDay: formatKstDay(edition.untilDay),
    };
    assert.deepEqual(
      facts,
      expected ? { month, version: expected.version, untilDay: expected.untilDay } : null,
    );
    if (edition === null) continue;
    for (const categoryId of [...CATEGORY_IDS, NOT_IN_TREE]) {
      for (const sex of SEXES) {
        for (const age of AGES) {
          const key = listKey(categoryId, sex, age);
          const list = await engine.store.readList(edition, { categoryId, sex, age });
          assert.deepEqual(list, expected?.lists.get(key) ?? { itemIds: [], upDowns: [] }, `${month} ${key}`);
          seen.lists += list.itemIds.length > 0 ? 1 : 0;
          seen.changes += list.upDowns.filter((change) => change !== null).length;
        }
      }
    }
  }
  assert.deepEqual(
    engine.salePoints(),
    new Map([...reference.salePoints].filter(([, points]) => points > 0)),
  );
}
