import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/**
 * The path and query of a request target. Clients that talk to a proxy send the whole address, whose scheme and host
 * say nothing here; some send a fragment, which belongs to the browser alone.
 */
export function pathAndQuery(target: string): string {
  const fragmentAt = target.indexOf('#');
  const text = fragmentAt === -1 ? target : target.slice(0, fragmentAt);
  if (text.startsWith('/')) return text;
  const origin = /^https?:\/\/[^/?]*/i.exec(text);
  if (origin === null) return text;
  const rest = text.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A request that Node's parser refused for bytes in its target that are not ASCII. */
export interface RefusedRequest {
  readonly method: 'GET' | 'HEAD';
  /** Percent-encoded, also where the bytes are not UTF-8: then decoding fails, as for any encoded query that is not UTF-8. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the request in which the parser stopped, `stoppedAt` bytes into a packet. People type Hangul into a shell, and
 * what they mean is clear. Null unless the packet holds the whole head of a plain request without a body.
 */
export function readRefusedRequest(packet: Buffer, stoppedAt: number): RefusedRequest | null {
  const before = packet.lastIndexOf('\r\n\r\n', stoppedAt);
  const start = before === -1 ? 0 : before + 4;
  const end = packet.indexOf('\r\n\r\n', stoppedAt);
  const bytes = packet.subarray(start, end === -1 ? start : end);
  const [line = '', ...lines] = bytes.toString('latin1').split('\r\n');
  const [method, target = '', version, ...others] = line.split(' ');
  if ((method !== 'GET' && method !== 'HEAD') || version !== 'HTTP/1.1' || others.length > 0) return null;
  const headers: Record<string, string> = {};
  for (const header of lines) {
    const colon = header.indexOf(':');
    const name = header.slice(0, colon).toLowerCase();
    // One header twice, or a body, needs the parser's judgement; this is for what people type by hand.
    if (!/^[a-z0-9-]+$/.test(name) || name in headers || NOT_TYPED_BY_HAND.has(name)) return null;
    headers[name] = header.slice(colon + 1).trim();
  }
  if (headers.host === undefined) return null;
  const raw = Buffer.from(target, 'latin1');
  return { method, target: percentEncoded(raw), headers };
}

const NOT_TYPED_BY_HAND: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]);

/** Leaves ASCII as it stands: it was encoded, or needs no encoding. */
function percentEncoded(bytes: Buffer): string {
  if (isUtf8(bytes))
    return pathAndQuery(bytes.toString('utf8')).replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return pathAndQuery(bytes.toString('latin1')).replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Answers such a request as the same one with an encoded target, in the bytes of an HTTP/1.1 response that ends its connection. */
export async function answerRefusedRequest(
  app: FastifyInstance,
  { method, target, headers }: RefusedRequest,
  remoteAddress: string,
): Promise<Buffer> {
  const response = await app.inject({ method, url: target, headers, remoteAddress });
  const lines = Object.entries({ ...response.headers, connection: 'close' }).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  );
  const head = `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), response.rawPayload]);
}
