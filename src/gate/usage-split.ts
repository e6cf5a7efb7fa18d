import { createDelayedWork } from '../delayed-work.ts';
import type { SettledCall } from './gate.ts';
import type { GateRows, UsageCount } from './gate-rows.ts';

/** How long counts are collected. */
const COLLECT_MS = 500;
/** Rows of a batch, which take a few milliseconds to write. */
const ROWS_MAX = 2_000;

/** Collects the breakdown of calls by endpoint and outcome, and writes it in batches. `onWriteError` gets each failure. */
export function createUsageSplit(
  { addUsage }: Pick<GateRows, 'addUsage'>,
  onWriteError: (error: unknown) => void,
) {
  let collected = new Map<string, UsageCount>();
  /** On its way, or kept after a failure. */
  let batch: readonly UsageCount[] = [];
  let batchNo = 0;

  async function writeAll(): Promise<void> {
    while (batch.length + collected.size > 0) {
      if (batch.length === 0) {
        const entries = [...collected];
        collected = new Map(entries.slice(ROWS_MAX));
        batch = entries.slice(0, ROWS_MAX).map(([, count]) => count);
        batchNo += 1;
      }
      await addUsage(batchNo, batch);
      batch = [];
    }
  }

  const writing = createDelayedWork(COLLECT_MS, writeAll, onWriteError);

  return {
    /** Throws RangeError for a status that no response has. */
    add({ accountId, day, endpoint, statusCode }: SettledCall): void {
      const statusClass = statusClassOf(statusCode);
      const key = `${accountId} ${day} ${statusClass} ${endpoint}`;
      const count = collected.get(key);
      if (count === undefined) collected.set(key, { accountId, day, endpoint, statusClass, calls: 1 });
      else count.calls += 1;
      writing.later();
    },
    /** Writes what is collected; rejects with the cause when it cannot. */
    async flush(): Promise<void> {
      await writing.now();
      writing.cancel();
    },
  };
}

/** The first digit of a status. The table refuses another one too, but that would fail the whole batch. */
function statusClassOf(statusCode: number): number {
  const statusClass = Math.floor(statusCode / 100);
  if (statusClass >= 2 && statusClass <= 5) return statusClass;
  throw new RangeError(`no answer has status ${statusCode}`);
}
