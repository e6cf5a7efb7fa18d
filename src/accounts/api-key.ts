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

/** Whether prefix, length, alphabet and checksum fit. Recognises typos and foreign keys without a look-up. */
export function isWellFormedKey(prefix: string, key: string): boolean {
  if (!key.startsWith(prefix) || !BODY.test(key.slice(prefix.length))) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key: HMAC-SHA-256 with a secret kept apart from the database, 32 bytes. */
export function hashKey(pepper: string, key: string): Uint8Array {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Keys whose hashes are remembered, about 200 bytes each. */
const HASHES_MAX = 20_000;

/** Hashes of keys as latin1; null for a malformed one. A hash of before is remembered, whether its key is live or not. */
export function createKeyHashes(prefix: string, pepper: string): (key: string) => string | null {
  const hashes = new Map<string, string>();
  return (key) => {
    const known = hashes.get(key);
    if (known !== undefined) return known;
    if (!isWellFormedKey(prefix, key)) return null;
    if (hashes.size >= HASHES_MAX) hashes.clear();
    const hash = Buffer.from(hashKey(pepper, key)).toString('latin1');
    hashes.set(key, hash);
    return hash;
  };
}

/** The characters by which people recognise a key: first and last 4 after the prefix. */
export function keyEnds(prefix: string, key: string): { first4: string; last4: string } {
  return { first4: key.slice(prefix.length, prefix.length + 4), last4: key.slice(-4) };
}

function checksum(text: string): string {
  return encodeBase62(crc32(text), CHECKSUM_LENGTH);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters, each drawn evenly from 0-9A-Za-z by the system's secure source. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** A whole number from 0 up, padded on the left with `0`. */
function encodeBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
  return text.padStart(length, '0');
}
