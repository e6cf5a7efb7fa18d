import { createBatches, UNKNOWN_KEY } from './batches.ts';
import type { Decision, Gate } from './gate.ts';
import type { GateRows } from './gate-rows.ts';
import { createUsageSplit } from './usage-split.ts';

export interface GateOptions {
  readonly rows: GateRows;
  /** The stored form of a key, as latin1; null for one that is malformed. */
  readonly hashOf: (apiKey: string) => string | null;
  /** Gets every failure to write the breakdown, which is kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

/**
 * The gate, on the rows of either store. The calls of one turn of the event loop are decided together and committed before any
 * of them passes, so only the breakdown is left to write later.
 */
export function createGate({ rows, hashOf, onWriteError }: GateOptions): Gate {
  const inBatch = createBatches(rows);
  const split = createUsageSplit(rows, onWriteError);

  async function decide(who: string | number, isLook: boolean): Promise<Decision> {
    const hash = typeof who === 'string' ? hashOf(who) : await rows.findHash(who);
    return hash === null ? UNKNOWN_KEY : inBatch(hash, isLook);
  }

  return {
    admit: (who) => decide(who, false),
    identify: (who) => decide(who, true),
    settle: split.add,
    flush: split.flush,
  };
}
