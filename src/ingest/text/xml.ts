import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { message } from '../../messages/messages.ts';
import { show } from '../feed-record.ts';
import { UnreadableInputError, unreadable } from './input.ts';
import { decodeXml } from './text-encoding.ts';

/** Callbacks for the contents of an XML file. Element names come without prefixes. */
export interface XmlHandler {
  encoding?(read: string, misdeclared: string | null): void;
  /** `fail` throws the given reason, with the position. */
  open(name: string, attributes: Readonly<Record<string, string>>, fail: (fault: string) => never): void;
  close?(name: string): void;
  text?(text: string): void;
}

export interface XmlLimits {
  readonly depthMax: number;
  /** Maximum characters between two tags, which the parser holds in memory. */
  readonly textCharsMax: number;
  /** The named entities of the format. If given, a DOCTYPE is allowed, too. */
  readonly entities?: Record<string, string>;
}

/** Parses a file as it arrives. A DOCTYPE is never fetched; an internal subset is refused, because of entity bombs. */
export async function* parseXml(
  input: Readable,
  handler: XmlHandler,
  { depthMax, textCharsMax, entities }: XmlLimits,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let depth = 0;
  let charsSinceTag = 0;
  /** The last characters read, and the text around the first ampersand that begins no entity. */
  let [tail, bare] = ['', ''];
  const fail = (fault: string): never => {
    throw new Error(`${parser.line}:${parser.columnIndex}: ${fault}`);
  };
  if (entities !== undefined) parser.ENTITIES = entities;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (declaration) => {
    if (entities === undefined) fail('a workbook has no DOCTYPE');
    if (declaration.includes('[')) fail('the DOCTYPE has an internal subset, which is not accepted');
  });
  parser.on('opentag', ({ name, attributes }) => {
    charsSinceTag = 0;
    if (++depth > depthMax) fail(`more than ${depthMax} elements inside each other`);
    handler.open(localName(name), attributes, fail);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  try {
    const { encoding, misdeclared, text } = await decodeXml(input);
    handler.encoding?.(encoding, misdeclared);
    for await (const piece of text) {
      charsSinceTag += piece.length;
      if (charsSinceTag > textCharsMax) fail(`more than ${textCharsMax} characters without a tag`);
      tail = tail.slice(-ENTITY_CHARS_MAX) + piece;
      if (bare === '' && piece.includes('&')) bare = BARE.exec(tail)?.[0] ?? '';
      parser.write(piece);
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    if (error instanceof UnreadableInputError) throw error;
    const isUnknown = /undefined entity/.test(String(error));
    throw inWords(error, bare || (isUnknown ? unknownEntity(tail, entities) : ''));
  } finally {
    input.destroy();
  }
}

const ENTITY_CHARS_MAX = 40;
const AROUND_CHARS = 20;

/** The text around the first unknown entity, such as `&T;` in "AT&T;". */
function unknownEntity(text: string, entities: XmlLimits['entities'] = {}): string {
  const named = text.matchAll(/&(\w{1,30});/g);
  const at = named.find(([, name = '']) => entities[name] === undefined)?.index;
  return at === undefined ? '' : text.slice(Math.max(0, at - AROUND_CHARS), at + AROUND_CHARS);
}

const BARE = /.{0,20}&(?!#?\w{1,30};).{10,20}/s;

/** The most common faults get a message with the remedy, other faults keep the parser's message. */
function inWords(error: unknown, bare: string): UnreadableInputError {
  const [, tag] = /: unclosed tag: (.{1,60})$/.exec(String(error)) ?? [];
  if (bare !== '' && (tag !== undefined || /entity|in tag name/.test(String(error))))
    return new UnreadableInputError(message('feeds.bareAmpersand', { shown: show(bare) }), error);
  if (tag === undefined) return unreadable(error);
  return new UnreadableInputError(message('feeds.xmlCutShort', { tag }), error);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
