import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { callerOf, LOOPBACK } from './rate-limiter.ts';

/**
 * How much one connection, one address and all connections together may use. Without limits, anybody could fill the memory
 * without a key: a packet of 64 KB holds over a thousand requests, and every response is kept until somebody reads it.
 */
export const CONNECTION_LIMITS = {
  connectionsMax: 4_000,
  /** Connections at once from one caller (`callerOf`), except from this machine. */
  connectionsPerAddressMax: 500,
  /** Requests of one connection that may be unanswered at once; one more closes it. */
  openAnswersMax: 20,
  /** Unsent response bytes on all connections together; beyond that, the slowest readers are cut. */
  unsentBytesMax: 128 * 1024 * 1024,
  /** Milliseconds within which a connection has to accept some of the bytes waiting for it. */
  stallMs: 30_000,
  /** Milliseconds that the caller has to close its side after a connection's last bytes. */
  closeMs: 5_000,
};
export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>;

export interface DrainTimes {
  /** Keep-alive connections may send one more request within this time; its response closes them. */
  readonly askMs: number;
  /** Time for the whole drain: responses that are still being made or sent are cut then. */
  readonly graceMs: number;
}

export type ConnectionGuard = ReturnType<typeof createConnectionGuard>;

interface Connection {
  readonly open: Set<ServerResponse>;
  /** Called once no response is open any more; null while the connection accepts requests. */
  end: (() => void) | null;
}

const WATCH_EVERY_MS = 1_000;
const DRAINED_CHECK_MS = 10;

type OnCut = (reason: string, connections: number) => void;

/** Makes HTTP servers that share these limits. `onCut` gets the reason and number of connections that were cut. */
export function createConnectionGuard(limits: ConnectionLimits, onCut: OnCut) {
  const connections = new Map<Socket, Connection>();
  const connectionsOf = new Map<string, number>();
  let isEnding = false;
  const servers: Server[] = [];

  function admit(socket: Socket): void {
    const { remoteAddress: ip = '' } = socket;
    const caller = callerOf(ip);
    const hasMost = (connectionsOf.get(caller) ?? 0) >= limits.connectionsPerAddressMax;
    // A connection from this machine belongs to the operator or to a proxy that all callers share.
    if (hasMost && !LOOPBACK.test(ip)) return void socket.destroy();
    add(connectionsOf, caller, 1);
    // Node removes its own error listener when it gives up a socket; an error without a listener would end the process.
    socket.on('error', () => {});
    connections.set(socket, { open: new Set(), end: null });
    socket.once('close', () => {
      connections.delete(socket);
      add(connectionsOf, caller, -1);
    });
  }

  function take(handler: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    // After a connection was ended or cut, the remaining requests of its last packet still arrive here.
    if (connection === undefined || connection.end !== null || socket.destroyed) return;
    const { open } = connection;
    if (open.size >= limits.openAnswersMax) {
      socket.destroy();
      return void onCut('requests without end', 1);
    }
    open.add(response);
    if (isEnding) response.shouldKeepAlive = false;
    // A response closes only once; `on` avoids the wrapper that `once` would make.
    response.on('close', () => {
      open.delete(response);
      if (open.size === 0) connection.end?.();
    });
    handler(request, response);
  }

  function closeAfterResponses(): void {
    isEnding = true;
    for (const { open } of connections.values())
      for (const response of open) response.shouldKeepAlive = false;
  }

  return {
    createServer(options: ServerOptions, handler: RequestListener): Server {
      const server = createServer(options, (request, response) => take(handler, request, response));
      // Without this, Node closes its side as soon as the caller does, before calls in progress are answered.
      Object.assign(server, { httpAllowHalfOpen: true });
      servers.push(server);
      server.maxConnections = limits.connectionsMax;
      server.on('connection', admit);
      // At the limit, new callers matter more than idle connections.
      server.on('drop', () => server.closeIdleConnections());
      // Half of the limit: Node restarts a period in which the connection accepted bytes, so a stall may last two.
      server.setTimeout(limits.stallMs / 2, (socket: Socket) => {
        const open = [...(connections.get(socket)?.open ?? [])];
        // A connection without traffic may be waiting for a response that is still being made.
        if (open.length === 0 || unsentBytes(open) > 0) socket.destroy();
      });
      const timer = setInterval(() => {
        const cut = cutSlowest(connections, limits.unsentBytesMax);
        if (cut > 0) onCut('answers that nobody reads', cut);
      }, WATCH_EVERY_MS).unref();
      server.once('close', () => clearInterval(timer));
      return server;
    },
    /** Ends a connection with `lastBytes`, after the responses to earlier requests. Further input is discarded. */
    endAfterResponses(socket: Socket, lastBytes: () => Buffer): void {
      const connection = connections.get(socket);
      if (connection === undefined || connection.end !== null) return;
      // An unread socket never emits `end`, and Node stops reading after CONNECT.
      socket.resume();
      cutAfter(socket, limits.stallMs);
      connection.end = () => {
        cutAfter(socket, limits.closeMs);
        socket.end(lastBytes());
      };
      if (connection.open.size === 0) connection.end();
    },
    takesConnections: () => connections.size < limits.connectionsMax,
    closeAfterResponses,
    /**
     * Accepts no more connections, and asks callers on open ones to close them with their next response. After `askMs`, a
     * connection is cut once it has no complete request without a response; after `graceMs`, all are cut. Resolves when no
     * connection is left.
     */
    async drain({ askMs, graceMs }: DrainTimes): Promise<void> {
      // First accept connections and requests that have arrived: closing the listener could reset new connections.
      await nextTurn();
      // Not the method of http.Server, which also cuts connections whose first request is still arriving.
      for (const server of servers) NetServer.prototype.close.call(server);
      closeAfterResponses();
      const askUntil = AbortSignal.timeout(askMs);
      const graceUntil = AbortSignal.timeout(graceMs);
      while (connections.size > 0) {
        for (const [socket, { open }] of connections)
          if (graceUntil.aborted || (askUntil.aborted && !isAnswering(open))) socket.destroy();
        await pause(DRAINED_CHECK_MS);
      }
    },
  };
}

function add(counts: Map<string, number>, key: string, more: number): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function cutAfter(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(timer));
}

function isAnswering(open: Iterable<ServerResponse>): boolean {
  return [...open].some(({ req }) => req.complete);
}

/** Cuts the connections with the most unsent bytes until half of the limit is free. Returns how many were cut. */
function cutSlowest(connections: ReadonlyMap<Socket, Connection>, bytesMax: number): number {
  const unsent = [...connections].map(([socket, { open }]) => ({
    socket,
    bytes: open.size === 0 ? socket.writableLength : unsentBytes(open),
  }));
  let total = unsent.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= bytesMax) return 0;
  let cut = 0;
  for (const { socket, bytes } of unsent.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= bytesMax / 2) break;
    total -= bytes;
    cut++;
    socket.destroy();
  }
  return cut;
}

function unsentBytes(open: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const response of open) bytes += response.writableLength;
  return bytes;
}

/** Routes that take files have time limits of their own. */
const BODY_MS = 15_000;
/** A refused sender may go on for so long, so that it reads the response before the connection ends. */
const REST_MS = 5_000;

const LONG = new WeakSet<IncomingMessage>();

export function allowSlowBody(request: IncomingMessage): void {
  LONG.add(request);
}

/** Cuts a request whose body doesn't arrive in time. */
export function watchBody(request: IncomingMessage, bodyMs = BODY_MS): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  const timer = setTimeout(() => LONG.has(request) || request.destroy(), bodyMs).unref();
  const stop = () => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  setTimeout(() => request.complete || request.destroy(), REST_MS).unref();
}
