import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 in a byte: larger bytes are drawn again, or the first letters would be likelier. */
const FAIR_BYTES = 248;

/** `length` characters, each drawn evenly from 0-9A-Za-z by the system's secure source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < FAIR_BYTES) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/** A whole number from 0 up, padded on the left with `0`. */
export function encodeBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
  return text.padStart(length, '0');
}
