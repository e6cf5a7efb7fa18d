import { randomUUID } from 'node:crypto';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Caller, type Gate, IDENTIFY_LIMITS, type QuotaState, type Ticket } from '../gate/gate.ts';
import { QUERY_LENGTH_MAX, type RecentCalls } from '../gate/recent-calls.ts';
import type { ApiCall } from './api-call.ts';
import type { ErrorCode } from './errors.ts';
import { type Refusal, sendRefusal } from './failure-answer.ts';
import { sendThrough } from './leave.ts';
import { queryFault } from './protocol-errors.ts';
import { maskKeys } from './query-string.ts';
import { rateHeaders } from './rate-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate on routes that name an endpoint, for calls that it admits. */
    caller: Caller | null;
    /** Set by the gate as soon as it knows the account, even if it refuses the call. */
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
    /**
     * Resolves once the call behind an answer that is about to leave is committed. Rejects with StoreUnavailableError
     * when it can't be; the answer must not leave then.
     */
    settleCall(call: ApiCall, status: number): Promise<void>;
    /** Sets who calls. Gives the reason why the call may not go on, or null. Rejects when the store can't be read. */
    passGate(call: ApiCall, uncounted: boolean): Promise<Refusal | null>;
    quotaObservers: QuotaObserver[];
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

/** Gets the counts of an account at every call from QUOTA_WATCH_SHARE of its day on, refused calls included. */
export type QuotaObserver = (accountId: number, quota: QuotaState) => void;

/** The share of the daily quota above which observers are called. */
const QUOTA_WATCH_SHARE = 0.8;

/** The answer to a call that was made in process. */
export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  /** Time from request to answer, as the list of latest calls shows it. */
  readonly ms: number;
}

export interface GateHookOptions {
  readonly gate: Gate;
  readonly recentCalls: RecentCalls;
  readonly clock: Clock;
  /** What keys begin with, so that none is kept with a call's parameters. */
  readonly keyPrefix: string;
}

/**
 * Puts the gate around every public endpoint: key, burst and daily quota come before everything else, and an admitted
 * call is committed before its answer leaves (docs/rules/running.md#kills-and-power-cuts).
 */
export function addGate(app: FastifyInstance, options: GateHookOptions): void {
  const { gate, recentCalls, clock, keyPrefix } = options;
  app.decorateRequest('caller', null);
  app.decorateRequest('quota', null);
  app.decorateRequest('ticket', null);
  app.decorateRequest('accountId', 0);
  app.decorateRequest('errorCode', '');
  app.decorateRequest('endpoint', '');
  const passes: Passes = new Map();
  app.decorate('callAs', callInProcess(app, passes));

  const quotaObservers: QuotaObserver[] = [];
  app.decorate('quotaObservers', quotaObservers);

  app.decorate('passGate', (call, uncounted) => passGate(gate, passes, uncounted, call));
  app.decorate('settleCall', async (call, status) => {
    const { accountId, ticket, endpoint, errorCode, quota } = call;
    if (accountId === 0) return;
    // Once only, even if it fails: the failure that is answered instead isn't counted.
    call.accountId = 0;
    if (ticket !== null) await gate.settle(ticket, status);
    if (quota !== null && quota.dailyUsed >= quota.limits.dailyQuota * QUOTA_WATCH_SHARE)
      for (const observe of quotaObservers) observe(accountId, quota);
    const ms = clock.monotonicMs() - call.startedMs;
    const query = queryToKeep(call.raw.url ?? '', keyPrefix);
    recentCalls.record(accountId, { atMs: clock.nowMs(), endpoint, query, status, errorCode, ms });
    const pass = passes.size === 0 ? undefined : passes.get(String(call.headers['x-api-key']));
    if (pass !== undefined) pass.ms = ms;
  });

  // A hook of each route rather than one of the app: only a route knows its endpoint without a look-up by call.
  app.addHook('onRoute', (route) => {
    const { endpoint, uncounted = false } = route.config ?? {};
    if (endpoint === undefined) return;
    // Plain callbacks: an async hook costs a promise even on the many requests that have nothing to wait for.
    const pass: onRequestHookHandler = (request, reply, done) => {
      request.endpoint = endpoint;
      // What failed before the caller was known fails here again, and everything else where it belongs.
      if (app.takeOver(request))
        return done((request.caller === null && request.failure) || queryFault(request.query));
      app.passGate(request, uncounted).then((refusal) => {
        if (refusal === null) done(queryFault(request.query));
        else sendRefusal(refusal, request, sendThrough(reply.raw)).then(() => void reply.hijack(), done);
      }, done);
    };
    route.onRequest = [pass, ...[route.onRequest ?? []].flat()];
  });

  // Answers that didn't leave by themselves (leave.ts): failures of endpoints.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.quota !== null) {
      const [policy, limits, name, left] = rateHeaders(request.quota);
      if (policy !== undefined && name !== undefined) reply.header(policy, limits).header(name, left);
    }
    if (request.accountId === 0) return done(null, payload);
    app.settleCall(request, reply.statusCode).then(() => done(null, payload), done);
  });
}

/** The query string of a call without "?", keys masked and cut to the length that is kept. */
function queryToKeep(rawUrl: string, keyPrefix: string): string {
  if (!rawUrl.includes('?')) return '';
  const masked = maskKeys(rawUrl, keyPrefix);
  const query = masked.slice(masked.indexOf('?') + 1);
  return query.length > QUERY_LENGTH_MAX ? `${query.slice(0, QUERY_LENGTH_MAX - 1)}…` : query;
}

/** Calls made by the service itself, by the secret that replaces the key in a single one of them. */
type Passes = Map<string, Pass>;

interface Pass {
  readonly accountId: number;
  /** How long the call took, once it is answered. */
  ms: number;
}

function callInProcess(app: FastifyInstance, passes: Passes): FastifyInstance['callAs'] {
  return async (accountId, url, headers) => {
    const secret = randomUUID();
    const pass = { accountId, ms: 0 };
    passes.set(secret, pass);
    try {
      const answer = await app.inject({ method: 'GET', url, headers: { ...headers, 'x-api-key': secret } });
      return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload, ms: pass.ms };
    } finally {
      passes.delete(secret);
    }
  };
}

async function passGate(
  gate: Gate,
  passes: Passes,
  uncounted: boolean,
  call: ApiCall,
): Promise<Refusal | null> {
  const { endpoint } = call;
  const header = call.headers['x-api-key'];
  // Node joins repeated headers with a comma, which no key holds: two keys are one invalid key.
  if (header === undefined || header === '') return { code: 'AUTH_001' };
  const key = String(header);
  const owner = passes.size === 0 ? undefined : passes.get(key)?.accountId;
  const passed = await (owner === undefined
    ? uncounted
      ? gate.identify(key)
      : gate.admit(key, endpoint)
    : uncounted
      ? gate.identifyAccount(owner)
      : gate.admitAccount(owner, endpoint));
  if (passed.outcome === 'unknown-key') return { code: 'AUTH_002' };
  call.quota = passed.quota;
  call.accountId = 'caller' in passed ? passed.caller.accountId : passed.accountId;
  if (passed.outcome === 'burst') {
    const seconds = Math.max(1, Math.ceil(passed.retryAfterMs / 1000));
    const { burstPerSecond } = uncounted ? IDENTIFY_LIMITS : passed.quota.limits;
    return { code: 'RATE_001', values: { limit: burstPerSecond, seconds }, retryAfterSeconds: seconds };
  }
  if (passed.outcome === 'daily') {
    const seconds = passed.quota.dailyResetSeconds;
    const { dailyQuota } = passed.quota.limits;
    return { code: 'RATE_002', values: { limit: dailyQuota, seconds }, retryAfterSeconds: seconds };
  }
  call.caller = passed.caller;
  call.ticket = passed.outcome === 'admitted' ? passed.ticket : null;
  return null;
}
