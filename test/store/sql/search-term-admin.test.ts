import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchTermAdmin } from '../../../src/search/create-search-term-admin.ts';
import { TermRefusedError } from '../../../src/search/search-term-admin.ts';
import { BLOCKED_TERMS_MAX } from '../../../src/search/search-term-bounds.ts';
import type { SqlDatabase } from '../../../src/sql-database.ts';
import { searchTermAdminContract } from '../../contracts/search/search-term-admin-contract.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { onBothDatabases } from './both-databases.ts';

onBothDatabases('search terms', (adapter, newDatabase) => {
  const clock = () => fixedClock('2026-11-20T12:00:00+09:00');
  const onWriteError = (error: unknown) => assert.fail(String(error));

  searchTermAdminContract(adapter, async (t) => {
    const options = { clock: clock(), onWriteError };
    const { database, open } = await newDatabase(t);
    const searchTerms = createSearchTermAdmin({ ...options, database });
    const other = createSearchTermAdmin({ ...options, database: open() });
    return {
      searchTerms,
      other,
      clock: options.clock,
      async flush() {
        await searchTerms.flush();
        await other.flush();
      },
    };
  });

  test(`${adapter}: the limit on blocked terms holds for operators of several instances at once`, async (t) => {
    const { database, open } = await newDatabase(t);
    const newDesk = (one: SqlDatabase) =>
      createSearchTermAdmin({ database: one, clock: clock(), onWriteError });
    const desks = [newDesk(database), newDesk(open()), newDesk(open())];
    await database.query(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST($1 AS integer))
       INSERT INTO blocked_term SELECT 'key' || n, 'key' || n FROM numbers`,
      [BLOCKED_TERMS_MAX - 2],
    );
    const outcomes = await Promise.allSettled(
      desks.flatMap((desk, at) => ['하나', '둘', '셋'].map((term) => desk.blockTerm(`${term} ${at}`))),
    );
    const refused = outcomes.filter((one) => one.status === 'rejected');
    assert.equal(refused.length, 7);
    assert.ok(refused.every(({ reason }) => reason instanceof TermRefusedError));
  });
});
