import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { plainChunks, takeHead, unreadable } from '../text/lines.ts';
import { decoderOf } from '../text/text-encoding.ts';

/** Where the XML declaration has to end. */
const DECLARATION_BYTES_MAX = 1024;

/**
 * Decodes an XML file, plain or gzip-compressed, by its byte order mark or its XML declaration; UTF-8 without either.
 * Throws UnreadableInputError for an encoding that nobody knows.
 */
export async function* decodeXml(input: Readable): AsyncGenerator<string> {
  const chunks = plainChunks(input);
  const head = await takeHead(chunks, (bytes) => bytes >= DECLARATION_BYTES_MAX);
  const encoding = encodingOf(head);
  const isKnown: boolean = iconv.encodingExists(encoding);
  if (!isKnown) {
    throw unreadable(new Error(`the XML declaration names an unknown encoding: ${encoding.slice(0, 40)}`));
  }
  const decode = decoderOf(encoding);
  yield decode(head);
  for await (const chunk of chunks) yield decode(chunk);
  yield decode(null);
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  const declaration = /^<\?xml[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([A-Za-z0-9._-]{1,40})["']/.exec(
    head
      .subarray(0, DECLARATION_BYTES_MAX)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  );
  return declaration?.[1] ?? 'utf-8';
}
