import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Caller, type Gate, IDENTIFY_LIMITS, type QuotaState, type Ticket } from '../gate/gate.ts';
import type { RecentCalls } from '../gate/recent-calls.ts';
import { ApiError, type ErrorCode } from './errors.ts';
import { queryFault } from './protocol-errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate on routes that name an endpoint. */
    caller: Caller | null;
    quota: QuotaState | null;
    /** Null also on routes that are not counted. */
    ticket: Ticket | null;
    /** Whose call it is, as soon as the gate knows, even if it refuses; 0 before. */
    accountId: number;
    /** Error code of the answer, empty on success. */
    errorCode: ErrorCode | '';
    /** Operation id of the public endpoint that is called; empty elsewhere. */
    endpoint: string;
  }
  interface FastifyInstance {
    /** Makes a call of the public API for an account, on the same path as its own calls. */
    callAs(accountId: number, url: string, headers: Readonly<Record<string, string>>): Promise<CallAnswer>;
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

/** The answer to a call that was made in process. */
export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

export interface GateHookOptions {
  readonly gate: Gate;
  readonly recentCalls: RecentCalls;
  readonly clock: Clock;
}

/**
 * Puts the gate around every public endpoint: key, burst and daily quota come before everything else, and an admitted
 * call is on disk before its answer leaves (docs/rules/interface.md#what-counts).
 */
export function addGate(app: FastifyInstance, { gate, recentCalls, clock }: GateHookOptions): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('quota', null);
  app.decorateRequest('ticket', null);
  app.decorateRequest('accountId', 0);
  app.decorateRequest('errorCode', '');
  app.decorateRequest('endpoint', '');
  const passes: Passes = new Map();
  app.decorate('callAs', callInProcess(app, passes));

  // Plain callbacks: an async hook costs a promise even on the many requests that have nothing to wait for.
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, uncounted = false } = request.routeOptions.config;
    if (endpoint === undefined) return done();
    // Kept, because every read of routeOptions creates an object.
    request.endpoint = endpoint;
    passGate(gate, passes, { endpoint, uncounted }, request, reply).then(() => done(), done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const { accountId, ticket, endpoint } = request;
    if (accountId === 0) return done(null, payload);
    request.accountId = 0;
    const finish = () => {
      const call = {
        endpoint,
        status: reply.statusCode,
        errorCode: request.errorCode,
        ms: reply.elapsedTime,
      };
      recentCalls.record(accountId, { atMs: clock.nowMs(), ...call });
      done(null, payload);
    };
    if (ticket === null) return finish();
    gate.settle(ticket, reply.statusCode).then(finish, (error: Error) => done(error));
  });
}

/** Accounts by the secret that replaces the key in a single call made by the service itself. */
type Passes = Map<string, number>;

function callInProcess(app: FastifyInstance, passes: Passes): FastifyInstance['callAs'] {
  return async (accountId, url, headers) => {
    const pass = randomUUID();
    passes.set(pass, accountId);
    try {
      const answer = await app.inject({ method: 'GET', url, headers: { ...headers, 'x-api-key': pass } });
      return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
    } finally {
      passes.delete(pass);
    }
  };
}

async function passGate(
  gate: Gate,
  passes: Passes,
  { endpoint, uncounted }: { readonly endpoint: string; readonly uncounted: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const header = request.headers['x-api-key'];
  // Node joins repeated headers with a comma, which no key holds: two keys are one invalid key.
  if (header === undefined || header === '') throw new ApiError('AUTH_001');
  const key = String(header);
  const owner = passes.get(key);
  const passed = await (owner === undefined
    ? uncounted
      ? gate.identify(key)
      : gate.admit(key, endpoint)
    : uncounted
      ? gate.identifyAccount(owner)
      : gate.admitAccount(owner, endpoint));
  if (passed.outcome === 'unknown-key') throw new ApiError('AUTH_002');
  setRateHeaders(reply, passed.quota);
  request.accountId = 'caller' in passed ? passed.caller.accountId : passed.accountId;
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
  const fault = queryFault(request);
  if (fault !== undefined) throw fault;
}

/** The IETF draft's two headers (docs/rules/limits.md#rate-headers). */
function setRateHeaders(reply: FastifyReply, quota: QuotaState): void {
  const { burstPerSecond, dailyQuota } = quota.limits;
  reply.header('RateLimit-Policy', `"burst";q=${burstPerSecond};w=1, "daily";q=${dailyQuota};w=86400`);
  const daily = `"daily";r=${quota.dailyRemaining};t=${quota.dailyResetSeconds}`;
  const burst =
    quota.burst === undefined ? '' : `"burst";r=${quota.burst.calls};t=${quota.burst.fullInSeconds}, `;
  reply.header('RateLimit', burst + daily);
}
