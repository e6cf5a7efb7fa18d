import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rankingSettings } from '../../../bin/rank-now.ts';
import { runRankings } from '../../../src/jobs/ranking-run.ts';
import { createRankingSchedule } from '../../../src/jobs/ranking-schedule.ts';
import type { RankingsPage } from '../../../src/portal/contract/console-shop.ts';
import { createSqliteRankingRepository } from '../../../src/store/sqlite/rankings/ranking-repository.ts';
import { newOperator } from '../../support/operator.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('ranking runs in the console', () => {
  const { app, operator } = suiteConsole();
  const page = async () => (await operator.get<RankingsPage>('/console/rankings')).view;

  test('tells how far the lists are, and when the schedule goes on', async () => {
    const { tallied, nextTallyAtMs, underWay, requested, tallies } = await page();
    assert.deepEqual(tallied, { untilDay: '2026-11-20', atMs: app.clock.nowMs() });
    assert.equal(nextTallyAtMs, Date.parse('2026-11-22T00:30:00+09:00'));
    assert.deepEqual([underWay, requested], [null, null]);
    assert.deepEqual(tallies, [
      {
        cause: 'command',
        asked: null,
        outcome: 'published',
        startedAtMs: app.clock.nowMs(),
        elapsedMs: 0,
        untilDay: '2026-11-20',
        months: tallies[0]?.months,
        editions: tallies[0]?.editions,
      },
    ]);
    assert.equal(tallies[0]?.months, 2);
  });

  test('a run that is asked for begins with the next tick, is seen under way, and stays in the history', async () => {
    const { runRequests, clock, config } = app;
    const seen: (string | undefined)[] = [];
    const schedule = createRankingSchedule({
      clock,
      readProgress: async () => ({ ledgerRevision: 0, catalogRevision: 0, tallied: null, refreshed: null }),
      takeRequested: runRequests.takeRequested,
      async run(task, cause) {
        await runRequests.begin({ kind: task.kind, cause, startedAtMs: clock.nowMs() });
        await runRequests.progress(1, 2);
        const { underWay } = await page();
        seen.push(`${underWay?.kind} ${underWay?.cause} ${underWay?.monthsDone}/${underWay?.monthsTotal}`);
        const repository = createSqliteRankingRepository(config.dataDir);
        await runRankings({ repository, clock, kind: task.kind, cause, settings: rankingSettings(config) });
        await runRequests.end();
      },
      onError: (error) => assert.fail(String(error)),
    });
    await schedule.tick();
    assert.deepEqual(seen, [], 'nothing was asked for and nothing is due');
    assert.equal((await operator.post('/console/rankings/run', { kind: 'both' })).failure.field, 'kind');
    for (const kind of ['refresh', 'tally'] as const) {
      const asked = await operator.post<RankingsPage>('/console/rankings/run', { kind });
      assert.equal(asked.view.requested, kind);
      await schedule.tick();
      assert.equal((await page()).requested, null);
    }
    assert.deepEqual(seen, ['refresh operator 1/2', 'tally operator 1/2']);
    const { tallies, refreshes, underWay } = await page();
    assert.equal(underWay, null);
    assert.deepEqual([tallies.length, tallies[0]?.cause], [2, 'operator']);
    assert.deepEqual([refreshes.length, refreshes[0]?.outcome], [1, 'published']);
    const auditTrail = app.readAudit().filter((line) => line.startsWith('rankings.'));
    assert.deepEqual(auditTrail, ['rankings.asked rankings', 'rankings.asked rankings']);
  });

  test('a run that fails or is stopped is in the history, too', async () => {
    const repository = createSqliteRankingRepository(app.config.dataDir);
    const options = { repository, clock: app.clock, settings: rankingSettings(app.config) };
    await assert.rejects(runRankings({ ...options, signal: stopsAtThird() }));
    const failing = () => {
      throw new Error('the disk is full');
    };
    app.clock.advance(86_400_000);
    await app.feed([
      { kind: 'sale', orderId: 'X', lineNo: 1, itemId: 1001, quantity: 1, soldAt: '2026-11-20T10:00+09:00' },
    ]);
    await assert.rejects(runRankings({ ...options, onProgress: failing }), /the disk is full/);
    const outcomes = (await page()).tallies.slice(0, 2).map((run) => run.outcome);
    assert.deepEqual(outcomes, ['failed', 'stopped']);
  });

  test('a closed month is restated with what came late, once its name is typed', async () => {
    app.clock.setWall(Date.parse('2026-12-10T12:00:00+09:00'));
    await app.rank();
    // Sessions of November are over.
    const operator = await newOperator(app);
    const sale = { lineNo: 1, itemId: 1003, quantity: 1, soldAt: '2026-11-03T10:00+09:00' };
    await app.feed([{ kind: 'sale', orderId: 'late', ...sale }]);
    const restate = (month: string, confirmation = month) =>
      operator.post('/console/rankings/restate', { month, confirmation });
    assert.equal((await restate('2026-11', '2026-10')).failure.code, 'CONFIRMATION_WRONG');
    assert.deepEqual((await restate('2026-11')).view, { lateLines: 1, lateCancellations: 0 });
    assert.equal(app.readAudit().at(-1), 'rankings.restated rankings');
    assert.equal(await app.runRequests.requested(), 'tally', 'the run that publishes it is theirs');
    for (const [month, says] of [
      ['2026-12', /open until 2027-01-05 04:00/],
      ['2020-01', /no published list/],
      ['2026-13', /yyyy-MM/],
    ] as const) {
      const { failure } = await restate(month);
      assert.deepEqual([failure.code, failure.field], ['INVALID', 'month']);
      assert.match(failure.message, says);
    }
  });
});

/** Asked to stop once the run is well under way. */
function stopsAtThird() {
  let asked = 0;
  return {
    get aborted() {
      return ++asked > 2;
    },
  };
}
