import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SaleLine } from '../../../../src/rankings/sale.ts';
import { type RankingWorld, rankingWorld, saleLine } from '../../../rankings/ranking-world.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';

const clock = fixedClock('2026-10-21T12:00:00+09:00');

test('lines taken many at once become what they become one by one, cancelled, sent again or in conflict', async (t) => {
  const step = fc.record({
    kind: fc.constantFrom('sale', 'sale', 'sale', 'sale', 'sale', 'cancel'),
    order: fc.integer({ min: 0, max: 40 }),
    lineNo: fc.integer({ min: 1, max: 3 }),
    quantity: fc.integer({ min: 1, max: 2 }),
    day: fc.integer({ min: 1, max: 3 }),
    endsBatch: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 150 }),
      fc.array(step, { maxLength: 30 }),
      async (...imports) => {
        const [one, many] = [rankingWorld(t), rankingWorld(t)];
        for (const steps of imports) {
          const outcomes = one.write(clock, (ledger) =>
            steps.map((given) =>
              given.kind === 'sale'
                ? ledger.addSale(stepSale(given))
                : ledger.addCancellation(stepCancel(given)),
            ),
          );
          const together = many.write(clock, (ledger) => {
            const told: string[] = [];
            let sales: SaleLine[] = [];
            for (const given of steps) {
              if (given.kind === 'sale') sales.push(stepSale(given));
              if (given.kind === 'sale' && !given.endsBatch) continue;
              told.push(...ledger.addSales(sales));
              sales = [];
              if (given.kind === 'cancel') told.push(ledger.addCancellation(stepCancel(given)));
            }
            return [...told, ...ledger.addSales(sales)];
          });
          assert.deepEqual(together, outcomes);
        }
        assert.deepEqual(contentOf(many), contentOf(one));
      },
    ),
    { numRuns: 25 },
  );
});

interface Step {
  readonly order: number;
  readonly lineNo: number;
  readonly quantity: number;
  readonly day: number;
}

function stepSale({ order, lineNo, quantity, day }: Step): SaleLine {
  return {
    ...saleLine({ soldAt: '2026-10-01T12:00:00+09:00', buyer: 'kim' }),
    orderId: `o-${order}`,
    lineNo,
    quantity,
    soldAtMs: Date.UTC(2026, 9, day, 3),
  };
}

function stepCancel({ order, lineNo, day }: Step) {
  return { orderId: `o-${order}`, lineNo, cancelledAtMs: Date.UTC(2026, 9, day, 5) };
}

/** The ledger by order id: which numbers orders were given means nothing. */
function contentOf({ db }: RankingWorld): unknown {
  return db
    .prepare(`
      SELECT order_id, line_no, quantity, sold_at_ms, buyer, late, cancelled, order_no >> 31 AS day, stray_day
      FROM sale JOIN sale_order USING (order_no)
      ORDER BY order_id, line_no`)
    .all();
}
