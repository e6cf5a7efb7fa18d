import type { IncomingHttpHeaders } from 'node:http';
import { inOnePiece } from './one-piece.ts';

/** The head of a request of the usual form: GET, HTTP/1.1, no body. */
export interface PlainHead extends HeadLines {
  /** Path and query as they were sent. */
  readonly url: string;
}

interface HeadLines {
  readonly headers: PlainHeaders;
  /** Whether the connection is to be closed after the answer. */
  readonly closes: boolean;
}

/** The headers that decide how a call of the public API is answered. */
export type PlainHeaders = Partial<Pick<IncomingHttpHeaders, (typeof NAMES)[number]>>;

const NAMES = ['host', 'x-api-key', 'accept-encoding', 'accept-language', 'if-none-match'] as const;

/** Longer heads are left to Node, whose limit is 431's. */
const HEAD_MAX_BYTES = 8 * 1024;

const GET = 'GET ';
const VERSION = ' HTTP/1.1\r\n';
const END = '\r\n\r\n';

/** The characters of RFC 3986. Others may stand in a request line, but are for Node to judge. */
const TARGET = /^\/[\w.~!$&'()*+,;=:@/?%-]*$/;
/** RFC 9110: a token, and what is visible or a blank. */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\t -~]*$/;

/** They change how a request is read or its connection used. */
const LEFT_TO_NODE: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'proxy-connection',
]);

/**
 * Makes a reader of the requests of one connection. It reads a packet that holds exactly the head of one plain request,
 * and gives null for everything else, whether that is a request or not: no rule of HTTP is decided here, so nothing can
 * be read differently by Node's parser. `test/http/plain-head.test.ts` compares both.
 */
export function createHeadReader(): (packet: Buffer) => PlainHead | null {
  // A program sends the same headers with each of its calls.
  let lastText = '';
  let lastLines: HeadLines | null = null;
  return (packet) => {
    if (packet.length > HEAD_MAX_BYTES) return null;
    const text = packet.toString('latin1');
    const urlEnd = text.indexOf(VERSION);
    if (urlEnd === -1 || !text.startsWith(GET)) return null;
    // Of its own: a part of `text` would keep all of it in memory, and addresses are kept.
    const url = packet.toString('latin1', GET.length, urlEnd);
    if (!TARGET.test(url)) return null;
    const headerText = text.slice(urlEnd + VERSION.length);
    if (headerText !== lastText) {
      lastText = headerText;
      lastLines = readLines(headerText);
    }
    return lastLines === null ? null : { url, headers: lastLines.headers, closes: lastLines.closes };
  };
}

function readLines(text: string): HeadLines | null {
  if (text.indexOf(END) !== text.length - END.length) return null;
  const headers: Partial<Record<string, string>> = {};
  let connection = 'keep-alive';
  for (const line of text.slice(0, -END.length).split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1);
    if (!NAME.test(name) || !VALUE.test(value) || LEFT_TO_NODE.has(name)) return null;
    if (name === 'connection') {
      const option = value.trim().toLowerCase();
      if (option !== 'close' && option !== connection) return null;
      connection = option;
    }
    if (!(NAMES as readonly string[]).includes(name)) continue;
    if (headers[name] !== undefined) return null;
    headers[name] = inOnePiece(value.trim());
  }
  return headers.host === undefined ? null : { headers, closes: connection === 'close' };
}
