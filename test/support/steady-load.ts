import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from './temp-dir.ts';

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
export type SteadyLoad = ReturnType<typeof startLoad>;

interface Call {
  readonly client: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** What it was told, where that is neither an answer nor a 503. */
  readonly told: string;
}

const ANSWERED = 'answered';
const UNAVAILABLE = 'unavailable';
/** Leaves the machine to those under test. */
const PAUSE_MS = 10;

/** Starts the clients. They end with the test. */
export function startLoad(t: Cleanup, url: string, key: string, clients = 4) {
  const calls: Call[] = [];
  const waiters = new Set<(call: Call) => void>();
  let isOver = false;
  const lanes = Array.from({ length: clients }, async (_, client) => {
    while (!isOver) {
      const fromMs = performance.now();
      const told = await callOnce(url, key);
      const call = { client, fromMs, untilMs: performance.now(), told };
      calls.push(call);
      for (const waiter of waiters) waiter(call);
      await wait(PAUSE_MS);
    }
  });
  /** Calls from now on, until they are enough. */
  const callsUntil = (areEnough: (calls: readonly Call[]) => boolean) =>
    new Promise<readonly Call[]>((resolve) => {
      const [nowMs, seen] = [performance.now(), [] as Call[]];
      const waiter = (call: Call) => {
        if (call.fromMs >= nowMs) seen.push(call);
        if (!areEnough(seen)) return;
        waiters.delete(waiter);
        resolve(seen);
      };
      waiters.add(waiter);
    });
  const stop = async () => {
    isOver = true;
    await Promise.all(lanes);
    return figuresOf(calls);
  };
  t.after(() => stop().then(() => {}));
  return {
    /** What was told in calls that begin after this: each client makes at least one. */
    look: async () =>
      figuresOf(await callsUntil((seen) => new Set(seen.map(({ client }) => client)).size === clients)),
    /** Waits for an answer to a call that begins after this. Gives the time until then in ms. */
    async nextAnswer(): Promise<number> {
      const fromMs = performance.now();
      await callsUntil((seen) => seen.at(-1)?.told === ANSWERED);
      return performance.now() - fromMs;
    },
    /** Ends the calls. Gives everything that was told. */
    stop,
  };
}

/** One call. A key that isn't known, or a limit that isn't reached, would be a lie of a service without its database. */
async function callOnce(url: string, key: string): Promise<string> {
  try {
    const answer = await fetch(url, { headers: { 'X-Api-Key': key } });
    const body = (await answer.json()) as { readonly errorCode: string | null };
    if (answer.status === 503 && body.errorCode === 'UPSTREAM_UNAVAILABLE') return UNAVAILABLE;
    if (answer.status === 200 || body.errorCode === 'CATEGORY_001') return ANSWERED;
    return `${answer.status} ${body.errorCode}`;
  } catch (error) {
    return String(error);
  }
}

function figuresOf(calls: readonly Call[]): LoadFigures {
  const {
    answered = [],
    unavailable = [],
    other = [],
  } = Object.groupBy(calls, ({ told }) => (told === ANSWERED || told === UNAVAILABLE ? told : 'other'));
  return {
    answered: answered.length,
    unavailable: unavailable.length,
    others: other.map(({ told }) => told),
    slowestMs: calls.reduce((most, { fromMs, untilMs }) => Math.max(most, untilMs - fromMs), 0),
  };
}
