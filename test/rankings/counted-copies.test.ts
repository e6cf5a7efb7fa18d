import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCopies } from '../../src/rankings/counted-copies.ts';
import { BUYER_TYPE_CODE, createSaleLines, type SaleLines } from '../../src/rankings/sale.ts';

// ranking-kinds-reference.test.ts proves the rules of counting. Its buyers are few.
test('many buyers of many items never share a copy', async () => {
  const pairs = new Set<string>();
  const lines = linesOf(5_000, (at) => {
    const line = { item: at % 7, buyer: 2 ** 53 - 1 - (at % 1_000), orderNo: at, soldAtMs: at };
    pairs.add(`${line.buyer} ${line.item}`);
    return line;
  });
  const copies = await countCopies(lines, 1, async () => new Map());
  const sum = copies.reduce((total, one) => total + one, 0);
  assert.equal(sum, pairs.size);
});

test("of one buyer's lines at one moment, that of the first order id counts", async () => {
  const lines = linesOf(2, (at) => ({ item: 1, buyer: 1, orderNo: at, soldAtMs: 0 }));
  const ids = ['B', 'A'];
  const copies = await countCopies(lines, 1, async () => new Map(ids.entries()));
  assert.deepEqual([...copies], [0, 1]);
});

function linesOf(count: number, lineAt: (at: number) => object): SaleLines {
  const lines = createSaleLines(count);
  for (; lines.count < count; lines.count++) {
    const line = { quantity: 1, lineNo: 1, buyerType: BUYER_TYPE_CODE.person, ...lineAt(lines.count) };
    for (const [field, value] of Object.entries(line)) lines[field as 'item'][lines.count] = value;
  }
  return lines;
}
