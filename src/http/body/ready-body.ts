import { crc32 } from 'node:zlib';
import { flatText } from './flat-text.ts';
import { type CompressedMiddle, spliceAround } from './spliced-body.ts';

/** The parts of a body one after the other. In a text each character is a byte: it is written in Latin-1. */
export type Body = readonly (Buffer | string)[];

/** Bytes of a body. */
export function lengthOf(body: Body): number {
  let length = 0;
  for (const part of body) length += part.length;
  return length;
}

/** A body as one text, in which each character is a byte. */
export function bodyText(body: Body): string {
  let text = '';
  for (const part of body) text += typeof part === 'string' ? part : part.toString('latin1');
  return text;
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
  /** The body of an instant (formatKstInstant). */
  at(instant: string): Body;
}

/** Length of every instant. */
const INSTANT_LENGTH = '2026-11-15T12:00:00.000+09:00'.length;

/** Bytes in front of the payload. */
export function headLengthOf({ beforeDate, afterDate }: Frame): number {
  return afterDate === null ? beforeDate.length : beforeDate.length + INSTANT_LENGTH + afterDate.length;
}

/** Up to this size one text is written faster than bytes in parts, and the head of the answer joins it. */
export const TEXT_MAX_BYTES = 8 * 1024;

/** A body that isn't compressed. */
export function plainBody(frame: Frame, members: Buffer): ReadyBody {
  return readyBody(frame.beforeDate, frame.afterDate, [members, Buffer.from(frame.tail, 'latin1')]);
}

/** A body around a payload that is compressed; HEAD_MAX_BYTES at most before it. */
export function splicedBody(frame: Frame, middle: CompressedMiddle): ReadyBody {
  const { beforeDate, afterDate, tail } = frame;
  const { before, behind, end } = spliceAround(headLengthOf(frame), middle, Buffer.from(tail, 'latin1'));
  const beforeCrc = crc32(Buffer.from(beforeDate, 'latin1'));
  return readyBody(before.toString('latin1') + beforeDate, afterDate, [behind], (instant) =>
    end(crc32(Buffer.from(instant + (afterDate ?? ''), 'latin1'), beforeCrc)).toString('latin1'),
  );
}

function readyBody(
  beforeDate: string,
  afterDate: string | null,
  rest: readonly Buffer[],
  end: (instant: string) => string = NO_END,
): ReadyBody {
  const start = flatText(beforeDate);
  const after = afterDate ?? '';
  const length =
    start.length + (afterDate === null ? 0 : INSTANT_LENGTH) + after.length + lengthOf(rest) + end('').length;
  if (length > TEXT_MAX_BYTES) {
    return { length, at: (instant) => inParts(start, afterDate === null ? '' : instant, after, rest, end) };
  }
  const text = Buffer.concat([Buffer.from(after, 'latin1'), ...rest]).toString('latin1');
  return inOneText(length, start, afterDate !== null, text, end);
}

const NO_END = () => '';

function inParts(
  start: string,
  instant: string,
  after: string,
  rest: readonly Buffer[],
  end: (instant: string) => string,
): Body {
  return [start + instant + after, ...rest, end(instant)];
}

/** Apart from the above, because what a function refers to stays in memory: bytes beside the text made of them. */
function inOneText(
  length: number,
  start: string,
  isDated: boolean,
  text: string,
  end: (instant: string) => string,
): ReadyBody {
  return {
    length,
    at(instant) {
      const dated = isDated ? instant : '';
      return [start + dated + text + end(dated)];
    },
  };
}
