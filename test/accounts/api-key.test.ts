import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { createKeyHash, generateKey, hashKey, isWellFormedKey } from '../../src/accounts/api-key.ts';
import { fc } from '../support/properties.ts';

const PREFIX = 'seoga_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key is prefix, 32 base62 characters and 6 of CRC-32 over all before them', () => {
  for (let round = 0; round < 200; round += 1) {
    const key = generateKey(PREFIX);
    const parts = /^(seoga_live_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(key);
    assert.ok(parts, key);
    const [, unsigned = '', checksum = ''] = parts;
    const value = [...checksum].reduce((sum, letter) => sum * 62 + BASE62.indexOf(letter), 0);
    assert.equal(value, crc32(unsigned));
    assert.ok(isWellFormedKey(PREFIX, key));
  }
});

test('no two keys are equal and every letter is as likely as any other', () => {
  const keys = Array.from({ length: 5000 }, () => generateKey(PREFIX));
  assert.equal(new Set(keys).size, keys.length);
  const counts = new Map<string, number>();
  for (const key of keys) {
    for (const letter of key.slice(PREFIX.length, PREFIX.length + 32)) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  }
  // 160,000 letters: 2,581 of each are expected, with a standard deviation of 50. Bytes taken modulo 62 without
  // drawing again would give the first eight 3,125.
  for (const letter of BASE62) {
    const count = counts.get(letter) ?? 0;
    assert.ok(Math.abs(count - 2581) < 350, `${letter}: ${count}`);
  }
});

test('a change of any one character breaks the checksum', () => {
  const key = generateKey(PREFIX);
  for (let position = 0; position < key.length; position += 1) {
    for (const letter of `${BASE62}_-é한`) {
      if (letter === key.charAt(position)) continue;
      const changed = key.slice(0, position) + letter + key.slice(position + 1);
      assert.equal(isWellFormedKey(PREFIX, changed), false, changed);
    }
  }
});

test('no other text is well formed: cut, lengthened, of another prefix, or anything', () => {
  const key = generateKey(PREFIX);
  for (const text of ['', PREFIX, key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.slice(1)]) {
    assert.equal(isWellFormedKey(PREFIX, text), false, JSON.stringify(text));
  }
  assert.equal(isWellFormedKey('seoga_test_', key), false);
  assert.ok(isWellFormedKey('shop_', generateKey('shop_')));
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(PREFIX, PREFIX + text)));
});

test('what is stored is HMAC-SHA-256 under the pepper; the gate hashes a key alike, whatever the pepper', () => {
  for (const pepper of ['p', '후추', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(200)]) {
    const hashOf = createKeyHash(PREFIX, pepper);
    for (const key of [generateKey(PREFIX), generateKey(PREFIX)]) {
      const expected = createHmac('sha256', pepper).update(key).digest();
      assert.deepEqual(hashKey(pepper, key), expected);
      assert.equal(hashOf(key), expected.toString('latin1'));
      assert.equal(hashOf(`${key}0`), null);
    }
  }
});
