import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { buyerKeyOf, keyedBuyer } from '../../src/rankings/ledger/buyer-reference.ts';

test('the number of a buyer is 53 bits of the hash of the reference behind the key', () => {
  const key = buyerKeyOf('a pepper of tests');
  for (const reference of ['', 'kim', '구매자 7', 'x'.repeat(200)]) {
    const digest = createHash('sha256').update(`${key.hex}:${reference}`).digest();
    const high = BigInt(digest.readUInt32LE(0) & 0x1fffff);
    assert.equal(BigInt(keyedBuyer(key, reference)), (high << 32n) + BigInt(digest.readUInt32LE(4)));
  }
});
