import { setTimeout as wait } from 'node:timers/promises';

/** What the callers were told. */
export interface LoadFigures {
  /** Answers of calls that were counted. */
  readonly answered: number;
  /** 503 UPSTREAM_UNAVAILABLE in the envelope: the call may have been counted or not. */
  readonly unavailable: number;
  /** Anything else, in words. */
  readonly others: readonly string[];
  readonly slowestMs: number;
}

/** Clients that call one after the other, whatever happens, until they are stopped. */
export interface SteadyLoad {
  /** What was told in the next rounds of all clients: each makes at least one whole call meanwhile. */
  look(): Promise<LoadFigures>;
  /** Waits for an answer to a call that begins after this. Gives the time until then in ms. */
  nextAnswer(): Promise<number>;
  /** Ends the calls. Gives everything that was told. */
  stop(): Promise<LoadFigures>;
}

export interface LoadOptions {
  readonly url: string;
  readonly key: string;
  readonly clients?: number;
}

type Told = 'answered' | 'unavailable' | { readonly other: string };

const CLIENTS = 4;
/** Leaves the machine to those under test. */
const PAUSE_MS = 10;
const NOTHING: LoadFigures = { answered: 0, unavailable: 0, others: [], slowestMs: 0 };

/** Starts the clients. */
export function startLoad({ url, key, clients = CLIENTS }: LoadOptions): SteadyLoad {
  const rounds = Array.from({ length: clients }, () => 0);
  const waiters = new Set<() => void>();
  let isOver = false;
  let total = NOTHING;
  let looked = NOTHING;
  let lastAnsweredFromMs = -Infinity;

  async function lane(index: number): Promise<void> {
    while (!isOver) {
      const startMs = performance.now();
      const told = await call(url, key);
      const tookMs = performance.now() - startMs;
      total = added(total, told, tookMs);
      looked = added(looked, told, tookMs);
      rounds[index] = (rounds[index] ?? 0) + 1;
      if (told === 'answered') lastAnsweredFromMs = startMs;
      for (const waiter of waiters) waiter();
      await wait(PAUSE_MS);
    }
  }

  const lanes = rounds.map((_, index) => lane(index));
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const waiter = () => {
        if (!holds()) return;
        waiters.delete(waiter);
        resolve();
      };
      waiters.add(waiter);
    });
  return {
    async look() {
      // The call under way may have begun long before; the one after it hasn't.
      const inFlight = rounds.map((done) => done + 1);
      await until(() => rounds.every((done, index) => done >= (inFlight[index] ?? 0)));
      looked = NOTHING;
      const whole = rounds.map((done) => done + 1);
      await until(() => rounds.every((done, index) => done >= (whole[index] ?? 0)));
      return looked;
    },
    async nextAnswer() {
      const fromMs = performance.now();
      await until(() => lastAnsweredFromMs >= fromMs);
      return performance.now() - fromMs;
    },
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return total;
    },
  };
}

/** One call. A key that isn't known, or a limit that isn't reached, would be a lie of a service without its database. */
async function call(url: string, key: string): Promise<Told> {
  try {
    const answer = await fetch(url, { headers: { 'X-Api-Key': key } });
    const body = (await answer.json()) as { readonly errorCode: string | null };
    if (answer.status === 503 && body.errorCode === 'UPSTREAM_UNAVAILABLE') return 'unavailable';
    if (answer.status === 200 || body.errorCode === 'CATEGORY_001') return 'answered';
    return { other: `${answer.status} ${body.errorCode}` };
  } catch (error) {
    return { other: String(error) };
  }
}

function added(figures: LoadFigures, told: Told, tookMs: number): LoadFigures {
  return {
    answered: figures.answered + Number(told === 'answered'),
    unavailable: figures.unavailable + Number(told === 'unavailable'),
    others: typeof told === 'string' ? figures.others : [...figures.others, told.other],
    slowestMs: Math.max(figures.slowestMs, tookMs),
  };
}
