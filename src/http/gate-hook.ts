import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, type Gate, IDENTIFY_LIMITS, type QuotaState, type Ticket } from '../gate/gate.ts';
import { ApiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate on routes that name an endpoint. */
    caller: Caller | null;
    quota: QuotaState | null;
    /** Null also on routes that are not counted. */
    ticket: Ticket | null;
  }
  interface FastifyContextConfig {
    /** Operation id of a public endpoint; routes without one do not pass the gate. */
    endpoint?: string;
    /** Whether calls need a key, but count against neither burst nor day. */
    uncounted?: boolean;
    /** The endpoint's title, answered as meta.apiTitle. */
    title?: string;
  }
}

/**
 * Puts the gate before and behind every public endpoint: key, burst and daily quota come before anything else is
 * looked at, and an admitted call is on disk before its answer leaves (decisions 1).
 */
export function addGate(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('quota', null);
  app.decorateRequest('ticket', null);

  // Plain callbacks: an async hook costs a promise on each of the many requests that have nothing to wait for.
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, uncounted = false } = request.routeOptions.config;
    if (endpoint === undefined) done();
    else passGate(gate, endpoint, uncounted, request, reply).then(() => done(), done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const ticket = request.ticket;
    if (ticket === null) return done(null, payload);
    request.ticket = null;
    gate.settle(ticket, reply.statusCode).then(
      () => done(null, payload),
      (error: Error) => done(error),
    );
  });
}

async function passGate(
  gate: Gate,
  endpoint: string,
  uncounted: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const key = request.headers['x-api-key'];
  // Node joins repeated headers with a comma, which no key holds: two keys are one invalid key.
  if (key === undefined || key === '') throw new ApiError('AUTH_001');
  const passed = uncounted ? await gate.identify(String(key)) : await gate.admit(String(key), endpoint);
  if (passed.outcome === 'unknown-key') throw new ApiError('AUTH_002');
  setRateHeaders(reply, passed.quota);
  if (passed.outcome === 'burst') {
    const seconds = Math.max(1, Math.ceil(passed.retryAfterMs / 1000));
    reply.header('Retry-After', seconds);
    const { burstPerSecond } = uncounted ? IDENTIFY_LIMITS : passed.quota.limits;
    throw new ApiError('RATE_001', { limit: burstPerSecond, seconds });
  }
  if (passed.outcome === 'daily') {
    const seconds = passed.quota.dailyResetSeconds;
    reply.header('Retry-After', seconds);
    throw new ApiError('RATE_002', { limit: passed.quota.limits.dailyQuota, seconds });
  }
  request.caller = passed.caller;
  request.quota = passed.quota;
  request.ticket = passed.outcome === 'admitted' ? passed.ticket : null;
}

/** The IETF draft's two headers (decisions 1, rate headers). */
function setRateHeaders(reply: FastifyReply, quota: QuotaState): void {
  const { burstPerSecond, dailyQuota } = quota.limits;
  reply.header('RateLimit-Policy', `"burst";q=${burstPerSecond};w=1, "daily";q=${dailyQuota};w=86400`);
  reply.header('RateLimit', `"daily";r=${quota.dailyRemaining};t=${quota.dailyResetSeconds}`);
}
