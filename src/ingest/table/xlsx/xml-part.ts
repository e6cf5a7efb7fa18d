import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { decodeXml } from '../../onix/xml-encoding.ts';
import { UnreadableInputError, unreadable } from '../../text/lines.ts';

/** Hears what stands in one part of a workbook. Names come without their prefixes. */
export interface PartHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Elements inside each other; a sheet needs seven. */
const DEPTH_MAX = 100;
/** Characters between two tags. A cell holds 32,767 at most. */
const TEXT_CHARS_MAX = 4 * 1024 * 1024;

/**
 * Parses one part as it unpacks. Yields after each piece, so that the caller can take what its handler has gathered.
 * Throws UnreadableInputError with the line at fault.
 */
export async function* parsePart(part: Readable, handler: PartHandler): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let depth = 0;
  let charsSinceTag = 0;
  const fail = (said: string): never => {
    throw new Error(`${parser.line}:${parser.columnIndex}: ${said}`);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => fail('a workbook has no DOCTYPE'));
  parser.on('opentag', ({ name, attributes }) => {
    charsSinceTag = 0;
    if (++depth > DEPTH_MAX) fail(`more than ${DEPTH_MAX} elements inside each other`);
    handler.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  try {
    for await (const piece of decodeXml(part)) {
      charsSinceTag += piece.length;
      if (charsSinceTag > TEXT_CHARS_MAX) fail(`more than ${TEXT_CHARS_MAX} characters without a tag`);
      parser.write(piece);
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof UnreadableInputError ? error : unreadable(error);
  } finally {
    part.destroy();
  }
}

/** Parses a whole part. */
export async function readPart(part: Readable, handler: PartHandler): Promise<void> {
  for await (const _piece of parsePart(part, handler));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
