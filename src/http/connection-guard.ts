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
 * Limits of one connection, one address and all connections together. Without limits, a caller without a key could fill the
 * memory: a packet of 64 KB holds over a thousand requests, whose responses wait in memory until the caller reads them.
 */
export const CONNECTION_LIMITS = {
  connectionsMax: 4_000,
  /** Connections at once from one caller (`callerOf`), except from this machine. */
  connectionsPerAddressMax: 500,
  /** Unanswered requests of one connection; one more request closes the connection. */
  openAnswersMax: 20,
  /** Unsent response bytes of all connections; beyond this limit, the connections with the most unsent bytes are cut. */
  unsentBytesMax: 128 * 1024 * 1024,
  /** Milliseconds in which a connection must accept some of its unsent bytes. */
  stallMs: 30_000,
  /** Milliseconds in which the caller must close its side after the connection's last bytes. */
  closeMs: 5_000,
};
export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>;

export interface DrainTimes {
  /** How long keep-alive connections may still send a request. Its response closes the connection. */
  readonly askMs: number;
  /** After this time, all connections are cut, even those with unfinished responses. */
  readonly graceMs: number;
}

export type ConnectionGuard = ReturnType<typeof createConnectionGuard>;

interface Connection {
  readonly open: Set<ServerResponse>;
  /** Called once no response is unfinished; null while the connection accepts requests. */
  end: (() => void) | null;
}

const WATCH_EVERY_MS = 1_000;
const DRAINED_CHECK_MS = 10;

type OnCut = (reason: string, connections: number) => void;

/** Makes HTTP servers that share these limits. `onCut` gets the reason and the number of cut connections. */
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
    // Node removes its own error listener from a closing socket. An error without a listener would end the process.
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
    // Requests of the last packet still arrive after the connection was ended or cut.
    if (connection === undefined || connection.end !== null || socket.destroyed) return;
    const { open } = connection;
    if (open.size >= limits.openAnswersMax) {
      socket.destroy();
      return void onCut('requests without end', 1);
    }
    open.add(response);
    if (isEnding) response.shouldKeepAlive = false;
    // Not `once`, whose wrapper costs time: `close` is emitted only once.
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
      // Without this option, Node closes its side with the caller's side, before the responses are sent.
      Object.assign(server, { httpAllowHalfOpen: true });
      servers.push(server);
      server.maxConnections = limits.connectionsMax;
      server.on('connection', admit);
      // At the maximum, idle connections make room for new callers.
      server.on('drop', () => server.closeIdleConnections());
      // Half of the limit: Node extends a period in which bytes were accepted, so a stall may last two periods.
      server.setTimeout(limits.stallMs / 2, (socket: Socket) => {
        const open = [...(connections.get(socket)?.open ?? [])];
        // A connection without unsent bytes may wait for a response that isn't ready.
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
      // Without reading, the socket never emits `end`. Node stops reading after CONNECT.
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
     * Accepts no more connections, and closes open connections with their next response. After `askMs`, connections without a
     * complete unanswered request are cut; after `graceMs`, all are. Resolves when no connection is left.
     */
    async drain({ askMs, graceMs }: DrainTimes): Promise<void> {
      // Connections and requests that have already arrived are accepted first. Closing the listener could reset them.
      await nextTurn();
      // The method of net.Server: that of http.Server also cuts connections whose first request is still arriving.
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

/** The limit for forms and other small bodies. `allowSlowBody` exempts routes that take files. */
const BODY_MS = 15_000;
/** After a refused request, the rest of the body is read for this long, so that the sender reads the response. */
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
