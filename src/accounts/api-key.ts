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

/** Recognises typos and foreign keys without a look-up. */
export function isWellFormedKey(prefix: string, key: string): boolean {
  if (!key.startsWith(prefix) || !BODY.test(key.slice(prefix.length))) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key: HMAC-SHA-256. The pepper isn't in the database. */
export function hashKey(pepper: string, key: string): Uint8Array {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Entries of about 200 bytes. */
const HASHES_MAX = 20_000;
/** Keys seen once. Their cache is small, because strangers invent keys, and young garbage is freed cheaply. */
const NEW_HASHES_MAX = 500;

/** Returns a function that hashes a key, as latin1; null if the key is malformed. It caches hashes of keys that come twice. */
export function createKeyHashes(prefix: string, pepper: string): (key: string) => string | null {
  const hashes = new Map<string, string>();
  const newHashes = new Map<string, string>();
  const hashOf = createHmacSha256(pepper);
  return (key) => {
    const known = hashes.get(key);
    if (known !== undefined) return known;
    const recent = newHashes.get(key);
    if (recent !== undefined) {
      if (hashes.size >= HASHES_MAX) hashes.clear();
      hashes.set(key, recent);
      return recent;
    }
    if (!isWellFormedKey(prefix, key)) return null;
    if (newHashes.size >= NEW_HASHES_MAX) newHashes.clear();
    const hash = hashOf(key);
    newHashes.set(key, hash);
    return hash;
  };
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

export function keyEnds(prefix: string, key: string): { first4: string; last4: string } {
  return { first4: key.slice(prefix.length, prefix.length + 4), last4: key.slice(-4) };
}

function checksum(text: string): string {
  return encodeBase62(crc32(text), CHECKSUM_LENGTH);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

function encodeBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
  return text.padStart(length, '0');
}
