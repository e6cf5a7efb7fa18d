import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Send, textOf } from './leave.ts';
import { createHeadReader, type PlainHead } from './plain-head.ts';
import { lengthOf, TEXT_MAX_BYTES } from './ready-body.ts';
import { headText } from './text-head-response.ts';

/**
 * Answers a request with `send`, or leaves it to the HTTP server (null). Resolves, always, when the answer has been sent.
 */
export type AnswerPlain = (head: PlainHead, socket: Socket, send: Send) => Promise<void> | null;

export interface PlainConnectionsOptions {
  readonly answer: AnswerPlain;
  /** Gives a connection, with what it has sent and nobody has read, to the HTTP server. */
  readonly handOver: (socket: Socket) => void;
  /** Milliseconds within which a connection must take some of the bytes that wait for it. */
  readonly stallMs: number;
}

/** How long a new connection may say nothing before it is given to the HTTP server. */
export const FIRST_REQUEST_MS = 10_000;
/** How long a connection stays open after an answer. */
export const KEEP_ALIVE_MS = 65_000;

/** Connections that have sent nothing but plain calls of the public API. */
export interface PlainConnections {
  take(socket: Socket): void;
  /** Answers that are being made ask their callers to close the connection; the HTTP server answers all other calls. */
  stop(): void;
  /** Ends those on which nothing is being answered. */
  closeIdle(): void;
  closeAll(): void;
}

/**
 * Reads calls and writes answers without the request and response objects of an HTTP server, which cost as much as half
 * of the answer (docs/adr/0019-plain-connections.md). Whatever isn't one whole plain head in one packet, after the answer
 * before it, goes to the HTTP server with its connection, for good: a second call at once, a slow head, another method.
 */
export function createPlainConnections(options: PlainConnectionsOptions): PlainConnections {
  const open = new Set<PlainConnection>();
  const state = { isStopped: false };
  const close = (isToClose: (connection: PlainConnection) => boolean) => {
    for (const connection of open) if (isToClose(connection)) connection.socket.destroy();
  };
  return {
    take(socket) {
      const connection = new PlainConnection(socket, options, state, () => open.delete(connection));
      open.add(connection);
    },
    stop() {
      state.isStopped = true;
    },
    closeIdle: () => close(({ isBusy }) => !isBusy),
    closeAll: () => close(() => true),
  };
}

class PlainConnection {
  readonly socket: Socket;
  isBusy = false;
  readonly #options: PlainConnectionsOptions;
  readonly #state: Readonly<{ isStopped: boolean }>;
  readonly #forget: () => void;
  readonly #readHead = createHeadReader();
  /** What came while a call was being answered. */
  #waiting: Buffer | null = null;
  #hasCalled = false;
  /** The connection ends with the answer that is being made, because its caller says so or has closed its side. */
  #closes = false;

  constructor(
    socket: Socket,
    options: PlainConnectionsOptions,
    state: Readonly<{ isStopped: boolean }>,
    forget: () => void,
  ) {
    this.socket = socket;
    this.#options = options;
    this.#state = state;
    this.#forget = forget;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onTimeout);
    socket.on('error', this.#onError);
    socket.on('close', forget);
    socket.setTimeout(FIRST_REQUEST_MS);
  }

  readonly #onData = (packet: Buffer) => {
    if (this.isBusy) {
      this.#waiting = packet;
      this.socket.pause();
      return;
    }
    const head = this.#state.isStopped ? null : this.#readHead(packet);
    const answered = head === null ? null : this.#options.answer(head, this.socket, this.#send);
    if (answered === null) return this.#handOver(packet);
    this.isBusy = true;
    this.#closes = head?.closes === true;
    if (!this.#hasCalled) this.socket.setTimeout(KEEP_ALIVE_MS);
    this.#hasCalled = true;
    answered.then(this.#onAnswered);
  };

  readonly #onAnswered = () => {
    const { socket } = this;
    if (socket.destroyed) return;
    if (socket.writableNeedDrain) {
      socket.setTimeout(this.#options.stallMs);
      socket.once('drain', this.#onDrain);
      return;
    }
    this.isBusy = false;
    if (this.#closes) socket.destroySoon();
    // The HTTP server knows what to do with callers who don't wait for their answers.
    else if (this.#waiting !== null) this.#handOver(this.#waiting);
  };

  readonly #onDrain = () => {
    this.socket.setTimeout(KEEP_ALIVE_MS);
    this.#onAnswered();
  };

  readonly #onEnd = () => {
    this.#closes = true;
    if (!this.isBusy) this.socket.destroySoon();
  };

  readonly #onTimeout = () => {
    // Nothing moves, but that may be our fault: the answer takes long to make.
    if (this.isBusy && this.socket.writableLength === 0) return;
    if (this.#hasCalled) this.socket.destroy();
    else this.#handOver(null);
  };

  /** Node closes the socket by itself. */
  readonly #onError = () => {};

  readonly #send: Send = (status, lines, body) => {
    const { socket } = this;
    if (socket.destroyed) return;
    if (this.#state.isStopped) this.#closes = true;
    const head = headText(status, lines, this.#closes ? null : KEEP_ALIVE_MS);
    if (lengthOf(body) <= TEXT_MAX_BYTES) {
      socket.write(head + textOf(body), 'latin1');
      return;
    }
    socket.cork();
    socket.write(head, 'latin1');
    for (const part of body) if (part.length > 0) socket.write(part, 'latin1');
    socket.uncork();
  };

  #handOver(packet: Buffer | null): void {
    const { socket } = this;
    this.#forget();
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onTimeout);
    socket.off('error', this.#onError);
    socket.off('close', this.#forget);
    socket.setTimeout(0);
    // A stream that flows would lose what is put back before somebody else listens.
    socket.pause();
    if (packet !== null) socket.unshift(packet);
    this.#options.handOver(socket);
    socket.resume();
  }
}

/** Puts plain connections in front of an HTTP server that isn't listening yet; new connections have to be taken. */
export function putInFront(server: Server, answer: AnswerPlain, stallMs: number): PlainConnections {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  const handOver = (socket: Socket) => {
    for (const listener of listeners) listener.call(server, socket);
  };
  const plain = createPlainConnections({ answer, handOver, stallMs });
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeAll = server.closeAllConnections.bind(server);
  server.closeIdleConnections = () => {
    plain.closeIdle();
    closeIdle();
  };
  server.closeAllConnections = () => {
    plain.closeAll();
    closeAll();
  };
  return plain;
}
