import { type CompressedParts, compressAround } from './spliced-body.ts';

/** The parts of a body one after the other. In a text each character is a byte: it is written in Latin-1. */
export type Body = readonly (Buffer | string)[];

/** A body as one text, in which each character is a byte. */
export function bodyText(body: Body): string {
  return body.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))).join('');
}

/** What stands around the payload in a body, in bytes, each as one character. */
export interface Frame {
  readonly beforeDate: string;
  /** Between the instant of the answer and the payload; null where no instant is in the body. */
  readonly afterDate: string | null;
  readonly tail: string;
}

/** A body, all but the instant in it. */
export interface ReadyBody {
  /** Bytes of the whole. */
  readonly length: number;
  readonly before: string;
  readonly isDated: boolean;
  /** What follows the instant: a text where the whole is written as one. */
  readonly behind: string | Buffer;
  /** The last bytes, by the instant. */
  readonly end: CompressedParts['end'] | null;
}

/** Length of every instant. */
const INSTANT_LENGTH = '2026-11-15T12:00:00.000+09:00'.length;

/** Up to this size one text is written faster than bytes in parts, and the head of the answer joins it. */
const TEXT_MAX_BYTES = 8 * 1024;

/** The longest frame in front of a payload that can be compressed around. */
const COMPRESSED_HEAD_MAX_BYTES = 65_535;

/** Whether a body can be compressed behind its frame. */
export function isCompressible({ beforeDate, afterDate }: Frame): boolean {
  return beforeDate.length + INSTANT_LENGTH + (afterDate ?? '').length <= COMPRESSED_HEAD_MAX_BYTES;
}

/** A body that isn't compressed. */
export function plainBody({ beforeDate, afterDate, tail }: Frame, payload: Buffer): ReadyBody {
  const after = Buffer.from(afterDate ?? '', 'latin1');
  return readyBody(beforeDate, afterDate !== null, [after, payload, Buffer.from(tail, 'latin1')], null);
}

/** A body whose payload is compressed; its frame is compressible. */
export async function compressedBody(
  { beforeDate, afterDate, tail }: Frame,
  payload: Buffer,
  encoding: 'br' | 'gzip',
): Promise<ReadyBody> {
  const isDated = afterDate !== null;
  const after = afterDate ?? '';
  const length = beforeDate.length + (isDated ? INSTANT_LENGTH : 0) + after.length;
  const head = { before: beforeDate, after, length };
  const { start, middle, end } = await compressAround(head, payload, Buffer.from(tail, 'latin1'), encoding);
  const behind = [Buffer.from(after, 'latin1'), ...middle];
  return readyBody(start.toString('latin1') + beforeDate, isDated, behind, end);
}

function readyBody(
  before: string,
  isDated: boolean,
  behind: readonly Buffer[],
  end: ReadyBody['end'],
): ReadyBody {
  const behindLength = behind.reduce((sum, part) => sum + part.length, 0);
  const length =
    before.length + (isDated ? INSTANT_LENGTH : 0) + behindLength + (end === null ? 0 : end('').length);
  // What is kept has memory of its own: a short buffer is often part of a long one, a joined text a tree of its parts.
  const own = Buffer.allocUnsafeSlow(behindLength);
  let at = 0;
  for (const part of behind) at += part.copy(own, at);
  return {
    length,
    before: Buffer.from(before, 'latin1').toString('latin1'),
    isDated,
    behind: length > TEXT_MAX_BYTES ? own : own.toString('latin1'),
    end,
  };
}

/** The body of an instant (formatKstInstant). */
export function bodyAt({ before, isDated, behind, end }: ReadyBody, instant: string): Body {
  const dated = isDated ? instant : '';
  const start = before + dated;
  const last = end === null ? '' : end(dated);
  return typeof behind === 'string' ? [start + behind + last] : [start, behind, last];
}
