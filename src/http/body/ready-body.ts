import { ownMemory } from './byte-cache.ts';
import { type GzipParts, gzipAround } from './gzip-around.ts';

/** Consecutive parts of a body. In a string, each character is a byte, because it is written as Latin-1. */
export type Body = readonly (Buffer | string)[];

/** A body as one string, in which each character is a byte. */
export function bodyText(body: Body): string {
  return body.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))).join('');
}

/** The bytes around the payload in a body, one character each. */
export interface Frame {
  readonly beforeDate: string;
  /** Between the response's instant and the payload; null if the body has no instant. */
  readonly afterDate: string | null;
  readonly tail: string;
}

/** A body, except for the instant in it. */
export interface ReadyBody {
  /** Bytes in total. */
  readonly length: number;
  readonly before: string;
  readonly isDated: boolean;
  /** What follows the instant: a string if the whole body is written as one. */
  readonly behind: string | Buffer;
  /** The last bytes, by the instant. */
  readonly end: GzipParts['end'] | null;
}

/** Length of any instant. */
const INSTANT_LENGTH = '2026-11-15T12:00:00.000+09:00'.length;

/** Up to this size, one string is written faster than bytes in parts, together with the head of the response. */
const TEXT_MAX_BYTES = 8 * 1024;

/** The longest frame around which a payload can be compressed. */
const COMPRESSED_HEAD_MAX_BYTES = 65_535;

/** Whether a body's payload can be compressed apart from its frame. */
export function isCompressible({ beforeDate, afterDate }: Frame): boolean {
  return beforeDate.length + INSTANT_LENGTH + (afterDate ?? '').length <= COMPRESSED_HEAD_MAX_BYTES;
}

/** An uncompressed body. */
export function plainBody({ beforeDate, afterDate, tail }: Frame, payload: Buffer): ReadyBody {
  const after = Buffer.from(afterDate ?? '', 'latin1');
  return readyBody(beforeDate, afterDate !== null, [after, payload, Buffer.from(tail, 'latin1')], null);
}

/** A body with a compressed payload; its frame must be compressible. */
export async function gzippedBody(
  { beforeDate, afterDate, tail }: Frame,
  payload: Buffer,
): Promise<ReadyBody> {
  const isDated = afterDate !== null;
  const after = afterDate ?? '';
  const length = beforeDate.length + (isDated ? INSTANT_LENGTH : 0) + after.length;
  const head = { before: beforeDate, after, length };
  const { start, middle, end } = await gzipAround(head, payload, Buffer.from(tail, 'latin1'));
  const behind = [Buffer.from(after, 'latin1'), ...middle];
  return readyBody(start.toString('latin1') + beforeDate, isDated, behind, end);
}

function readyBody(
  before: string,
  isDated: boolean,
  behind: readonly Buffer[],
  end: ReadyBody['end'],
): ReadyBody {
  const own = ownMemory(...behind);
  const length =
    before.length + (isDated ? INSTANT_LENGTH : 0) + own.length + (end === null ? 0 : end('').length);
  return {
    length,
    // A joined string is a tree of its parts.
    before: Buffer.from(before, 'latin1').toString('latin1'),
    isDated,
    behind: length > TEXT_MAX_BYTES ? own : own.toString('latin1'),
    end,
  };
}

/** The body for an instant (formatKstInstant). */
export function bodyAt({ before, isDated, behind, end }: ReadyBody, instant: string): Body {
  const dated = isDated ? instant : '';
  const start = before + dated;
  const last = end === null ? '' : end(dated);
  return typeof behind === 'string' ? [start + behind + last] : [start, behind, last];
}
