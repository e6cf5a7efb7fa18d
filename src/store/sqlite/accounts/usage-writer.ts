import type { DatabaseSync } from 'node:sqlite';
import type { createAccountMeter } from '../../../gate/account-meter.ts';
import type { Ticket } from '../../../gate/gate.ts';
import { countCall, type UsageCount, type UsageCounts } from '../../../gate/usage-counts.ts';
import { transaction } from '../database.ts';
import { BUSY_ATTEMPTS, BUSY_PAUSE_MS, isBusy, unavailable } from '../file-faults.ts';

/**
 * Group commit: calls settled in one turn of the event loop share one transaction. Behind another writer they wait a
 * little less than a second. If they can't be written, by then or because the disk is full, all of them fail: no
 * response is sent before its count is durable. The queue holds one entry for each account, day, endpoint
 * and class, however many calls there are.
 */
export function createUsageWriter(
  db: DatabaseSync,
  onWriteError: (error: unknown) => void,
  meter: Pick<ReturnType<typeof createAccountMeter>, 'committed' | 'dropped'>,
) {
  const writeEntries = entriesStatement(db);
  let queue: UsageCounts = new Map();
  let waiting: PromiseWithResolvers<void>[] = [];
  let writing = false;

  function nextWrite(): Promise<void> {
    const written = Promise.withResolvers<void>();
    waiting.push(written);
    if (!writing) {
      writing = true;
      setImmediate(write, BUSY_ATTEMPTS);
    }
    return written.promise;
  }

  function write(attemptsLeft: number): void {
    let failure: unknown = null;
    try {
      writeEntries([...queue.values()]);
    } catch (error) {
      if (isBusy(error) && attemptsLeft > 1) {
        setTimeout(write, BUSY_PAUSE_MS, attemptsLeft - 1);
        return;
      }
      failure = error;
    }
    const [entries, answered] = [queue, waiting];
    queue = new Map();
    waiting = [];
    writing = false;
    const tell = failure === null ? meter.committed : meter.dropped;
    for (const { ticket, calls } of entries.values()) tell(ticket.accountId, ticket.day, calls);
    if (failure === null) {
      for (const { resolve } of answered) resolve();
      return;
    }
    const error = unavailable(failure);
    for (const { reject } of answered) reject(error);
    onWriteError(failure);
  }

  return {
    /** Queues one answered call. Resolves when it is on disk; rejects with StoreUnavailableError when it cannot be. */
    add(ticket: Ticket, statusClass: number): Promise<void> {
      countCall(queue, ticket, statusClass);
      return nextWrite();
    },
    /** Writes what is queued; rejects with the cause when it cannot. */
    async flush(): Promise<void> {
      if (queue.size > 0) await nextWrite();
    },
  };
}

/** Writes all entries or none. Those of an account that was closed meanwhile are left out. */
function entriesStatement(db: DatabaseSync) {
  const upsert = db.prepare(`
    INSERT INTO usage_day (account_id, day, endpoint, status_class, calls)
    SELECT account_id, ?, ?, ?, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const run = ({ ticket, statusClass, calls }: UsageCount) =>
    upsert.run(ticket.day, ticket.endpoint, statusClass, calls, ticket.accountId);

  return (entries: readonly UsageCount[]): void => {
    const [first] = entries;
    // One statement is a transaction of its own, and a lone call the most frequent case.
    if (entries.length === 1 && first !== undefined) run(first);
    else transaction(db, () => entries.forEach(run));
  };
}
