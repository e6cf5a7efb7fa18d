import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';
import { decideBurst, NEVER_CALLED } from '../gate/gcra.ts';
import type { RateLimiter } from '../gate/rate-limiter.ts';

/** Callers kept in memory. Beyond that, the one idle the longest is dropped. */
const ENTRIES_MAX = 20_000;

/** Addresses of this machine. */
export const LOOPBACK = /^(::1$|(::ffff:)?127\.)/;

/** Limits in memory, for a service of one process. A restart forgets them. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const arrivals = new Map<string, number>();
  return {
    async take(what, who, { burst, everySeconds }) {
      const key = `${what} ${who}`;
      const limits = { burst, burstPerSecond: 1 / everySeconds };
      const decision = decideBurst(arrivals.get(key) ?? NEVER_CALLED, limits, clock.monotonicMs());
      if (!decision.admitted) return Math.ceil(decision.retryAfterMs / 1000);
      // Deleted first, so that the map stays ordered by last attempt.
      arrivals.delete(key);
      arrivals.set(key, decision.arrivalUs);
      if (arrivals.size > ENTRIES_MAX) {
        const [oldest = ''] = arrivals.keys();
        arrivals.delete(oldest);
      }
      return null;
    },
    async forget(what, who) {
      arrivals.delete(`${what} ${who}`);
    },
  };
}

/** Whom an address stands for: one host for IPv4, but a whole /64 for IPv6, usually one household. */
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
