import type { IncomingMessage } from 'node:http';

/** How long the body of a request may take, unless its route takes files. */
const BODY_MS = 15_000;
/** How long a sender that was refused may go on, so that the response reaches it before the connection ends. */
const REST_MS = 5_000;

const LONG = new WeakSet<IncomingMessage>();

/** The body of this request may take as long as its route allows. */
export function takesLong(request: IncomingMessage): void {
  LONG.add(request);
}

/** Cuts a request whose body isn't there in time. Requests without a body cost nothing. */
export function watchBody(request: IncomingMessage, bodyMs = BODY_MS): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  const timer = setTimeout(() => LONG.has(request) || request.destroy(), bodyMs).unref();
  const stop = () => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

/** Reads what is left of a body into nothing, for a moment. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  setTimeout(() => request.complete || request.destroy(), REST_MS).unref();
}
