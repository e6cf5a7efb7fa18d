import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPostgresRateLimiter } from '../../../../src/store/postgres/accounts/rate-limiter.ts';
import { rateLimiterContract } from '../../../contracts/accounts/rate-limiter-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';

postgresSuite('limits on attempts in PostgreSQL', () => {
  rateLimiterContract('PostgreSQL', async (t) => {
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const database = (await postgresDatabase(t)).open();
    return { clock, limiter: createPostgresRateLimiter({ database, secret: 'a secret', clock }) };
  });

  test('PostgreSQL: attempts on several instances share one limit, and nothing tells who made them', async (t) => {
    const { open } = await postgresDatabase(t);
    const limiters = Array.from({ length: 3 }, () =>
      createPostgresRateLimiter({ database: open(), secret: 'a secret' }),
    );
    const allowance = { burst: 5, everySeconds: 3600 };
    const waits = await Promise.all(
      limiters.flatMap((limiter) =>
        Array.from({ length: 10 }, () => limiter.take('sign-in', 'dev@example.com', allowance)),
      ),
    );
    assert.equal(waits.filter((wait) => wait === null).length, 5);
    const rows = await open().query<{ attempt_key: Buffer }>('SELECT attempt_key FROM attempt_limit');
    const lengths = rows.map((row) => row.attempt_key.length);
    assert.deepEqual(lengths, [32]);
  });
});
