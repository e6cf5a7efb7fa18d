import { createHash, createHmac, hash as hashOnce, randomInt } from 'node:crypto';
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

/** Makes the gate's hash function, which returns latin1 text, or null for a malformed key. */
export function createKeyHash(prefix: string, pepper: string): (key: string) => string | null {
  const hashOf = createHmacSha256(pepper);
  return (key) => (isWellFormedKey(prefix, key) ? hashOf(key) : null);
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/** HMAC-SHA-256 (RFC 2104) as latin1, made of two plain hashes: an Hmac object would cost three times as much. */
function createHmacSha256(secret: string): (text: string) => string {
  const bytes = Buffer.from(secret);
  const padded = Buffer.alloc(BLOCK_BYTES);
  (bytes.length > BLOCK_BYTES ? createHash('sha256').update(bytes).digest() : bytes).copy(padded);
  const innerPad = Buffer.from(padded.map((byte) => byte ^ 0x36));
  const outer = Buffer.alloc(
    BLOCK_BYTES + HASH_BYTES,
    padded.map((byte) => byte ^ 0x5c),
  );
  return (text) => {
    // Node calls latin1 `binary` here.
    const inner = hashOnce('sha256', Buffer.concat([innerPad, Buffer.from(text, 'latin1')]), 'binary');
    outer.write(inner, BLOCK_BYTES, 'latin1');
    return hashOnce('sha256', outer, 'binary');
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
