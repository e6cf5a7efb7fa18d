import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { CatalogBusyError } from '../sql-database.ts';

/** How long a person waits for other writers: longer than commits take. During a long import, the person's change fails. */
export const PERSON_WAIT_MS = 3_000;
/** How long commands and threads wait for an import. */
export const IMPORT_WAIT_MS = 600_000;

/** How long to wait for locks. The signal ends the wait with its reason. */
export type Patience = ReturnType<typeof patienceOf>;

export function patienceOf(waitMs: number, signal?: AbortSignal) {
  return { untilMs: systemClock.monotonicMs() + waitMs, signal };
}

/**
 * Calls `attempt`, at least once, until the result isn't null. Polls, because the lock's holder may be on the same thread, and a
 * wait in the database couldn't be aborted. Throws CatalogBusyError.
 */
export async function waitForLock<T>(
  attempt: () => T | null | Promise<T | null>,
  pauseMs: number,
  { untilMs, signal }: Patience,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const taken = await attempt();
    if (taken !== null) return taken;
    if (systemClock.monotonicMs() >= untilMs)
      throw new CatalogBusyError('another process writes to the catalogue');
    await wait(pauseMs);
  }
}
