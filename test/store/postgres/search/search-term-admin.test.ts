import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCKED_TERMS_MAX, TermRefusedError } from '../../../../src/search/search-term-admin.ts';
import { createPostgresSearchTermAdmin } from '../../../../src/store/postgres/search/search-term-admin.ts';
import { searchTermAdminContract } from '../../../contracts/search-term-admin-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';

postgresSuite('search terms in PostgreSQL', () => {
  searchTermAdminContract('PostgreSQL', async (t) => {
    const file = await postgresDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const open = () =>
      createPostgresSearchTermAdmin({
        database: file.open(),
        clock,
        onWriteError: (error) => assert.fail(String(error)),
      });
    const [searchTerms, other] = [open(), open()];
    return {
      searchTerms,
      other,
      clock,
      async flush() {
        await searchTerms.flush();
        await other.flush();
      },
    };
  });

  test('PostgreSQL: the limit on blocked terms holds for operators of several instances at once', async (t) => {
    const file = await postgresDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const onWriteError = (error: unknown) => assert.fail(String(error));
    const desks = Array.from({ length: 3 }, () =>
      createPostgresSearchTermAdmin({ database: file.open(), clock, onWriteError }),
    );
    await file
      .open()
      .query(`INSERT INTO blocked_term SELECT 'key' || n, 'key' || n FROM generate_series(1, $1::int) n`, [
        BLOCKED_TERMS_MAX - 2,
      ]);
    const outcomes = await Promise.allSettled(
      desks.flatMap((desk, at) => ['하나', '둘', '셋'].map((term) => desk.blockTerm(`${term} ${at}`))),
    );
    const refused = outcomes.filter((one) => one.status === 'rejected');
    assert.equal(refused.length, 7);
    assert.ok(refused.every(({ reason }) => reason instanceof TermRefusedError));
  });
});
