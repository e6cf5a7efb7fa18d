import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { harmless, message } from '../../messages/messages.ts';
import { emptyBatch, type RawBatch, type Reason } from '../feed-record.ts';
import { plainChunks } from './input.ts';

const BATCH_LINES_MAX = 500;

/** Reads JSON Lines: UTF-8, one record a line, plain or gzip-compressed. */
export async function* readJsonLines(input: Readable): AsyncGenerator<RawBatch> {
  for await (const { firstLine, lines, isOpen } of readLines(input))
    for (let from = 0; from < lines.length; from += BATCH_LINES_MAX) {
      const part = lines.slice(from, from + BATCH_LINES_MAX);
      const batch = emptyBatch(firstLine + from + part.length - 1);
      for (const [at, text] of part.entries()) {
        const line = firstLine + from + at;
        const refuse = (reason: Reason) => batch.problems.push({ line, field: '', reason });
        if (typeof text !== 'string') refuse(text);
        else if (text.trim() === '') batch.skipped.push({ rule: 'blank', value: '', count: 1 });
        else
          try {
            batch.records.push({ line, value: JSON.parse(text) });
          } catch (error) {
            const isAtEnd = isOpen && from + at === lines.length - 1;
            refuse(isAtEnd && breaksOff(error, text) ? CUT_SHORT : invalidJson(error));
          }
      }
      yield batch;
    }
}

const CUT_SHORT = message('feeds.cutShort');

/** Quotes the parser's English message, because the message names the position of the fault. */
export function invalidJson(error: unknown): Reason {
  return message('feeds.notJson', { detail: harmless(error instanceof Error ? error.message : '') });
}

function breaksOff(error: unknown, text: string): boolean {
  const detail = error instanceof Error ? error.message : '';
  return (
    /^Unexpected end|^Unterminated string/.test(detail) || detail.includes(` at position ${text.length} `)
  );
}

/** A longer line isn't a record. It is skipped, not held in memory. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** Blocks of lines as they arrive; a Reason replaces an unreadable line. `isOpen` = the last line has no line feed. */
export async function* readLines(input: Readable) {
  let firstLine = 1;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const block = (bytes: Buffer, isOpen = false) => {
    const isMarked = firstLine === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const cut = { firstLine, lines: cutLines(isMarked ? bytes.subarray(3) : bytes), isOpen };
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
    // Of an overlong line, only the first bytes are stored, just enough to recognise its length.
    if (pendingBytes <= LINE_BYTES_MAX) pending.push(rest);
    pendingBytes += rest.length;
  }
  if (pendingBytes > 0) yield block(withoutHalfCharacter(Buffer.concat(pending)), true);
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

function withoutHalfCharacter(bytes: Buffer): Buffer {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return Buffer.from(decoder.decode(bytes, { stream: true }));
  } catch {
    return bytes;
  }
}

function cutLines(bytes: Buffer): readonly (string | Reason)[] {
  // A fast path for nearly all blocks.
  if (bytes.length <= LINE_BYTES_MAX && isUtf8(bytes)) return bytes.toString('utf8').split('\n');
  const lines: (string | Reason)[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(LINE_FEED, from);
    const line = bytes.subarray(from, at === -1 ? bytes.length : at);
    lines.push(faultOf(line) ?? line.toString('utf8'));
    from += line.length + 1;
  }
  return lines;
}

function faultOf(line: Buffer): Reason | null {
  if (line.length > LINE_BYTES_MAX) return message('feeds.lineTooLong', { max: LINE_BYTES_MAX });
  return isUtf8(line) ? null : message('feeds.notUtf8');
}
