import { createHmac } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import type { RateLimiter } from '../../../gate/decide.ts';
import type { Database } from '../database.ts';

export interface PostgresRateLimiterOptions {
  readonly database: Database;
  readonly secret: string;
  readonly clock?: Clock;
}

/** Rate limits that all instances share. A crash of the database resets them. */
export function createPostgresRateLimiter({
  database,
  secret,
  clock,
}: PostgresRateLimiterOptions): RateLimiter {
  const keyOf = (what: string, who: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([what, who]))
      .digest();
  return {
    async take(what, who, { burst, everySeconds }) {
      const [row] = await database.query<{ wait: number | null }>(
        'SELECT take_attempt($1, $2, $3, $4) AS wait',
        [
          keyOf(what, who),
          burst,
          everySeconds,
          clock === undefined ? null : Math.floor(clock.monotonicMs() * 1000),
        ],
      );
      return row?.wait ?? null;
    },
    async forget(what, who) {
      await database.query('DELETE FROM attempt_limit WHERE attempt_key = $1', [keyOf(what, who)]);
    },
  };
}
