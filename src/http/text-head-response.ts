import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { httpDate, systemClock } from '../clock.ts';

/** Everything that a header value may not hold. */
const FORBIDDEN = /[^\t -~\x80-\xff]/;

/**
 * Names and values in turn as they are sent, each pair with its end of line. Throws for a value that can't be sent; names
 * are ours.
 */
export function headerLines(headers: readonly string[]): string {
  let lines = '';
  let values = '';
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1] ?? '';
    values += value;
    lines += `${headers[at]}: ${value}\r\n`;
  }
  if (FORBIDDEN.test(values)) throw new TypeError('a header value holds a character that ends or hides it');
  return lines;
}

/** The head of an answer after which the connection stays open for `keepAliveMs`, or closes (null). */
export function headText(status: number, lines: string, keepAliveMs: number | null): string {
  const connection =
    keepAliveMs === null
      ? 'Connection: close'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`;
  const date = httpDate(systemClock.nowMs());
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Date: ${date}\r\n${connection}\r\n\r\n`;
}

/** Names and values of header lines in turn. */
export function headersOf(lines: string): string[] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}

/**
 * The answers of our HTTP server. `writeHead` checks and appends one header after another and costs 6 us with the
 * eleven of an item; here they come as one text.
 */
export class TextHeadResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  // Two fields that Node keeps for classes like this one: the head that leaves with the first bytes of the body, and how
  // long the server leaves connections open, in ms. A test compares the heads with those of `writeHead`.
  declare _header: string | null;
  declare _keepAliveTimeout: number;

  /**
   * Does what `writeHead` does with header lines, Content-Length among them. False when the answer isn't of the usual
   * kind, and nothing has been done: use `writeHead` then.
   */
  writeTextHead(status: number, lines: string): boolean {
    if (!this.shouldKeepAlive || this.headersSent || status === 304 || status === 204) return false;
    this.statusCode = status;
    this._header = headText(status, lines, this._keepAliveTimeout);
    return true;
  }
}
