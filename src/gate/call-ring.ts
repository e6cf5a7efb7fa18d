import { RECENT_CALLS_MAX, type RecentCall } from './recent-calls.ts';

/** The last calls of one account, in memory. */
export interface CallRing {
  add(call: RecentCall): void;
  /** At most RECENT_CALLS_MAX. */
  newestFirst(): readonly RecentCall[];
}

/** The last calls as numbers: at thousands of calls a second, objects that outlive their request would busy the collector. */
export function createCallRing(): CallRing {
  const atMs = new Float64Array(RECENT_CALLS_MAX);
  const ms = new Float32Array(RECENT_CALLS_MAX);
  const status = new Uint16Array(RECENT_CALLS_MAX);
  const endpoint: string[] = new Array(RECENT_CALLS_MAX).fill('');
  const query: string[] = new Array(RECENT_CALLS_MAX).fill('');
  const errorCode: string[] = new Array(RECENT_CALLS_MAX).fill('');
  let next = 0;
  let size = 0;
  return {
    add(call) {
      atMs[next] = call.atMs;
      ms[next] = call.ms;
      status[next] = call.status;
      endpoint[next] = call.endpoint;
      query[next] = call.query;
      errorCode[next] = call.errorCode;
      next = (next + 1) % RECENT_CALLS_MAX;
      if (size < RECENT_CALLS_MAX) size += 1;
    },
    newestFirst: () =>
      Array.from({ length: size }, (_, age) => {
        const at = (next - 1 - age + RECENT_CALLS_MAX) % RECENT_CALLS_MAX;
        return {
          atMs: atMs[at] ?? 0,
          endpoint: endpoint[at] ?? '',
          query: query[at] ?? '',
          status: status[at] ?? 0,
          errorCode: errorCode[at] ?? '',
          ms: ms[at] ?? 0,
        };
      }),
  };
}
