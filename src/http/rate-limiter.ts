import { isIPv6 } from 'node:net';
import type { onRequestAsyncHookHandler } from 'fastify';
import { createWorkQueue, QueueFullError, type QueueLimits } from '../base/work-queue.ts';
import type { Clock } from '../clock.ts';
import { type Allowance, debtOf, NEVER_CALLED, type RateLimiter, stepUs, waitMs } from '../gate/decide.ts';
import { ApiError } from './errors.ts';

/** Callers in the map. One more drops the caller whose last attempt is the oldest. */
const ENTRIES_MAX = 20_000;

export const LOOPBACK = /^(::1$|(::ffff:)?127\.)/;

/** A rate limiter in memory, for a service of one process. A restart forgets all attempts. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const fullAtUs = new Map<string, number>();
  return {
    async take(what, who, { burst, everySeconds }) {
      const key = `${what} ${who}`;
      const limits = { burst, burstPerSecond: 1 / everySeconds };
      const nowUs = Math.floor(clock.monotonicMs() * 1000);
      const debtUs = debtOf(fullAtUs.get(key) ?? NEVER_CALLED, limits, nowUs);
      const wait = waitMs(debtUs, limits);
      if (wait > 0) return Math.ceil(wait / 1000);
      // The entry is deleted first, so that the map is in the order of the last attempts.
      fullAtUs.delete(key);
      fullAtUs.set(key, nowUs + debtUs + stepUs(limits));
      if (fullAtUs.size > ENTRIES_MAX) {
        const [oldest = ''] = fullAtUs.keys();
        fullAtUs.delete(oldest);
      }
      return null;
    },
    async forget(what, who) {
      fullAtUs.delete(`${what} ${who}`);
    },
  };
}

/** The caller to whom an address belongs: an IPv4 address itself, or the /64 network of an IPv6 address, usually a household. */
export function callerOf(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4 !== undefined || !isIPv6(ip)) return v4 ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  while (tail !== undefined && groups.length + behind.length < 8) groups.push('0');
  return [...groups, ...behind]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** For server-rendered pages. Even a school or an office behind one address reads fewer. */
export const PAGE_ALLOWANCE: Allowance = { burst: 300, everySeconds: 1 / 50 };

/** For pictures and files, which cost less than pages. A page loads dozens. */
export const FILE_ALLOWANCE: Allowance = { burst: 1_000, everySeconds: 1 / 100 };

/** Limits requests without a key by address, so that no stranger can occupy the serving thread. Throws RATE_001. */
export function limitByAddress(
  limiter: RateLimiter,
  what: string,
  allowance: Allowance,
): onRequestAsyncHookHandler {
  return async (request) => {
    // Behind a proxy on this machine, all callers have this address, unless SEOGA_TRUSTED_PROXIES names the proxy.
    if (LOOPBACK.test(request.ip)) return;
    const seconds = await limiter.take(what, callerOf(request.ip), allowance);
    if (seconds === null) return;
    const { burst, everySeconds } = allowance;
    const values = { limit: Math.round(1 / everySeconds), burst, seconds };
    throw new ApiError('RATE_001', values, { 'retry-after': String(seconds) });
  };
}

/** Visitors without a key get a third of the serving thread's time. */
const LIMITS: QueueLimits = {
  atOnceMax: 4,
  waitingMax: 200,
  waitingPerCallerMax: 40,
  restFactor: 2,
  // Measured: receiving a request and sending a page take 0.3 ms, besides the queued work.
  besidesMs: 0.5,
};

/** Queues `work` for a caller (`callerOf`). Throws UPSTREAM_UNAVAILABLE with Retry-After if too much work waits. */
export type PublicWork = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

export function createPublicWork(): PublicWork {
  const queue = createWorkQueue(LIMITS);
  return (caller, work) =>
    queue.run(work, caller).catch((error: unknown) => {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ApiError('UPSTREAM_UNAVAILABLE', {}, { 'retry-after': '2' });
    });
}
