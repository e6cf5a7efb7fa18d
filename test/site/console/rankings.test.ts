import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { rankingSettings } from '../../../bin/commands/rankings.ts';
import { runRankings } from '../../../src/rankings/run/ranking-run.ts';
import { createRankingSchedule } from '../../../src/rankings/schedule.ts';
import { CATALOG_FILE } from '../../../src/store/sqlite/database.ts';
import { feedStoreOf } from '../../support/feed-store.ts';
import { sessionsAt } from '../../support/sessions-at.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { partOf, rowsIn, signedIn, suiteBrowser, textOf } from '../site-kit.ts';

const PATH = '/portal/console/rankings';

describe('ranking runs in the console', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  const state = async () =>
    textOf((partOf(await operator.page(PATH), 'state') ?? '').split('</div>\n')[0] ?? '');
  const runs = async (kind: 'tally' | 'refresh') => rowsIn(await operator.page(PATH), kind);

  test('tells how far the lists are, and when the schedule goes on', async () => {
    assert.match(await state(), /2026-11-20 .*2026-11-21 12:00 .*2026-11-22 00:30/);
    assert.match((await runs('tally')).join(), /2026-11-20 2 \d+/);
  });

  test('a run that is asked for begins with the next tick, is seen under way, and stays in the history', async () => {
    const { runRequests, clock, config } = app;
    const seen: boolean[] = [];
    const schedule = createRankingSchedule({
      clock,
      readProgress: async () => ({ ledgerRevision: 0, catalogRevision: 0, tallied: null, refreshed: null }),
      takeRequested: runRequests.takeRequested,
      async run(task, cause) {
        await runRequests.begin({ kind: task.kind, cause, startedAtMs: clock.nowMs() });
        await runRequests.progress(1, 2);
        seen.push(/<progress max="2" value="1"/.test(await operator.page(PATH)));
        const open = sessionsAt(config.dataDir);
        await runRankings({ open, clock, kind: task.kind, cause, settings: rankingSettings(config) });
        await runRequests.end();
      },
      onError: (error) => assert.fail(String(error)),
    });
    for (const kind of ['refresh', 'tally'] as const) {
      clock.advance(1000);
      assert.equal((await operator.submit(PATH, 'run', {}, kind)).status, 200);
      assert.equal(await runRequests.requested(), kind);
      await schedule.tick();
      assert.equal(await runRequests.requested(), null);
    }
    assert.deepEqual(seen, [true, true]);
    for (const kind of ['tally', 'refresh'] as const) assert.match((await runs(kind))[0] ?? '', / operator /);
    const audit = app.readAudit().filter((line) => line.startsWith('rankings.'));
    assert.deepEqual(audit, ['rankings.asked rankings', 'rankings.asked rankings']);
  });

  test('a run that fails or is stopped is in the history, too', async () => {
    const open = sessionsAt(app.config.dataDir);
    const options = { open, clock: app.clock, settings: rankingSettings(app.config) };
    let asked = 0;
    await assert.rejects(runRankings({ ...options, isStopped: () => ++asked > 2 }));
    const failing = () => {
      throw new Error('the disk is full');
    };
    app.clock.advance(86_400_000);
    const sale = { kind: 'sale', orderId: 'X', lineNo: 1, itemId: 1001, quantity: 1 };
    await app.feed([{ ...sale, soldAt: '2026-11-20T10:00+09:00' }]);
    await assert.rejects(runRankings({ ...options, onProgress: failing }), /the disk is full/);
    const page = await operator.page(PATH);
    assert.match(partOf(page, 'tally') ?? '', /<strong class="bad">.*<strong class="warn">/s);
  });

  test('a closed month is restated with what came late, once that number is typed', async () => {
    app.clock.setWall(Date.parse('2026-12-10T12:00:00+09:00'));
    await app.rank();
    const owner = await signedIn(app, 'owner');
    const sale = { lineNo: 1, itemId: 1003, quantity: 1, soldAt: '2026-11-03T10:00+09:00' };
    await app.feed([{ kind: 'sale', orderId: 'late', ...sale }]);
    const asked = await owner.submit(PATH, 'restate', { month: '2026-11' });
    assert.deepEqual([asked.status, await app.runRequests.requested()], [409, null]);
    const path = join(app.config.dataDir, CATALOG_FILE);
    const importing = await feedStoreOf(path, app.clock)();
    const busy = await owner.submitIn(asked.text, PATH, 'restate', { confirmation: '1' });
    await importing.rollback();
    assert.deepEqual([busy.status, await app.runRequests.requested()], [409, null]);
    const done = await owner.submitIn(asked.text, PATH, 'restate', { confirmation: '1' });
    assert.deepEqual([done.status, await app.runRequests.requested()], [200, 'tally']);
    assert.equal(app.readAudit().at(-1), 'rankings.restated rankings');
  });
});
