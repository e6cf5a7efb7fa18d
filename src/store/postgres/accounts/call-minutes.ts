import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { type CallMinutes, MINUTE_MS, type MinuteCalls, RATE_MINUTES } from '../../../gate/call-minutes.ts';
import type { Database } from '../database.ts';

/** How often an instance publishes what it answered. */
const TELL_MS = 2_000;
/** The minute under way and the one before, which may have ended since the last time. */
const TOLD_MINUTES = 2;

export interface PostgresCallMinutes extends CallMinutes {
  /** Publishes a last time, and leaves out what fails. */
  close(): Promise<void>;
}

/**
 * Minutes of the instances in PostgreSQL. An instance writes its own sums over and over, so a write with an unknown outcome does no
 * harm, and the rows of one that has ended stay for their hour.
 */
export function createPostgresCallMinutes(database: Database, clock: Clock): PostgresCallMinutes {
  const instance = randomUUID();
  let own: () => readonly MinuteCalls[] = () => [];
  let told = '';
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  const oldestMs = () => Math.floor(clock.nowMs() / MINUTE_MS - RATE_MINUTES + 1) * MINUTE_MS;

  async function tell(): Promise<void> {
    const minutes = own()
      .slice(-TOLD_MINUTES)
      .filter(({ fine, limited, refused, failed }) => fine + limited + refused + failed > 0);
    const text = JSON.stringify(minutes);
    if (minutes.length === 0 || text === told) return;
    try {
      await write(database, instance, minutes);
      await database.query('DELETE FROM call_minute WHERE minute_ms < $1', [oldestMs()]);
      told = text;
    } catch {
      // The next time publishes the same and more; a chart needn't be complete.
    }
  }

  const tellNext = () => {
    telling = telling.then(tell);
    return telling;
  };
  return {
    publish(minutes) {
      own = minutes;
      timer ??= setInterval(tellNext, TELL_MS).unref();
    },
    others: () =>
      database.query<MinuteCalls>(
        `SELECT minute_ms AS "atMs", fine, limited, refused, failed
         FROM call_minute
         WHERE instance <> $1 AND minute_ms >= $2`,
        [instance, oldestMs()],
      ),
    async close() {
      clearInterval(timer);
      await tellNext();
    },
  };
}

async function write(database: Database, instance: string, minutes: readonly MinuteCalls[]): Promise<void> {
  await database.query(
    `INSERT INTO call_minute (instance, minute_ms, fine, limited, refused, failed)
     SELECT $1::uuid, * FROM unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::int[])
     ON CONFLICT (minute_ms, instance) DO UPDATE
     SET fine = excluded.fine, limited = excluded.limited, refused = excluded.refused, failed = excluded.failed`,
    [
      instance,
      minutes.map(({ atMs }) => atMs),
      minutes.map(({ fine }) => fine),
      minutes.map(({ limited }) => limited),
      minutes.map(({ refused }) => refused),
      minutes.map(({ failed }) => failed),
    ],
  );
}
