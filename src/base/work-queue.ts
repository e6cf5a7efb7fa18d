import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from '../clock.ts';

export interface QueueLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitingPerCallerMax: number;
  /** How long the queue rests after a piece of work, as a multiple of the CPU time that the piece took on this thread. */
  readonly restFactor: number;
  /** Milliseconds that a piece costs this thread besides its work, such as for receiving a request; 0 by default. */
  readonly besidesMs?: number;
}

export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

interface Slot {
  /** True once the slot is released. Work that continues after its response still finds the slot in `current`. */
  isOver: boolean;
  begin(enqueue: 'push' | 'unshift'): Promise<void>;
  end(): void;
}

const current = new AsyncLocalStorage<Slot>();

/** Rests shorter than this are added up, because a timer takes at least a millisecond. */
const REST_MIN_MS = 4;

/** Limits the work of all callers together: a hundred modest callers cost as much as one greedy caller. */
export function createWorkQueue(limits: QueueLimits) {
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

  function slotOf(caller: string): Slot {
    let cpuBefore: NodeJS.CpuUsage;
    return {
      isOver: false,
      async begin(enqueue) {
        await new Promise<void>((start) => {
          waiting[enqueue]({ caller, start });
          startWaiting();
        });
        cpuBefore = process.threadCpuUsage();
      },
      end() {
        underWay--;
        const { user, system } = process.threadCpuUsage(cpuBefore);
        const costMs = (user + system) / 1_000 + besidesMs;
        restUntilMs = Math.max(restUntilMs, monotonicMs()) + costMs * restFactor;
        startWaiting();
      },
    };
  }

  return {
    /**
     * Runs a piece of work when a slot is free. Throws QueueFullError if too many pieces wait, in total or from this caller.
     * Work that calls `run` of another queue, such as for a search on another thread, has no slot until that call ends.
     */
    async run<T>(work: () => Promise<T>, caller = ''): Promise<T> {
      const ofCaller = waiting.reduce((sum, one) => sum + (one.caller === caller ? 1 : 0), 0);
      if (waiting.length >= limits.waitingMax || ofCaller >= limits.waitingPerCallerMax)
        throw new QueueFullError('too many wait for the same');
      const begun = current.getStore();
      const outer = begun?.isOver === false ? begun : null;
      outer?.end();
      const slot = slotOf(caller);
      try {
        await slot.begin('push');
        return await current.run(slot, work).finally(() => {
          slot.isOver = true;
          slot.end();
        });
      } finally {
        await outer?.begin('unshift');
      }
    },
  };
}
