import type { KstDay } from '../clock.ts';
import type { Asked, Decided } from './decide.ts';

/** Calls and looks by the key with a hash (its bytes as latin1). */
export interface AskedBy extends Asked {
  readonly hash: string;
}

/** Calls of an account on a day, by endpoint and first digit of their status. */
export interface UsageCount {
  readonly accountId: number;
  readonly day: KstDay;
  readonly endpoint: string;
  readonly statusClass: number;
  calls: number;
}

/** Where the gate's rows are. Everything throws StoreUnavailableError if they can't be read or written. */
export interface GateRows {
  /** How long a call may wait in all, in ms. */
  readonly callTimeoutMs: number;
  /** A call that has waited longer for the batches before its own fails: the rest of its time wouldn't be enough. */
  readonly queueMaxMs: number;
  /** For how many turns of the event loop a batch collects calls. */
  readonly turns: 1 | 2;
  /** Batches that may be under way at once. A second one is sent only when the first is late. */
  readonly batchesMax: number;
  /**
   * Decides by the rule of src/gate/decide.ts, and commits the counts: all or none. No hash comes twice. Null where no live
   * key of an active account has the hash. Fails after `timeoutMs`; where that is over already, one attempt is made.
   */
  decide(batch: readonly AskedBy[], timeoutMs: number): Promise<readonly (Decided | null)[]>;
  /** The hash of an account's live key, or null. */
  findHash(accountId: number): Promise<string | null>;
  /**
   * Adds counts in one commit; those of closed accounts are left out. `batchNo` counts up by one, and after a failure the
   * same batch comes again: it is added once, even if the commit of before was made after all.
   */
  addUsage(batchNo: number, counts: readonly UsageCount[]): Promise<void>;
}
