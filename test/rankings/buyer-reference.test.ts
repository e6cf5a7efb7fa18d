import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { buyerKeyOf, keyedBuyerOfHash } from '../../src/rankings/buyer-reference.ts';

test('the number of a buyer is that of the 14 hexadecimal digits of the plain hash behind the key', () => {
  const key = buyerKeyOf('a pepper of tests');
  const plainHashes = fc.oneof(
    fc.constantFrom(0, 1, 0xffff, 0x10000, 0xffff_ffff, 2 ** 32, 2 ** 53 - 1),
    fc.maxSafeNat(),
  );
  fc.assert(
    fc.property(plainHashes, (plainHash) => {
      const text = key.hex + BigInt(plainHash).toString(16).padStart(14, '0');
      const digest = createHash('sha256').update(text).digest();
      const high = BigInt(digest.readUInt32LE(0) & 0x1fffff);
      const expected = (high << 32n) + BigInt(digest.readUInt32LE(4));
      assert.equal(BigInt(keyedBuyerOfHash(key, plainHash)), expected);
    }),
  );
});
