import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCopies } from '../../src/rankings/counted-copies.ts';
import { BUYER_TYPE_CODE, type CountableLine, NO_BUYER, SaleLines } from '../../src/rankings/sale-lines.ts';

/** Copies of lines given in the order of arrival; order ids are texts that order numbers point into. */
function copiesOf(
  given: readonly Partial<CountableLine>[],
  options: { copiesPerBuyer?: number; orderIds?: readonly string[] } = {},
): number[] {
  const { copiesPerBuyer = 1, orderIds = [] } = options;
  const lines = new SaleLines();
  given.forEach((line, at) => {
    lines.push({
      item: 0,
      soldAtMs: at,
      buyer: NO_BUYER,
      buyerType: BUYER_TYPE_CODE.person,
      segment: 0,
      quantity: 1,
      orderNo: at,
      lineNo: 1,
      ...line,
    });
  });
  return [...countCopies(lines, copiesPerBuyer, (a, b) => (orderIds[a] ?? '') < (orderIds[b] ?? ''))];
}

test('a person counts one copy of an item however many are bought, on one line or several', () => {
  assert.deepEqual(
    copiesOf([{ buyer: 7, quantity: 30 }, { buyer: 7, quantity: 2 }, { buyer: 7 }]),
    [1, 0, 0],
  );
});

test('a person counts one copy of each item, and each person one copy of an item', () => {
  assert.deepEqual(
    copiesOf([
      { buyer: 7, item: 1 },
      { buyer: 7, item: 2 },
      { buyer: 8, item: 1 },
    ]),
    [1, 1, 1],
  );
});

test('a line without buyer is its own buyer', () => {
  assert.deepEqual(copiesOf([{ quantity: 3 }, {}, {}]), [1, 1, 1]);
});

test('an organisation counts a fifth of a line, rounded down, and no more than 20', () => {
  const organisation = { buyerType: BUYER_TYPE_CODE.organisation, buyer: 9 };
  const quantities = [4, 5, 9, 10, 99, 100, 5000];
  assert.deepEqual(
    copiesOf(quantities.map((quantity) => ({ ...organisation, quantity }))),
    [0, 1, 1, 2, 19, 20, 20],
  );
});

test('an aggregate line counts its whole quantity, beside whatever else its buyer has', () => {
  const aggregate = { buyerType: BUYER_TYPE_CODE.aggregate, buyer: 9 };
  assert.deepEqual(
    copiesOf([{ ...aggregate, quantity: 1142 }, { ...aggregate, quantity: 1_000_000 }, { buyer: 9 }]),
    [1142, 1_000_000, 1],
  );
});

test('a reseller counts nothing', () => {
  assert.deepEqual(copiesOf([{ buyerType: BUYER_TYPE_CODE.reseller, quantity: 100 }]), [0]);
});

test('the line sold first counts, whichever arrived first', () => {
  assert.deepEqual(
    copiesOf([
      { buyer: 7, soldAtMs: 50 },
      { buyer: 7, soldAtMs: 40 },
      { buyer: 7, soldAtMs: 60 },
    ]),
    [0, 1, 0],
  );
});

test('at the same moment the lower order id counts, by text and not by arrival', () => {
  const sameMoment = { buyer: 7, soldAtMs: 5 };
  assert.deepEqual(
    copiesOf([sameMoment, sameMoment, sameMoment], { orderIds: ['B-9', 'B-10', 'a'] }),
    [0, 1, 0],
  );
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

test('with a limit of several copies the first lines count up to their quantity until the limit is reached', () => {
  const lines = [
    { buyer: 7, soldAtMs: 3, quantity: 9 },
    { buyer: 7, soldAtMs: 1, quantity: 1 },
    { buyer: 7, soldAtMs: 2, quantity: 2 },
    { buyer: 8, soldAtMs: 4, quantity: 9 },
    { quantity: 2 },
  ];
  assert.deepEqual(copiesOf(lines, { copiesPerBuyer: 5 }), [2, 1, 2, 5, 2]);
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
