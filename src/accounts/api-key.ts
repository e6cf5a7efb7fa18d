import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encodeBase62, randomBase62 } from './base62.ts';

const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new key: prefix, 32 random base62 characters (190 bits), 6 of checksum (docs/accounts.md#keys). */
export function generateKey(prefix: string): string {
  const unsigned = prefix + randomBase62(RANDOM_LENGTH);
  return unsigned + checksum(unsigned);
}

/** Whether prefix, length, alphabet and checksum fit. Recognises typos and foreign keys without a look-up. */
export function isWellFormedKey(prefix: string, key: string): boolean {
  if (!key.startsWith(prefix) || !BODY.test(key.slice(prefix.length))) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key: HMAC-SHA-256 with a secret kept apart from the database, 32 bytes. */
export function hashKey(pepper: string, key: string): Uint8Array {
  return createHmac('sha256', pepper).update(key).digest();
}

/** The characters by which people recognise a key: first and last 4 after the prefix. */
export function keyEnds(prefix: string, key: string): { first4: string; last4: string } {
  return { first4: key.slice(prefix.length, prefix.length + 4), last4: key.slice(-4) };
}

function checksum(text: string): string {
  return encodeBase62(crc32(text), CHECKSUM_LENGTH);
}
