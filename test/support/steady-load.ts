import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from './eventually.ts';
import type { Cleanup } from './temp-dir.ts';

interface Call {
  readonly client: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly told: string;
}

const ANSWERED = 'answered';
const UNAVAILABLE = 'unavailable';
const PAUSE_MS = 10;

/** Clients that call one after the other until the test ends. */
export function startLoad(t: Cleanup, url: string, key: string, clients = 4) {
  const calls: Call[] = [];
  let isOver = false;
  const lanes = Array.from({ length: clients }, async (_, client) => {
    while (!isOver) {
      const fromMs = performance.now();
      const told = await callOnce(url, key);
      calls.push({ client, fromMs, untilMs: performance.now(), told });
      await wait(PAUSE_MS);
    }
  });
  const callsUntil = (areEnough: (calls: readonly Call[]) => boolean) => {
    const nowMs = performance.now();
    return eventually(() => calls.filter(({ fromMs }) => fromMs >= nowMs), areEnough);
  };
  const stop = async () => {
    isOver = true;
    await Promise.all(lanes);
    return figuresOf(calls);
  };
  t.after(() => stop().then(() => {}));
  return {
    /** What calls from now on are told; each client makes at least one. */
    look: async () =>
      figuresOf(await callsUntil((seen) => new Set(seen.map(({ client }) => client)).size === clients)),
    /** Waits for the answer to a call from now on. Returns the time in ms. */
    async nextAnswer(): Promise<number> {
      const fromMs = performance.now();
      const isAnswered = ({ told }: Call) => told === ANSWERED;
      const seen = await callsUntil((some) => some.some(isAnswered));
      return (seen.find(isAnswered)?.untilMs ?? 0) - fromMs;
    },
    stop,
  };
}

/** An unknown key, or a limit that isn't reached, would be a false answer. */
async function callOnce(url: string, key: string): Promise<string> {
  try {
    const answer = await fetch(url, { headers: { 'X-Api-Key': key } });
    const { errorCode } = (await answer.json()) as { readonly errorCode: string | null };
    if (answer.status === 503 && errorCode === 'UPSTREAM_UNAVAILABLE') return UNAVAILABLE;
    return answer.ok || errorCode === 'CATEGORY_001' ? ANSWERED : `${answer.status} ${errorCode}`;
  } catch (error) {
    return String(error);
  }
}

/** A call with 503 may have been counted or not. */
function figuresOf(calls: readonly Call[]) {
  const told = calls.map((call) => call.told);
  return {
    answered: told.filter((one) => one === ANSWERED).length,
    unavailable: told.filter((one) => one === UNAVAILABLE).length,
    others: told.filter((one) => one !== ANSWERED && one !== UNAVAILABLE),
    slowestMs: calls.reduce((most, { fromMs, untilMs }) => Math.max(most, untilMs - fromMs), 0),
  };
}
