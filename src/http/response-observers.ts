import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { MINUTE_MS, type MinuteCalls, RATE_MINUTES } from '../gate/call-minutes.ts';

/** Called as a response is sent: the public endpoint or one of the two names below; `ms` since the request arrived. */
export type ResponseObserver = (endpoint: string, status: number, ms: number) => void;

/** Stands for everything but the public API: pages, files, the portal. */
const PAGE = 'page';
/** Stands for paths that don't exist. */
const UNKNOWN = 'unknown';

/** Whether an observer's first argument names a public endpoint. */
export function isEndpoint(endpoint: string): boolean {
  return endpoint !== PAGE && endpoint !== UNKNOWN;
}

/** Lets `observe` see every response of Fastify. Add it after all hooks that can still make a response fail. */
export function observeResponses(app: FastifyInstance, observe: ResponseObserver): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    observe(request.is404 ? UNKNOWN : PAGE, reply.statusCode, reply.elapsedTime);
    done(null, payload);
  });
}

export type CallRates = ReturnType<typeof createCallRates>;

/** Recent responses of this process, in memory. */
export function createCallRates(clock: Clock) {
  const ring = new Map<number, Counted>();
  const minuteNow = () => Math.floor(clock.nowMs() / MINUTE_MS);
  /** A minute's counts in its place in the ring; those of an earlier minute are dropped. */
  const countsOf = (minute: number): Counted => {
    const known = ring.get(minute % RATE_MINUTES);
    if (known?.atMs === minute * MINUTE_MS) return known;
    const fresh = { atMs: minute * MINUTE_MS, fine: 0, limited: 0, refused: 0, failed: 0 };
    ring.set(minute % RATE_MINUTES, fresh);
    return fresh;
  };
  /** Counts a response if it is one of the public API. */
  const observe: ResponseObserver = (endpoint, status) => {
    if (isEndpoint(endpoint)) countsOf(minuteNow())[classOf(status)]++;
  };
  return {
    observe,
    /** RATE_MINUTES minutes, oldest first, ending with the current one; minutes without calls are zeros. */
    minutes(): readonly MinuteCalls[] {
      const first = minuteNow() - RATE_MINUTES + 1;
      return Array.from({ length: RATE_MINUTES }, (_, index) => ({ ...countsOf(first + index) }));
    },
  };
}

type Counted = { -readonly [Name in keyof MinuteCalls]: MinuteCalls[Name] };

function classOf(status: number): Exclude<keyof MinuteCalls, 'atMs'> {
  if (status < 400) return 'fine';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
