import { isUtf8 } from 'node:buffer';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A line beyond this is no record of ours; it is passed over, not held in memory. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** Lines that arrived together, in order. */
export interface LineBlock {
  /** 1-based number of the first. */
  readonly firstLine: number;
  /** Without their line feeds; null where a line is unreadable, and then `faults` says why. */
  readonly lines: readonly (string | null)[];
  /** By index in `lines`. */
  readonly faults: ReadonlyMap<number, string>;
}

/** The file cannot be read to its end: it is damaged, cut short, or no file at all. */
export class UnreadableInputError extends Error {
  override name = 'UnreadableInputError';
}

/**
 * Cuts a UTF-8 file into lines, in blocks as they come in. Gzip is recognised by its first bytes, a byte order mark
 * is passed over. Throws UnreadableInputError.
 */
export async function* readLines(input: Readable): AsyncGenerator<LineBlock> {
  let firstLine = 1;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let isFirst = true;
  const block = (bytes: Buffer): LineBlock => {
    const cut = cutLines(isFirst ? withoutByteOrderMark(bytes) : bytes, firstLine);
    isFirst = false;
    firstLine += cut.lines.length;
    return cut;
  };
  for await (const chunk of plainChunks(input)) {
    const end = chunk.lastIndexOf(LINE_FEED);
    const rest = chunk.subarray(end + 1);
    if (end !== -1) {
      yield block(Buffer.concat([...pending, chunk.subarray(0, end)]));
      pending = [];
      pendingBytes = 0;
    }
    // Of a line that is too long so much is kept that it is known for too long when it ends.
    if (pendingBytes <= LINE_BYTES_MAX) pending.push(rest);
    pendingBytes += rest.length;
  }
  if (pendingBytes > 0) yield block(Buffer.concat(pending));
}

const LINE_FEED = 0x0a;

async function* plainChunks(input: Readable): AsyncGenerator<Buffer> {
  try {
    const head = await readHead(input[Symbol.asyncIterator]());
    if (!head.isGzip) return yield* head.chunks;
    const gunzip = createGunzip({ chunkSize: UNZIPPED_CHUNK_BYTES });
    // A failure destroys the unzipper with its cause, which the loop below then throws.
    pipeline(head.chunks, gunzip, () => {});
    yield* gunzip;
  } catch (error) {
    throw new UnreadableInputError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const UNZIPPED_CHUNK_BYTES = 256 * 1024;

/** Looks at the first two bytes and gives all of them back. */
async function readHead(source: AsyncIterator<unknown>) {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, toBuffer(next.value)]);
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      yield toBuffer(next.value);
    }
  }
  return { isGzip: head[0] === 0x1f && head[1] === 0x8b, chunks: chunks() };
}

function toBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function cutLines(bytes: Buffer, firstLine: number): LineBlock {
  const faults = new Map<number, string>();
  // Nearly every block is whole UTF-8 without a long line: then one decoding serves all its lines.
  if (bytes.length <= LINE_BYTES_MAX && isUtf8(bytes)) {
    return { firstLine, lines: bytes.toString('utf8').split('\n'), faults };
  }
  const lines: (string | null)[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(LINE_FEED, from);
    const line = bytes.subarray(from, at === -1 ? bytes.length : at);
    const fault = faultOf(line);
    if (fault !== null) faults.set(lines.length, fault);
    lines.push(fault === null ? line.toString('utf8') : null);
    from += line.length + 1;
  }
  return { firstLine, lines, faults };
}

function faultOf(line: Buffer): string | null {
  if (line.length > LINE_BYTES_MAX) return `is longer than ${LINE_BYTES_MAX} bytes`;
  return isUtf8(line) ? null : 'is not UTF-8';
}
