import type { DatabaseSync } from 'node:sqlite';
import type { KstDay } from '../../../clock.ts';
import type { Ticket } from '../../../gate/gate.ts';
import { transaction } from '../database.ts';
import { BUSY_ATTEMPTS, BUSY_PAUSE_MS, isBusy } from '../write-when-free.ts';

/** After a failure that a short wait doesn't fix, such as a full disk, when no new call brings the next attempt. */
const RETRY_AFTER_MS = 1000;

export interface UsageWriter {
  /** Queues one answered call. Resolves when it is on disk, or when the attempt to write it has failed. */
  add(ticket: Ticket, statusClass: number): Promise<void>;
  /** Writes the queue; rejects with the cause on failure. */
  flush(): Promise<void>;
}

interface UsageEntry {
  readonly ticket: Ticket;
  readonly statusClass: number;
  calls: number;
}

/**
 * Group commit: calls settled in one turn of the event loop share one transaction. Entries leave the queue only after
 * their commit, so a failed write loses nothing. The queue holds one entry per account, day, endpoint and class,
 * however many calls there are.
 *
 * `onCommitted` receives every entry that reached the disk.
 */
export function createUsageWriter(
  db: DatabaseSync,
  onWriteError: (error: unknown) => void,
  onCommitted: (accountId: number, day: KstDay, calls: number) => void,
): UsageWriter {
  const writeEntries = entriesStatement(db);
  const queue = new Map<string, UsageEntry>();
  let waiting: (() => void)[] = [];
  let writing = false;
  let failure: unknown = null;
  let retry: NodeJS.Timeout | undefined;

  function nextWrite(): Promise<void> {
    const written = new Promise<void>((resolve) => waiting.push(resolve));
    startWriting();
    return written;
  }

  function startWriting(): void {
    if (writing) return;
    writing = true;
    clearTimeout(retry);
    setImmediate(write, BUSY_ATTEMPTS);
  }

  function write(attemptsLeft: number): void {
    failure = null;
    try {
      writeEntries([...queue.values()]);
    } catch (error) {
      if (isBusy(error) && attemptsLeft > 1) {
        setTimeout(write, BUSY_PAUSE_MS, attemptsLeft - 1);
        return;
      }
      failure = error;
    }
    if (failure === null) {
      for (const { ticket, calls } of queue.values()) onCommitted(ticket.accountId, ticket.day, calls);
      queue.clear();
    } else {
      retry = setTimeout(startWriting, RETRY_AFTER_MS).unref();
    }
    const answered = waiting;
    waiting = [];
    writing = false;
    for (const resolve of answered) resolve();
    if (failure !== null) onWriteError(failure);
  }

  return {
    add(ticket, statusClass) {
      const key = `${ticket.accountId} ${ticket.day} ${statusClass} ${ticket.endpoint}`;
      const entry = queue.get(key);
      if (entry === undefined) queue.set(key, { ticket, statusClass, calls: 1 });
      else entry.calls += 1;
      return nextWrite();
    },
    async flush() {
      if (queue.size > 0) await nextWrite();
      if (queue.size > 0) throw new Error('calls are not recorded on disk', { cause: failure });
    },
  };
}

/** Writes all entries or none. Those of accounts closed in the meantime are left out. */
function entriesStatement(db: DatabaseSync) {
  const upsert = db.prepare(`
    INSERT INTO usage_day (account_id, day, endpoint, status_class, calls)
    SELECT account_id, ?, ?, ?, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const run = ({ ticket, statusClass, calls }: UsageEntry) =>
    upsert.run(ticket.day, ticket.endpoint, statusClass, calls, ticket.accountId);

  return (entries: readonly UsageEntry[]): void => {
    const [first] = entries;
    // A single statement is its own transaction, and a lone call is the most frequent case.
    if (entries.length === 1 && first !== undefined) run(first);
    else transaction(db, () => entries.forEach(run));
  };
}
