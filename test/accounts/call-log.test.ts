import assert from 'node:assert/strict';
import { test as nodeTest } from 'node:test';
import { createCallLog, RATE_MINUTES } from '../../src/accounts/call-log.ts';
import { RECENT_CALLS_MAX } from '../../src/accounts/latest-calls.ts';
import { kstDayOf, kstDayStartMs } from '../../src/clock.ts';
import { stepOf } from '../../src/gate/answer-times.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { createAccountsDatabase } from '../../src/store/sqlite/databases.ts';
import { newAccount, type StateWorld } from '../contracts/state-world.ts';
import { accountsDatabase } from '../store/postgres/accounts/accounts-database.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { accountsFile } from '../store/sqlite/accounts/accounts-file.ts';
import { postgresSuite } from '../support/postgres-database.ts';

const callAt = (atMs: number) => ({
  atMs,
  endpoint: 'itemDetail',
  query: 'searchType=ItemId&query=7',
  status: 200,
  errorCode: '',
  ms: 1.5,
});

stateTests('the last calls', (test) => {
  const onBoth = (title: string, run: (world: StateWorld & { accountId: number }) => Promise<void>) =>
    test(title, async (world) => {
      const { accountId } = await newAccount(world.accounts);
      await run({ ...world, accountId });
    });

  onBoth(
    'calls are listed newest first, before and after they were written, and after a restart',
    async ({ callLog, another, accountId }) => {
      const failed = { ...callAt(2), isTestRun: true, requestId: '6f1a' } as const;
      callLog.record(accountId, callAt(1));
      callLog.record(accountId, failed);
      const both = [failed, callAt(1)];
      assert.deepEqual(await callLog.list(accountId), both);
      await callLog.flush();
      assert.deepEqual(await callLog.list(accountId), both);
      callLog.record(accountId, callAt(3));
      assert.deepEqual(await callLog.list(accountId), [callAt(3), ...both]);
      await callLog.flush();
      const again = another().callLog;
      assert.deepEqual(await again.list(accountId), [callAt(3), ...both]);
      assert.deepEqual(await again.list(accountId + 1), []);
    },
  );

  onBoth(
    'refused and answered calls add up by day, from a day on, also after a restart',
    async ({ callLog, another, accountId }) => {
      const day = kstDayOf(Date.parse('2026-11-20T12:00:00+09:00'));
      const [one, other, refused] = [stepOf(1.5), stepOf(40), { status: 429, errorCode: 'RATE_001' }];
      const recordAll = () => {
        for (const [onDay, more] of [
          [day, refused],
          [day, {}],
          [day, { ...refused, endpoint: 'itemList' }],
          [day, refused],
          [day + 1, { ...refused, endpoint: 'itemList' }],
          [day + 1, {}],
          [day, { ms: 40, status: 503 }],
          [day, { status: 304 }],
        ] as const)
          callLog.record(accountId, { ...callAt(kstDayStartMs(onDay) + 1000), ...more });
      };
      const expected = (times: number) => ({
        calls: [
          { day, endpoint: 'itemDetail', statusClass: 0, calls: 2 * times },
          { day, endpoint: 'itemList', statusClass: 0, calls: times },
          { day: day + 1, endpoint: 'itemList', statusClass: 0, calls: times },
        ],
        times: [
          { day, step: one, calls: 2 * times },
          { day, step: other, calls: times },
          { day: day + 1, step: one, calls: times },
        ],
      });
      recordAll();
      assert.deepEqual(await callLog.listFigures(accountId, day), expected(1));
      recordAll();
      await callLog.flush();
      const again = another().callLog;
      const { calls, times } = expected(2);
      assert.deepEqual(await again.listFigures(accountId, day), { calls, times });
      const later = { calls: calls.slice(2), times: times.slice(2) };
      assert.deepEqual(await again.listFigures(accountId, day + 1), later);
      assert.deepEqual(await again.listFigures(accountId + 1, day), { calls: [], times: [] });
    },
  );

  onBoth(
    'counted calls add up by the day that counted them, endpoint and class of status, on all instances',
    async ({ callLog, another, accountId }) => {
      const other = another().callLog;
      for (const [log, day, endpoint, status] of [
        [callLog, 8, 'author', 200],
        [callLog, 7, 'itemList', 200],
        [other, 7, 'itemDetail', 304],
        [callLog, 7, 'itemDetail', 404],
        [other, 7, 'itemDetail', 404],
        [callLog, 7, 'itemDetail', 503],
      ] as const)
        log.record(accountId, { ...callAt(1), endpoint, status }, day);
      await Promise.all([callLog.flush(), other.flush()]);
      const usage = [
        { day: 7, endpoint: 'itemDetail', statusClass: 3, calls: 1 },
        { day: 7, endpoint: 'itemDetail', statusClass: 4, calls: 2 },
        { day: 7, endpoint: 'itemDetail', statusClass: 5, calls: 1 },
        { day: 7, endpoint: 'itemList', statusClass: 2, calls: 1 },
        { day: 8, endpoint: 'author', statusClass: 2, calls: 1 },
      ];
      assert.deepEqual((await callLog.listFigures(accountId, 7)).calls, usage);
    },
  );

  onBoth('figures go with the usage of their day', async ({ callLog, another, accountId }) => {
    const day = kstDayOf(callAt(1).atMs);
    callLog.record(accountId, callAt(1));
    callLog.record(accountId, { ...callAt(2), status: 429 });
    await callLog.flush();
    await callLog.deleteBefore(day);
    const { calls, times } = await another().callLog.listFigures(accountId, 0);
    assert.deepEqual([calls.length, times.length], [1, 1]);
    await callLog.deleteBefore(day + 1);
    assert.deepEqual(await another().callLog.listFigures(accountId, 0), { calls: [], times: [] });
  });

  onBoth(
    'a closed account has no calls, and those that wait do not come back',
    async ({ callLog, accounts, another, accountId }) => {
      callLog.record(accountId, callAt(1));
      await callLog.flush();
      callLog.record(accountId, callAt(2), 7);
      await accounts.closeAccount(accountId);
      await callLog.flush();
      assert.deepEqual(await another().callLog.list(accountId), []);
      assert.deepEqual(await another().callLog.listFigures(accountId, 0), { calls: [], times: [] });
    },
  );

  onBoth('counts whose commit was made but not answered are added once', async (world) => {
    const { database, clock, accountId } = world;
    let isAnswered = false;
    const errors: unknown[] = [];
    const unanswered: SqlDatabase = {
      ...database,
      async transaction(work) {
        const result = await database.transaction(work);
        if (isAnswered) return result;
        throw new Error('not answered');
      },
    };
    const log = createCallLog({ database: unanswered, clock }, (error) => errors.push(error));
    for (let n = 0; n < 100; n++) log.record(accountId, callAt(1), 7);
    await log.flush();
    assert.equal(errors.length, 1);
    isAnswered = true;
    await log.flush();
    await log.flush();
    assert.equal(errors.length, 1);
    assert.equal((await log.list(accountId)).length, 100);
    const figures = await log.listFigures(accountId, 0);
    for (const rows of [figures.calls, figures.times])
      assert.deepEqual(
        rows.map(({ calls }) => calls),
        [100],
      );
  });

  test('the last hour is that of all instances, minute by minute', async ({ clock, another }) => {
    const [one, other, reader] = [another().callLog, another().callLog, another().callLog];
    const noonMs = clock.nowMs();
    clock.advance(30_000);
    for (const status of [200, 304, 404]) one.count(status);
    await one.flush();
    one.count(200);
    for (const status of [429, 500, 503]) other.count(status);
    await one.flush();
    clock.advance(2 * 60_000);
    one.count(200);
    await Promise.all([one.flush(), other.flush()]);
    const minutes = await reader.minutes();
    const none = { fine: 0, limited: 0, refused: 0, failed: 0 };
    assert.deepEqual(minutes.slice(-3), [
      { atMs: noonMs, fine: 3, limited: 1, refused: 1, failed: 2 },
      { atMs: noonMs + 60_000, ...none },
      { atMs: noonMs + 120_000, ...none, fine: 1 },
    ]);
    assert.equal(minutes.length, RATE_MINUTES);
    clock.advance(59 * 60_000);
    other.count(404);
    const later = (await other.minutes()).filter(
      (one) => one.fine + one.refused + one.limited + one.failed > 0,
    );
    assert.deepEqual(later, [
      { atMs: noonMs + 120_000, ...none, fine: 1 },
      { atMs: noonMs + 61 * 60_000, ...none, refused: 1 },
    ]);
  });

  onBoth('no instance overwrites the calls of another, and the oldest calls go', async (world) => {
    const { another, accountId } = world;
    const instances = [another().callLog, another().callLog, another().callLog];
    let lastMs = 0;
    const record = (one: StateWorld['callLog']) => one.record(accountId, callAt(++lastMs));
    for (let round = 0; round < 15; round++) {
      for (const one of instances) for (let n = 0; n < 5; n++) record(one);
      // The newest calls are written first in every other round: the order of writing says nothing about times.
      for (const one of round % 2 === 1 ? instances : instances.toReversed()) await one.flush();
    }
    for (const one of instances) record(one);
    await Promise.all(instances.map((one) => one.flush()));
    const expected = Array.from({ length: RECENT_CALLS_MAX }, (_, at) => lastMs - at);
    for (const one of instances) {
      const times = (await one.list(accountId)).map(({ atMs }) => atMs);
      assert.deepEqual(times, expected);
    }
  });

  onBoth('what is stored of the last calls does not grow', async ({ callLog, database, accountId }) => {
    for (let batch = 0; batch < 12; batch++) {
      for (let n = 0; n < RECENT_CALLS_MAX / 2; n++) callLog.record(accountId, callAt(batch));
      await callLog.flush();
    }
    assert.equal((await callLog.list(accountId)).length, RECENT_CALLS_MAX);
    const [row] = await database.query<{ calls: number }>(
      'SELECT CAST(sum(calls) AS bigint) AS calls FROM recent_calls',
    );
    assert.ok(Number(row?.calls) <= 3 * RECENT_CALLS_MAX, `${row?.calls} calls`);
  });
});

nodeTest('a batch that cannot be written is kept, told, and written later', async (t) => {
  const { accounts, connect, clock } = accountsFile(t);
  const errors: unknown[] = [];
  const database = createAccountsDatabase(connect());
  const recent = createCallLog({ database, clock }, (error) => errors.push(error));
  const { accountId } = await newAccount(accounts);
  const other = connect();
  recent.record(accountId, callAt(1));
  other.exec('BEGIN IMMEDIATE');
  await recent.flush();
  assert.equal(errors.length, 1);
  recent.record(accountId, callAt(2));
  other.exec('ROLLBACK');
  assert.deepEqual(await recent.list(accountId), [callAt(2), callAt(1)]);
  assert.equal(other.prepare('SELECT sum(calls) AS calls FROM recent_calls').get()?.calls, 2);
});

postgresSuite('the log of calls on a busy PostgreSQL', () => {
  nodeTest('a batch may take longer than a call may wait', async (t) => {
    const { open, database, accounts, clock } = await accountsDatabase(t);
    const { accountId } = await newAccount(accounts);
    await database.query(`
      CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
      CREATE TRIGGER slow AFTER INSERT ON usage_day EXECUTE FUNCTION be_slow()`);
    const errors: unknown[] = [];
    const log = createCallLog({ database: open(5, 500), clock }, (error) => errors.push(error));
    log.record(accountId, callAt(1), 7);
    await log.flush();
    assert.deepEqual(errors, []);
    assert.equal((await log.listFigures(accountId, 7)).calls.length, 1);
  });
});
