/** What a batch of calls takes, a straight line over its calls. */
interface BatchTimes {
  readonly fixedMs: number;
  readonly perCallMs: number;
}

export interface Contention {
  /** From the statement's start in the server until its commit: as long as the account's row is held. */
  readonly held: BatchTimes;
  /** The rest of a batch: the instance's work and the way there and back. Batches share nothing here. */
  readonly elsewhereMs: number;
  /** Calls that each instance has in flight, all the time. */
  readonly clients: number;
  readonly instances: number;
}

const SIMULATED_MS = 20_000;

/**
 * Calls a second that the account's row lets through when all instances call for one account. An instance sends all its calls as one
 * batch (src/store/postgres/accounts/gate-batches.ts); batches hold the row one after the other, in the order in which they came
 * to it. The calls of a finished batch come back at once, as the next one.
 */
export function simulate({ held, elsewhereMs, clients, instances }: Contention): number {
  const arrivalsMs = Array.from({ length: instances }, () => elsewhereMs);
  let rowFreeMs = 0;
  let done = 0;
  for (;;) {
    arrivalsMs.sort((a, b) => a - b);
    rowFreeMs = Math.max(rowFreeMs, arrivalsMs.shift() ?? 0) + timeOf(held, clients);
    if (rowFreeMs > SIMULATED_MS) return done / (SIMULATED_MS / 1000);
    done += clients;
    arrivalsMs.push(rowFreeMs + elsewhereMs);
  }
}

function timeOf({ fixedMs, perCallMs }: BatchTimes, calls: number): number {
  return fixedMs + perCallMs * calls;
}

/** The rest of a batch, in ms, with which the model gives the calls a second that one instance really had. */
export function fitElsewhere(given: Pick<Contention, 'held' | 'clients'>, measured: number): number {
  let [low, high] = [0, ELSEWHERE_MAX_MS];
  for (let step = 0; step < 30; step++) {
    const elsewhereMs = (low + high) / 2;
    if (simulate({ ...given, elsewhereMs, instances: 1 }) > measured) low = elsewhereMs;
    else high = elsewhereMs;
  }
  return (low + high) / 2;
}

const ELSEWHERE_MAX_MS = 1_000;

/** CPU time of a call, and who has it to give. */
export interface CpuCost {
  readonly instanceUs: number;
  readonly databaseUs: number;
  readonly instances: number;
  readonly cores: number;
}

/** Calls a second for which there is CPU: an instance has one thread, and all share the machine's cores. */
export function cpuLimit({ instanceUs, databaseUs, instances, cores }: CpuCost): number {
  return Math.min((instances * 1e6) / instanceUs, (cores * 1e6) / (instanceUs + databaseUs));
}

/** The straight line through two sizes of batches and their times. */
export function lineThrough(sizes: readonly [number, number], timesMs: readonly number[]): BatchTimes {
  const [small = 0, large = 0] = timesMs;
  const perCallMs = Math.max(0, (large - small) / (sizes[1] - sizes[0]));
  return { fixedMs: small - perCallMs * sizes[0], perCallMs };
}
