import assert from 'node:assert/strict';
import { parseKstDay, parseKstMonth } from '../../../src/clock.ts';
import { runRankings } from '../../../src/jobs/ranking-run.ts';
import type { RankingAdmin } from '../../../src/rankings/ranking-admin.ts';
import { PLAIN_SETTINGS, saleLine } from '../../rankings/ranking-world.ts';
import { anItem, category, record } from '../catalog/catalog-records.ts';
import { take } from '../catalog/feed-store-contract.ts';
import { contractOf } from '../guarantee.ts';
import type { RankingRepositorySetup } from './ranking-repository-contract.ts';

/** An empty catalogue and ledger, with the runs that an operator sees. */
export interface RankingAdminSetup extends RankingRepositorySetup {
  readonly admin: RankingAdmin;
}

/** What every adapter of the RankingAdmin port guarantees (docs/lists.md#restating-a-month). */
export const rankingAdminContract = contractOf<RankingAdminSetup>((test) => {
  const sell = ({ feeds }: RankingAdminSetup, orderId: string, soldAt: string) =>
    take(feeds, [{ kind: 'sale', sale: saleLine({ soldAt, orderId, itemId: 1 }) }]);
  const rank = ({ repository, clock }: RankingAdminSetup, onProgress?: () => void) =>
    runRankings({
      repository,
      clock,
      settings: PLAIN_SETTINGS,
      ...(onProgress === undefined ? {} : { onProgress }),
    });

  test('progress and history tell what the last run did', async (setup) => {
    const { admin, clock, feeds } = setup;
    assert.deepEqual(
      { ...(await admin.progress()), catalogRevision: 0 },
      { ledgerRevision: 0, catalogRevision: 0, tallied: null, refreshed: null },
    );
    assert.deepEqual(await admin.listRuns('tally', 10), []);
    await take(feeds, [record(category('001')), record(anItem(1))]);
    await sell(setup, 'a', '2026-11-20T12:00:00+09:00');
    assert.ok((await admin.progress()).ledgerRevision > 0);
    await rank(setup);
    const { tallied, ledgerRevision } = await admin.progress();
    const untilDay = parseKstDay('2026-11-20');
    assert.deepEqual(tallied, { untilDay, talliedAtMs: clock.nowMs(), ledgerRevision });
    const [run, ...rest] = await admin.listRuns('tally', 10);
    assert.deepEqual([run?.outcome, run?.untilDay, run?.months, rest], ['published', untilDay, 1, []]);
    assert.deepEqual(await admin.listRuns('refresh', 10), []);
  });

  test('a run that failed is in the history, newest first, and counts nothing', async (setup) => {
    const { admin, feeds, clock } = setup;
    await take(feeds, [record(category('001')), record(anItem(1))]);
    await sell(setup, 'a', '2026-11-20T12:00:00+09:00');
    await rank(setup);
    await sell(setup, 'b', '2026-11-20T13:00:00+09:00');
    const before = await admin.progress();
    clock.advance(60_000);
    const failing = () => {
      throw new Error('the disk is full');
    };
    await assert.rejects(rank(setup, failing), /the disk is full/);
    const outcomes = (await admin.listRuns('tally', 10)).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['failed', 'published']);
    assert.equal((await admin.listRuns('tally', 1)).length, 1);
    assert.deepEqual(await admin.progress(), before);
  });

  test('a closed month counts what came late once it is restated; others say why not', async (setup) => {
    const { admin, feeds, clock } = setup;
    const month = parseKstMonth('2026-11') ?? 0;
    await take(feeds, [record(category('001')), record(anItem(1))]);
    await sell(setup, 'a', '2026-11-20T12:00:00+09:00');
    await rank(setup);
    assert.equal((await admin.restate(month, false)).kind, 'open');
    clock.setWall(Date.parse('2026-12-10T12:00:00+09:00'));
    await rank(setup);
    await sell(setup, 'late', '2026-11-21T12:00:00+09:00');
    assert.deepEqual(await admin.restate(month - 1, false), { kind: 'unknown' });
    const importing = await feeds.begin();
    assert.deepEqual(await admin.restate(month, false), { kind: 'busy' });
    await importing.rollback();
    for (const dryRun of [true, true, false])
      assert.deepEqual(await admin.restate(month, dryRun), {
        kind: 'restated',
        lateLines: 1,
        lateCancellations: 0,
      });
    assert.deepEqual(await admin.restate(month, false), {
      kind: 'restated',
      lateLines: 0,
      lateCancellations: 0,
    });
  });
});
