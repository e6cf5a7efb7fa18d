import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import type { TextEncoding } from './encoding-names.ts';
import { guessEncoding, type LegacyEncoding } from './guess-encoding.ts';
import { plainChunks, takeHead } from './lines.ts';

/** Bytes that are looked at before the encoding is decided; a file that is all ASCII so far is taken for UTF-8. */
const HEAD_BYTES_MAX = 1024 * 1024;
/** Bytes that are enough once some of them aren't ASCII. */
const HEAD_BYTES_TELLING = 64 * 1024;

/**
 * Decodes a text file, plain or gzip-compressed, as it arrives, without its byte order mark. When `encoding` is null a byte
 * order mark decides; without one, text that is UTF-8 but for a stray byte here and there is UTF-8, text with a zero in
 * every other byte is UTF-16, and everything else is of the encoding that it looks like (guess-encoding.ts). Bytes that aren't of the encoding become U+FFFD. `onDetected` hears
 * the encoding before the first text comes.
 */
export async function* decodeText(
  input: Readable,
  encoding: TextEncoding | null,
  onDetected: (encoding: TextEncoding) => void = () => {},
): AsyncGenerator<string> {
  const chunks = plainChunks(input);
  const head = await readHead(chunks);
  const { name, bytes } = detect(head, encoding);
  onDetected(name === 'utf-16le' || name === 'utf-16be' ? 'utf-16' : name);
  const decode = decoderOf(name);
  yield decode(bytes);
  for await (const chunk of chunks) yield decode(chunk);
  yield decode(null);
}

/**
 * Decodes piece after piece; null ends the text. Node decodes Unicode several times as fast as others, but misreads most Korean
 * syllables beyond KS X 1001 in other encodings.
 */
export function decoderOf(encoding: string): (piece: Buffer | null) => string {
  if (/^(?:utf-?8|utf-16[lb]e)$/i.test(encoding)) {
    const unicode = new TextDecoder(encoding);
    return (piece) => (piece === null ? unicode.decode() : unicode.decode(piece, { stream: true }));
  }
  const decoder = iconv.getDecoder(encoding);
  return (piece) => (piece === null ? (decoder.end() ?? '') : decoder.write(piece));
}

function readHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let isAscii = true;
  return takeHead(chunks, (bytes, last) => {
    isAscii = isAscii && last.every((byte) => byte > 0 && byte < 0x80);
    return bytes >= (isAscii ? HEAD_BYTES_MAX : HEAD_BYTES_TELLING);
  });
}

type DecoderName = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;

function detect(head: Buffer, given: TextEncoding | null): { name: DecoderName; bytes: Buffer } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return { name: 'utf-8', bytes: head.subarray(3) };
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', bytes: head.subarray(2) };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', bytes: head.subarray(2) };
  if (given === 'utf-16') return { name: wideOrder(head) ?? 'utf-16le', bytes: head };
  return {
    name: given ?? wideOrder(head) ?? (isUtf8Head(head) ? 'utf-8' : guessEncoding(head)),
    bytes: head,
  };
}

/** The byte order of UTF-16 text that has ASCII characters in it, such as delimiters; null when it is none. */
function wideOrder(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of head.subarray(0, 4096).entries()) {
    if (byte === 0 && at % 2 === 0) even++;
    if (byte === 0 && at % 2 === 1) odd++;
  }
  if (even === 0 && odd === 0) return null;
  return odd >= even ? 'utf-16le' : 'utf-16be';
}

/** Text of another encoding is full of bytes that UTF-8 doesn't allow; a damaged file has a few of them. */
function isUtf8Head(head: Buffer): boolean {
  // The head may end inside a character.
  if (isUtf8(head)) return true;
  const foreign = new TextDecoder('utf-8').decode(head, { stream: true }).match(/[^\0-\x7f]/gu) ?? [];
  const stray = foreign.filter((character) => character === '\ufffd').length;
  return stray * STRAY_RATIO <= foreign.length;
}

/** One stray byte among this many characters beyond ASCII is damage; more of them are another encoding. */
const STRAY_RATIO = 4;
