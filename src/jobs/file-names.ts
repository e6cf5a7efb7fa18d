import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** Hexadecimal digits that tell shortened names with the same beginning apart. */
const DIGEST_LENGTH = 12;
/** Longer endings are no file types. */
const ENDING_BYTES_MAX = 16;

/**
 * A file name of at most `bytesMax` bytes of UTF-8: one that fits stays, a longer one keeps its beginning and its ending, with
 * a digest of the whole in between. `bytesMax` is 40 or more.
 */
export function shortenFileName(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name;
  const last = extname(name);
  const ending = Buffer.byteLength(last) <= ENDING_BYTES_MAX ? last : '';
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  const rest = `~${digest}${ending}`;
  let beginning = '';
  let bytes = Buffer.byteLength(rest);
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    beginning += character;
  }
  return beginning + rest;
}
