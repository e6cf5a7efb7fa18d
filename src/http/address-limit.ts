import type { onRequestAsyncHookHandler } from 'fastify';
import type { Allowance, RateLimiter } from '../gate/rate-limiter.ts';
import { ApiError } from './errors.ts';
import { callerOf, LOOPBACK } from './rate-limiter.ts';

/** Server-rendered pages: far more than people read, even a school or an office behind one address. */
export const PAGE_ALLOWANCE: Allowance = { burst: 300, everySeconds: 1 / 50 };

/** Pictures and files, which cost less and which one page loads by the dozen. */
export const FILE_ALLOWANCE: Allowance = { burst: 1_000, everySeconds: 1 / 100 };

/**
 * Limits what one address may request without a key, so that no stranger can occupy the one thread that serves
 * everybody. Throws RATE_001.
 */
export function limitByAddress(
  limiter: RateLimiter,
  what: string,
  allowance: Allowance,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    // Everybody behind a proxy on this machine has its address, unless SEOGA_TRUSTED_PROXIES names it.
    if (LOOPBACK.test(request.ip)) return;
    const seconds = await limiter.take(what, callerOf(request.ip), allowance);
    if (seconds === null) return;
    reply.header('Retry-After', seconds);
    const { burst, everySeconds } = allowance;
    throw new ApiError('RATE_001', { limit: Math.round(1 / everySeconds), burst, seconds });
  };
}

/**
 * Counts connections by caller. `enter` returns what to call when a connection from an IP address ends, or null if
 * there are too many.
 */
export function countAddresses(max: number | null) {
  const counts = new Map<string, number>();
  return {
    enter(ip = ''): (() => void) | null {
      // A connection from this machine is its owner's, or a proxy's that everybody comes through.
      if (max === null || LOOPBACK.test(ip)) return () => {};
      const address = callerOf(ip);
      const count = (counts.get(address) ?? 0) + 1;
      if (count > max) return null;
      counts.set(address, count);
      return () => {
        const left = (counts.get(address) ?? 1) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
  };
}
