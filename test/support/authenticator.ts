import { createHmac } from 'node:crypto';

/** The code of an authenticator app for a base32 secret, by RFC 6238. */
export function codeOf(secret: string, nowMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  let bits = '';
  for (const letter of secret) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.from(
    Math.floor(nowMs / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  );
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) % 16;
  const number = Number.parseInt(hash.subarray(at, at + 4).toString('hex'), 16) % 2 ** 31;
  return String(number).slice(-6).padStart(6, '0');
}
