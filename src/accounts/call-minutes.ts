import { randomUUID } from 'node:crypto';
import { createDelayedWork } from '../delayed-work.ts';
import { MINUTE_MS, type MinuteCalls, RATE_MINUTES } from '../gate/call-minutes.ts';
import { type SqlOptions, valuesList } from '../sql-database.ts';

/** How often a process publishes what it answered; a kill loses as much of the console's chart, and no count. */
const TELL_MS = 2_000;
/** The minute under way and the one before, which may have ended since the last time. */
const TOLD_MINUTES = 2;

/**
 * Minutes of the instances, and of processes that have ended. A process writes its own sums over and over, so a write with an
 * unknown outcome does no harm.
 */
export function createCallMinutes({ database, clock }: SqlOptions) {
  const instance = randomUUID();
  const oldestMs = () => Math.floor(clock.nowMs() / MINUTE_MS - RATE_MINUTES + 1) * MINUTE_MS;
  let minutesNow: () => readonly MinuteCalls[] = () => [];
  let timer: NodeJS.Timeout | undefined;
  // What fails is left out: the next time writes the same and more, and a chart needn't be complete.
  const writing = createDelayedWork(TELL_MS, write, () => {});

  async function write(): Promise<void> {
    const minutes = minutesNow()
      .slice(-TOLD_MINUTES)
      .filter(({ fine, limited, refused, failed }) => fine + limited + refused + failed > 0);
    if (minutes.length === 0) return;
    await database.query(
      `INSERT INTO call_minute (instance, minute_ms, fine, limited, refused, failed)
       VALUES ${valuesList(minutes.length, 6)}
       ON CONFLICT (minute_ms, instance) DO UPDATE
       SET fine = excluded.fine, limited = excluded.limited, refused = excluded.refused, failed = excluded.failed`,
      minutes.flatMap((one) => [instance, one.atMs, one.fine, one.limited, one.refused, one.failed]),
    );
    await database.query('DELETE FROM call_minute WHERE minute_ms < $1', [oldestMs()]);
  }

  return {
    /** Tells the others about this process's calls: asks `own` for its minutes every few seconds from now on. */
    publish(own: () => readonly MinuteCalls[]): void {
      minutesNow = own;
      timer ??= setInterval(writing.settle, TELL_MS).unref();
    },
    /** Minutes of all others, in no order. Throws StoreUnavailableError. */
    others: () =>
      database.query<MinuteCalls>(
        `SELECT minute_ms AS "atMs", fine, limited, refused, failed
         FROM call_minute
         WHERE instance <> $1 AND minute_ms >= $2`,
        [instance, oldestMs()],
      ),
    /** Writes a last time, and leaves out what fails. */
    async close(): Promise<void> {
      clearInterval(timer);
      await writing.settle();
      writing.cancel();
    },
  };
}
