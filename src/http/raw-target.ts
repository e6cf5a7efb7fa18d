import type { Socket } from 'node:net';
import { pathAndQuery } from './request-target.ts';

/** The head of a request that Node's parser refused for bytes in its target that are not ASCII. */
export interface RawTargetRequest {
  /** Percent-encoded; null unless it is a whole target of GET or HEAD, without a body behind the head. */
  readonly target: string | null;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the head in which the parser stopped, `stoppedAt` bytes into a packet, to its end, which may be on its way. People
 * type Hangul into a shell, and what they mean is clear. Resolves to null for a head longer than `bytesMax`, or when the
 * caller leaves.
 */
export async function readRawTarget(
  packet: Buffer,
  stoppedAt: number,
  socket: Socket,
  bytesMax: number,
): Promise<RawTargetRequest | null> {
  // A target has no line break in it, so its line begins behind the last one.
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
    // Each further packet would be an error to the parser, too.
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
    // One header twice, or a body, needs the parser's judgement; this is for what people type by hand.
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

/** Leaves ASCII as it stands: it was encoded, or needs no encoding. Bytes that are not UTF-8 fail where they are decoded. */
function percentEncoded(latin1: string): string {
  return latin1.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
