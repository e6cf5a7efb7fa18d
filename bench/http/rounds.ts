import { median } from '../figures.ts';
import { type LoadResult, load } from './load.ts';
import { cpuUs, type MeasuredServer } from './servers.ts';

/** One server and how it is called for one kind of answer. */
export interface Target {
  readonly server: MeasuredServer;
  /** The next request, head and all. */
  readonly next: () => string;
  /** Calls a round, when not as many as of the others; such calls aren't repeated to warm up. */
  readonly ownRequests?: number | undefined;
}

/** What the rounds of a target gave. */
export interface Rounds {
  /** CPU time of an answer in the median round, in microseconds. */
  readonly us: number;
  /** Milliseconds of every answer, ascending. */
  readonly times: Float64Array;
  /** Mean size of a body as it was sent. */
  readonly bytes: number;
}

export interface RoundsOptions {
  readonly rounds: number;
  /** Calls a round. */
  readonly requests: number;
  readonly status: number;
}

const CONNECTIONS = 32;
/** Calls before the first round, as multiples of a round. */
const WARM_UP_ROUNDS = 2;
/** Calls before the first round of a server: until then most of its code isn't compiled. */
const FIRST_CALLS = 20_000;
const warmedUp = new Set<MeasuredServer>();

/** Measures all targets in turn, round by round, so that whatever else the machine does hits all of them. */
export async function measureInTurn(
  targets: readonly Target[],
  { rounds, requests, ...options }: RoundsOptions,
): Promise<Rounds[]> {
  const call = ({ server, next }: Target, count: number) =>
    load({ ...options, port: server.port, next, connections: CONNECTIONS, requests: count });
  for (const target of targets) {
    const isNew = !warmedUp.has(target.server);
    warmedUp.add(target.server);
    if (isNew) await call(target, FIRST_CALLS);
    else if (target.ownRequests === undefined) await call(target, requests * WARM_UP_ROUNDS);
  }
  const results = targets.map(() => ({ us: [] as number[], loads: [] as LoadResult[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, target] of targets.entries()) {
      const beforeUs = cpuUs(target.server);
      const result = await call(target, target.ownRequests ?? requests);
      results[index]?.us.push((cpuUs(target.server) - beforeUs) / result.times.length);
      results[index]?.loads.push(result);
    }
  }
  return results.map(({ us, loads }) => ({
    us: median(us),
    times: Float64Array.from(loads.flatMap(({ times }) => [...times])).sort(),
    bytes: loads[0]?.bytes ?? 0,
  }));
}
