import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { message } from '../../messages/messages.ts';
import type { Reason } from '../feed-record.ts';

/** The file can't be read to its end: it is damaged or cut short, or it isn't a feed. */
export class UnreadableInputError extends Error {
  override name = 'UnreadableInputError';
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(reason.en, { cause });
    this.reason = reason;
  }
}

export function refuseFile(reason: Reason): never {
  throw new UnreadableInputError(reason);
}

/** Wraps another library's error; its English message serves for languages without a translation. */
export function unreadable(cause: unknown): UnreadableInputError {
  return cause instanceof UnreadableInputError ? cause : new UnreadableInputError(reasonOf(cause), cause);
}

function reasonOf(cause: unknown): Reason {
  const detail = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'Z_BUF_ERROR' || detail.includes('truncated')) return message('feeds.zipCutShort', { detail });
  if (code.startsWith('Z_')) return message('feeds.zipDamaged', { detail });
  return message(code === '' ? 'feeds.unreadable' : 'feeds.unreadableCode', { detail, code });
}

/** The bytes of a file, decompressed if it is gzip. Throws UnreadableInputError. */
export async function* plainChunks(input: Readable): AsyncGenerator<Buffer> {
  try {
    const chunks = buffersOf(input);
    const head = await takeHead(chunks, (bytes) => bytes >= GZIP_MARK.length);
    const whole = startingWith(head, chunks);
    yield* head.subarray(0, GZIP_MARK.length).equals(GZIP_MARK) ? unzipped(whole) : whole;
  } catch (error) {
    throw unreadable(error);
  }
}

async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: UNZIPPED_CHUNK_BYTES });
  // A failure destroys the unzipper with its cause, which the loop below then throws.
  pipeline(chunks, gunzip, () => {});
  let bytes = 0;
  for await (const chunk of gunzip) {
    bytes += chunk.length;
    refuseOverExpanded(bytes, gunzip.bytesWritten);
    yield chunk;
  }
}

/** Throws UnreadableInputError if a file decompresses to far more than any feed. */
export function refuseOverExpanded(unpackedBytes: number, packedBytes: number): void {
  if (unpackedBytes > UNZIPPED_SURE_BYTES && unpackedBytes > EXPANSION_MAX * packedBytes)
    refuseFile(message('feeds.tooExpanded', { max: EXPANSION_MAX }));
}

/** A compressed feed has a tenth of its size, a repetitive feed a thirtieth, and a file of blank lines a thousandth. */
const EXPANSION_MAX = 200;
/** Smaller files aren't checked, because reading them takes only a second or two. */
const UNZIPPED_SURE_BYTES = 16 * 1024 * 1024;
const UNZIPPED_CHUNK_BYTES = 256 * 1024;

/** The first bytes of a stream. `isEnough` is called after each chunk, with the number of bytes so far and the chunk. */
export async function takeHead(
  chunks: AsyncGenerator<Buffer>,
  isEnough: (bytes: number, last: Buffer) => boolean,
): Promise<Buffer> {
  const head: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const next = await chunks.next();
    if (next.done === true) return Buffer.concat(head);
    head.push(next.value);
    bytes += next.value.length;
    if (isEnough(bytes, next.value)) return Buffer.concat(head);
  }
}

export async function* startingWith<Chunk extends Buffer | string>(
  head: Chunk,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  if (head.length > 0) yield head;
  yield* chunks;
}

const GZIP_MARK = Buffer.from([0x1f, 0x8b]);

async function* buffersOf(input: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of input) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}
