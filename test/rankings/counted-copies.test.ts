import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCopies } from '../../src/rankings/counted-copies.ts';
import { BUYER_TYPE_CODE, NO_BUYER, SaleLines } from '../../src/rankings/sale-lines.ts';

// test/jobs/ranking-reference.test.ts proves the rules of counting. Here stands what random orders rarely meet.

const FIELDS = ['item', 'soldAtMs', 'buyer', 'buyerType', 'quantity', 'orderNo', 'lineNo'] as const;
type Line = Readonly<Record<(typeof FIELDS)[number], number>>;

/** Copies of lines given in the order of arrival; order ids are texts that order numbers point into. */
function copiesOf(given: readonly Partial<Line>[], orderIds: readonly string[] = []): number[] {
  const lines = new SaleLines();
  given.forEach((line, at) => {
    const ownLine = { soldAtMs: at, buyer: NO_BUYER, buyerType: BUYER_TYPE_CODE.person, orderNo: at };
    const whole: Line = { item: 0, quantity: 1, lineNo: 1, ...ownLine, ...line };
    const to = lines.addLine();
    for (const field of FIELDS) lines[field][to] = whole[field];
  });
  return [...countCopies(lines, 1, (a, b) => (orderIds[a] ?? '') < (orderIds[b] ?? ''))];
}

test('at the same moment the lower order id counts, by text and not by arrival', () => {
  const sameMoment = { buyer: 7, soldAtMs: 5 };
  assert.deepEqual(copiesOf([sameMoment, sameMoment, sameMoment], ['B-9', 'B-10', 'a']), [0, 1, 0]);
});

test('within an order the lower line number counts', () => {
  const sameOrder = { buyer: 7, soldAtMs: 5, orderNo: 3 };
  assert.deepEqual(
    copiesOf([
      { ...sameOrder, lineNo: 12 },
      { ...sameOrder, lineNo: 2 },
    ]),
    [0, 1],
  );
});

test('many buyers of many items never share a copy', () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => ({
    buyer: 2 ** 53 - 1 - (at % 1_000),
    item: at % 7,
  }));
  const pairs = new Set(lines.map((line) => `${line.buyer} ${line.item}`)).size;
  assert.equal(
    copiesOf(lines).reduce((sum, one) => sum + one, 0),
    pairs,
  );
});
