import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { type CallMinutes, MINUTE_MS, type MinuteCalls, RATE_MINUTES } from '../../../gate/call-minutes.ts';
import { createMinutePublisher, type MinutePublisher } from '../../publish-minutes.ts';
import { columnsOf } from '../connection.ts';
import type { Database } from '../database.ts';

/** How often an instance publishes what it answered. */
const TELL_MS = 2_000;
/** The minute under way and the one before, which may have ended since the last time. */
const TOLD_MINUTES = 2;

/**
 * Minutes of the instances in PostgreSQL. An instance writes its own sums over and over, so a write with an unknown outcome does no
 * harm, and the rows of one that has ended stay for their hour.
 */
export function createPostgresCallMinutes(database: Database, clock: Clock): CallMinutes & MinutePublisher {
  const instance = randomUUID();
  const oldestMs = () => Math.floor(clock.nowMs() / MINUTE_MS - RATE_MINUTES + 1) * MINUTE_MS;
  return {
    ...createMinutePublisher(
      TELL_MS,
      (own) => own.slice(-TOLD_MINUTES),
      async (minutes) => {
        await write(database, instance, minutes);
        await database.query('DELETE FROM call_minute WHERE minute_ms < $1', [oldestMs()]);
      },
    ),
    others: () =>
      database.query<MinuteCalls>(
        `SELECT minute_ms AS "atMs", fine, limited, refused, failed
         FROM call_minute
         WHERE instance <> $1 AND minute_ms >= $2`,
        [instance, oldestMs()],
      ),
  };
}

async function write(database: Database, instance: string, minutes: readonly MinuteCalls[]): Promise<void> {
  await database.query(
    `INSERT INTO call_minute (instance, minute_ms, fine, limited, refused, failed)
     SELECT $1::uuid, * FROM unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::int[])
     ON CONFLICT (minute_ms, instance) DO UPDATE
     SET fine = excluded.fine, limited = excluded.limited, refused = excluded.refused, failed = excluded.failed`,
    [instance, ...columnsOf(minutes, 'atMs', 'fine', 'limited', 'refused', 'failed')],
  );
}
