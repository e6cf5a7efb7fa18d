import { type ServerResponse, STATUS_CODES } from 'node:http';
import { httpDate, systemClock } from '../clock.ts';
import { type Body, bodyText } from './body/ready-body.ts';

/** Names and values alternating, names in lower case. */
export type HeaderList = readonly string[];

/** A whole response. */
export interface HttpResponse {
  readonly status: number;
  /** Of this response alone; names and values alternating. */
  readonly headers: string[];
  readonly body: Body;
}

/**
 * Writes a whole response through Node's: for HEAD and status 304 without its body. If the body is a string, Node
 * writes it together with the head.
 */
export function writeResponse(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers);
  const parts = response.req.method === 'HEAD' ? [] : body.filter((part) => part.length > 0);
  if (parts.length > 1) response.cork();
  for (const part of parts.slice(0, -1)) response.write(part, 'latin1');
  response.end(parts.at(-1), 'latin1');
}

/** The bytes of a whole response that ends its connection, for a connection without a response object. */
export function lastResponseBytes({ status, headers, body }: HttpResponse): Buffer {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  head += `date: ${httpDate(systemClock.nowMs())}\r\nconnection: close\r\n\r\n`;
  return Buffer.from(head + bodyText(body), 'latin1');
}
