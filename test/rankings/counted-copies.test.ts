import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCopies } from '../../src/rankings/counted-copies.ts';
import { BUYER_TYPE_CODE, SaleLines } from '../../src/rankings/sale.ts';

// ranking-kinds-reference.test.ts proves the rules of counting. Its buyers are few.
test('many buyers of many items never share a copy', async () => {
  const lines = new SaleLines(5_000);
  const pairs = new Set<string>();
  for (let at = 0; at < 5_000; at++) {
    const line = { item: at % 7, buyer: 2 ** 53 - 1 - (at % 1_000), quantity: 1, orderNo: at, lineNo: 1 };
    const to = lines.count++;
    Object.entries({ ...line, soldAtMs: at, buyerType: BUYER_TYPE_CODE.person }).forEach(([field, value]) => {
      lines[field as 'item'][to] = value;
    });
    pairs.add(`${line.buyer} ${line.item}`);
  }
  const copies = await countCopies(lines, 1, async () => new Map());
  assert.equal(
    copies.reduce((sum, one) => sum + one, 0),
    pairs.size,
  );
});
