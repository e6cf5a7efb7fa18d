import type { Socket } from 'node:net';
import { pathAndQuery } from './request-target.ts';

/** The head of a request that Node's parser refused because of non-ASCII bytes in its target. */
export interface RawTargetRequest {
  /** Percent-encoded; null unless it is a complete GET or HEAD target without a body after the head. */
  readonly target: string | null;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the rest of the head that stopped the parser `stoppedAt` bytes into a packet; it may still be arriving. People
 * type Hangul into a shell, and what they mean is clear. Resolves to null if the head is longer than `bytesMax` or the
 * caller leaves.
 */
export async function readRawTarget(
  packet: Buffer,
  stoppedAt: number,
  socket: Socket,
  bytesMax: number,
): Promise<RawTargetRequest | null> {
  // A target contains no line break, so its line begins after the last one.
  const start = packet.lastIndexOf('\n', stoppedAt) + 1;
  const text = await readHead(packet.subarray(start), socket, bytesMax);
  return text === null ? null : requestOf(text);
}

const HEAD_END = '\r\n\r\n';

function readHead(first: Buffer, socket: Socket, bytesMax: number): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const onData = (packet: Buffer) => {
      text += packet.toString('latin1');
      const end = text.indexOf(HEAD_END);
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > bytesMax) resolve(null);
    };
    onData(first);
    // The parser would report each further packet as an error, too.
    socket.removeAllListeners('data');
    socket.on('data', onData);
    socket.once('close', () => resolve(null));
    socket.once('end', () => resolve(null));
  });
}

function requestOf(head: string): RawTargetRequest {
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', target = '', version, ...others] = line.split(' ');
  const headers: Record<string, string> = Object.create(null);
  let isPlain = (method === 'GET' || method === 'HEAD') && version === 'HTTP/1.1' && others.length === 0;
  for (const header of lines) {
    const colon = header.indexOf(':');
    const name = header.slice(0, colon).toLowerCase();
    // Repeated headers and bodies need the parser's judgement; this is for what people type by hand.
    if (!/^[a-z0-9-]+$/.test(name) || name in headers || NOT_TYPED_BY_HAND.has(name)) isPlain = false;
    headers[name] = header.slice(colon + 1).trim();
  }
  return {
    method,
    headers,
    target: isPlain && 'host' in headers ? pathAndQuery(percentEncoded(target)) : null,
  };
}

const NOT_TYPED_BY_HAND: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]);

/** Keeps ASCII as it is: it was encoded, or needs no encoding. Bytes that aren't UTF-8 fail when they are decoded. */
function percentEncoded(latin1: string): string {
  return latin1.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
