/** What one batch of calls costs when nothing else runs. */
export interface BatchTimes {
  readonly fixedMs: number;
  readonly perCallMs: number;
}

export interface Contention {
  readonly times: BatchTimes;
  /** Calls that each instance has in flight, all the time. */
  readonly clients: number;
  readonly instances: number;
  /** Share of a batch's time, its end, during which it holds the account's row: until its commit. */
  readonly heldShare: number;
}

/** As src/store/postgres/accounts/gate-batches.ts sends them. */
const IN_FLIGHT_MAX = 2;
const SIMULATED_MS = 20_000;

/**
 * Calls a second when all instances call for one account. An instance sends all waiting calls as one batch, two batches at a time;
 * batches hold the row one after the other, in the order in which they came to it. The calls of a finished batch come back at once.
 */
export function simulate({ times, clients, instances, heldShare }: Contention): number {
  const waiting = Array.from({ length: instances }, () => clients);
  const inFlight = Array.from({ length: instances }, () => 0);
  const arrivals: { readonly atMs: number; readonly instance: number; readonly calls: number }[] = [];
  const ends: { readonly atMs: number; readonly instance: number; readonly calls: number }[] = [];
  let rowFreeMs = 0;
  let done = 0;

  const costMs = (calls: number) => times.fixedMs + times.perCallMs * calls;
  const send = (instance: number, nowMs: number) => {
    const calls = waiting[instance] ?? 0;
    if (calls === 0 || (inFlight[instance] ?? 0) >= IN_FLIGHT_MAX) return;
    waiting[instance] = 0;
    inFlight[instance] = (inFlight[instance] ?? 0) + 1;
    arrivals.push({ atMs: nowMs + costMs(calls) * (1 - heldShare), instance, calls });
  };
  for (let instance = 0; instance < instances; instance++) {
    // Half of the calls first, so that both batches have their share.
    waiting[instance] = Math.ceil(clients / 2);
    send(instance, 0);
    waiting[instance] = Math.floor(clients / 2);
    send(instance, 0);
  }
  for (;;) {
    const arrival = takeFirst(arrivals, ends);
    if (arrival !== null) {
      rowFreeMs = Math.max(rowFreeMs, arrival.atMs) + costMs(arrival.calls) * heldShare;
      ends.push({ ...arrival, atMs: rowFreeMs });
      continue;
    }
    const end = ends.shift();
    if (end === undefined || end.atMs > SIMULATED_MS) return done / (SIMULATED_MS / 1000);
    done += end.calls;
    inFlight[end.instance] = (inFlight[end.instance] ?? 0) - 1;
    waiting[end.instance] = (waiting[end.instance] ?? 0) + end.calls;
    send(end.instance, end.atMs);
  }
}

/** Takes the first arrival at the row, unless a batch ends before it. */
function takeFirst<Event extends { readonly atMs: number }>(
  arrivals: Event[],
  ends: readonly Event[],
): Event | null {
  arrivals.sort((a, b) => a.atMs - b.atMs);
  const [next] = arrivals;
  if (next === undefined || (ends[0] !== undefined && ends[0].atMs < next.atMs)) return null;
  return arrivals.shift() ?? null;
}

/** The share for which the model gives the calls a second that one instance really had. */
export function fitHeldShare(
  { times, clients }: Pick<Contention, 'times' | 'clients'>,
  measured: number,
): number {
  const shares = Array.from({ length: 101 }, (_, at) => at / 100);
  const errorOf = (heldShare: number) =>
    Math.abs(simulate({ times, clients, heldShare, instances: 1 }) - measured);
  return shares.reduce((best, share) => (errorOf(share) < errorOf(best) ? share : best), 1);
}
