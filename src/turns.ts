import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from './clock.ts';

/** How much work may be done, and may wait, over all callers together. */
export interface TurnLimits {
  /** Pieces of work under way at once. */
  readonly atOnceMax: number;
  /** Pieces of work that wait: all of them, and those of one caller. */
  readonly waitingMax: number;
  readonly waitingPerCallerMax: number;
  /** For each millisecond of this thread's time that a piece of work took, the next ones wait so many. */
  readonly restFactor: number;
  /** Milliseconds of this thread's time that a piece takes before and behind its turn; none if not given. */
  readonly besidesMs?: number;
}

/** Thrown when too much work waits already. */
export class NoTurnError extends Error {
  override name = 'NoTurnError';
}

interface Turn {
  /** Work that goes on behind a response still knows the turn that it began in. */
  isOver: boolean;
  begin(place: 'push' | 'unshift'): Promise<void>;
  end(): void;
}

/** The turn of the work that runs. */
const current = new AsyncLocalStorage<Turn>();

/** Shorter rests are added up: timers take a millisecond anyway. */
const REST_MIN_MS = 4;

/**
 * Bounds work that anybody can ask for, whatever number of addresses they ask from. Limits by address can't do that:
 * a hundred modest callers ask for as much as one greedy one.
 */
export function createTurns(limits: TurnLimits) {
  const { monotonicMs } = systemClock;
  const { restFactor, besidesMs = 0 } = limits;
  const waiting: { readonly caller: string; readonly start: () => void }[] = [];
  let underWay = 0;
  let restUntilMs = -Infinity;
  let isResting = false;

  function startWaiting(): void {
    while (!isResting && underWay < limits.atOnceMax && waiting.length > 0) {
      const restMs = restUntilMs - monotonicMs();
      if (restMs < REST_MIN_MS) {
        underWay++;
        waiting.shift()?.start();
        continue;
      }
      isResting = true;
      setTimeout(() => {
        isResting = false;
        startWaiting();
      }, restMs);
    }
  }

  function turnOf(caller: string): Turn {
    let begunMs = 0;
    let cpuBefore: NodeJS.CpuUsage;
    return {
      isOver: false,
      async begin(place) {
        await new Promise<void>((start) => {
          waiting[place]({ caller, start });
          startWaiting();
        });
        begunMs = monotonicMs();
        cpuBefore = process.threadCpuUsage();
      },
      end() {
        underWay--;
        const nowMs = monotonicMs();
        const { user, system } = process.threadCpuUsage(cpuBefore);
        // Other work may have been done while this one waited for something.
        const costMs = Math.min(nowMs - begunMs, (user + system) / 1_000);
        begunMs = nowMs;
        restUntilMs = Math.max(restUntilMs, nowMs) + (costMs + besidesMs) * restFactor;
        startWaiting();
      },
    };
  }

  return {
    /**
     * Does a piece of work when it is its turn. Throws NoTurnError if too many wait, of all callers or of this one. Work that
     * itself takes a turn, for a search or a hash on another thread, gives its own back meanwhile.
     */
    async take<T>(work: () => Promise<T>, caller = ''): Promise<T> {
      const ofCaller = waiting.reduce((sum, one) => sum + (one.caller === caller ? 1 : 0), 0);
      if (waiting.length >= limits.waitingMax || ofCaller >= limits.waitingPerCallerMax)
        throw new NoTurnError('too many wait for the same');
      const begun = current.getStore();
      const outer = begun?.isOver === false ? begun : null;
      outer?.end();
      const turn = turnOf(caller);
      try {
        await turn.begin('push');
        return await current.run(turn, work).finally(() => {
          turn.isOver = true;
          turn.end();
        });
      } finally {
        await outer?.begin('unshift');
      }
    },
  };
}
