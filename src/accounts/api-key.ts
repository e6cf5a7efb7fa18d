import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new key: prefix, 32 random base62 characters (190 bits), 6 of checksum (docs/accounts.md#keys). */
export function generateKey(prefix: string): string {
  const unsigned = prefix + randomBase62(RANDOM_LENGTH);
  return unsigned + checksum(unsigned);
}

export function isWellFormedKey(prefix: string, key: string): boolean {
  if (!key.startsWith(prefix) || !BODY.test(key.slice(prefix.length))) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key: HMAC-SHA-256. The pepper isn't in the database. */
export function hashKey(pepper: string, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Entries of about 200 bytes. Strangers can fill the cache with invented keys, so it is small. */
const HASHES_MAX = 5_000;

/** Returns a function that hashes a key, as latin1; null if the key is malformed. */
export function createKeyHashes(prefix: string, pepper: string): (key: string) => string | null {
  const hashes = new Map<string, string>();
  return (key) => {
    const known = hashes.get(key);
    if (known !== undefined) return known;
    if (!isWellFormedKey(prefix, key)) return null;
    const hash = hashKey(pepper, key).toString('latin1');
    if (hashes.size >= HASHES_MAX) hashes.clear();
    hashes.set(key, hash);
    return hash;
  };
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

function checksum(text: string): string {
  let encoded = '';
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / 62))
    encoded = ALPHABET.charAt(rest % 62) + encoded;
  return encoded.padStart(CHECKSUM_LENGTH, '0');
}
